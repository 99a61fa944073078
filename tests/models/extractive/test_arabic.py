"""The extractive reader follows relations through Arabic text."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from hopgraph.models.extractive import ExtractiveReader
from hopgraph.reasoning.grounding import check_proof
from hopgraph.reasoning.text import fold

from .helpers import read, task


class Example(NamedTuple):
    """A question over a few short texts."""

    question: str
    texts: list[str]
    answer: str


FILE = Path(__file__).parent / "arabic_answers.jsonl"
EXAMPLES = [Example(**json.loads(line)) for line in FILE.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.question for example in EXAMPLES])
def test_two_texts_or_more_are_joined_and_every_quote_holds(example: Example) -> None:
    asked = task(example.question, *example.texts, language="ar")
    found = ExtractiveReader().read(asked)
    assert fold(found.answer) == fold(example.answer)
    proof = check_proof(found.steps, found.answer, asked.passages, asked.features)
    assert {step.status for step in proof.steps} == {"valid"}
    assert proof.status in {"valid", "partial"}


def test_the_order_of_the_texts_changes_nothing() -> None:
    for example in EXAMPLES:
        found = read(example.question, *reversed(example.texts), language="ar")
        assert fold(found.answer) == fold(example.answer), example.question


@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        ("من هو والد سامر اللوزي؟", ["سامر اللوزي هو والد عادل اللوزي."], ""),
        ("من هو والد سامر اللوزي؟", ["عادل اللوزي هو والد سامر اللوزي."], "عادل اللوزي"),
        ("من هو والد سامر اللوزي؟", ["سامر اللوزي هو ابن عادل اللوزي."], "عادل اللوزي"),
        ("من هو ابن سامر اللوزي؟", ["سامر اللوزي هو ابن عادل اللوزي."], ""),
        ("من هو ابن سامر اللوزي؟", ["سامر اللوزي هو والد عادل اللوزي."], "عادل اللوزي"),
        ("من هو والد سامر اللوزي؟", ["سامر اللوزي شاعر، والده عادل اللوزي."], "عادل اللوزي"),
    ],
)
def test_a_parent_is_not_taken_for_the_child(question: str, texts: list[str], answer: str) -> None:
    from hopgraph.models.extractive.slots import follow_slots
    from hopgraph.models.extractive.view import view_of

    asked = task(question, *texts, language="ar")
    chain = follow_slots(asked.features.slots, [view_of(passage) for passage in asked.passages])
    assert [value.text for value in chain.answers][:1] == ([answer] if answer else [])


def test_a_passage_about_the_subject_need_not_name_it_again() -> None:
    text = "سامر اللوزي شاعر. ولد في مدينة تامسار عام 1950."
    assert read("أين ولد سامر اللوزي؟", ("سامر اللوزي", text), language="ar").answer == "تامسار"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("هل ولد سامر اللوزي قبل كريم الباروني؟", "لا"),
        ("هل ولد كريم الباروني قبل سامر اللوزي؟", "نعم"),
    ],
)
def test_yes_and_no_are_said_in_arabic(question: str, answer: str) -> None:
    texts = ["ولد سامر اللوزي عام 1950.", "ولد كريم الباروني عام 1943."]
    assert read(question, *texts, language="ar").answer == answer


def test_where_a_side_is_not_told_nothing_is_compared_by_slots() -> None:
    from hopgraph.models.extractive.arabic_answers import arabic_comparison
    from hopgraph.models.extractive.view import view_of

    asked = task(
        "أيهما أقدم، شركة نورفا أم شركة هيرونا؟", "تأسست شركة نورفا عام 1950.", language="ar"
    )
    views = [view_of(passage) for passage in asked.passages]
    assert arabic_comparison(asked.features, views) is None
