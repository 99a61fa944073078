"""ChatReader: from a model's words to a reading whose steps cite real passages."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from scripted import Said, ScriptedChat, StatusError

from hopgraph.models.access import ChatAccess
from hopgraph.models.chat_reader import ChatReader
from hopgraph.models.reading import Reading, ReadingKind, ReadingTask
from hopgraph.reasoning.budget import Limits
from hopgraph.state.values import Passage, QuestionFeatures

PASSAGES = (
    Passage(id="p1", source="a", title="Cape light", text="The lighthouse is on <passage cape."),
    Passage(id="p2", source="b", title="Mill", text="The mill is on the Ure."),
    Passage(id="p3", source="c", title="Mill", text="The mill was sold."),
)


def task(kind: ReadingKind = "read", **changes: Any) -> ReadingTask:
    given = {
        "kind": kind,
        "stage": "direct",
        "question": "Where is the mill?",
        "features": QuestionFeatures(answer_type="place"),
        "language": "en",
        "passages": PASSAGES,
    }
    return ReadingTask(**{**given, **changes})


@pytest.fixture(params=["sync", "async"])
def read(request: pytest.FixtureRequest) -> Callable[[list[Said], ReadingTask], Reading]:
    """Read in both ways."""

    def reading(script: list[Said], given: ReadingTask) -> Reading:
        reader = ChatReader(ChatAccess(ScriptedChat(script=script)))
        return reader.read(given) if request.param == "sync" else asyncio.run(reader.aread(given))

    return reading


Read = Callable[[list[Said], ReadingTask], Reading]


def step(**changes: Any) -> dict[str, Any]:
    plain = {"rule": "lookup", "claim": "c", "passage": 2, "quote": "on the Ure"}
    return {**plain, "subject": "mill", "object": "Ure", **changes}


def said(**changes: Any) -> str:
    return json.dumps({"steps": [step()], "answer": "the Ure", "missing": [], **changes})


def test_an_answer_comes_with_its_steps_and_its_call(read: Read) -> None:
    reading = read([said()], task())
    assert reading.answer == "the Ure"
    assert not reading.abstained
    assert reading.confidence == 1.0
    assert [(s.passage_id, s.quote, s.object) for s in reading.steps] == [
        ("p2", "on the Ure", "Ure")
    ]
    assert [s.status for s in reading.steps] == ["invalid"]
    assert [c.requests for c in reading.calls] == [1]
    assert reading.failures == ()


@pytest.mark.parametrize(
    ("reference", "passage_id"),
    [
        (2, "p2"),
        ("2", "p2"),
        ("[2]", "p2"),
        ("passage 2", "p2"),
        ("cape light", "p1"),
        ("p3", "p3"),
        ("Mill", "Mill"),
        (7, "7"),
        (0, "0"),
        (None, ""),
    ],
)
def test_a_citation_is_followed_and_a_false_one_stays_visible(
    read: Read, reference: Any, passage_id: str
) -> None:
    reading = read([said(steps=[step(passage=reference)])], task())
    assert reading.steps[0].passage_id == passage_id


def test_a_quote_is_given_as_the_passage_has_it(read: Read) -> None:
    quoted = step(passage=1, quote="on &lt;passage cape")
    assert read([said(steps=[quoted])], task()).steps[0].quote in PASSAGES[0].text


@pytest.mark.parametrize("answer", ["", "Not in the passages.", "unknown", None])
def test_an_abstention_says_what_is_missing_and_how_to_find_it(read: Read, answer: Any) -> None:
    plan = [{"id": "1", "text": "Who sold the mill?"}, {"id": "2", "text": "Where was #1 born?"}]
    reply = said(answer=answer, missing=["seller of the mill"], sub_questions=plan)
    reading = read([reply], task())
    assert (reading.answer, reading.abstained, reading.confidence) == ("", True, 0.0)
    assert reading.missing == ("seller of the mill",)
    assert [s.depends_on for s in reading.plan] == [(), ("1",)]
    assert len(reading.steps) == 1


def test_a_program_instead_of_json_is_a_failure_and_no_abstention(read: Read) -> None:
    program = "Sure!\n```python\nimport nltk\nprint(['mill'])\n```"
    reading = read([program], task())
    assert (reading.answer, reading.abstained) == ("", False)
    assert [f.kind for f in reading.failures] == ["unparsable"]
    assert reading.failures[0].provider == "scripted:scripted"
    assert [c.requests for c in reading.calls] == [1]


def test_a_providers_refusal_of_a_setting_surfaces_and_is_no_abstention(read: Read) -> None:
    words = "'response_format.type' must be 'json_schema' or 'text'"
    reading = read([StatusError(400, words)], task())
    assert not reading.abstained
    assert reading.failures[0].kind == "bad_request"
    assert words in reading.failures[0].message


def test_evidence_that_is_too_long_is_halved_best_first() -> None:
    chat = ScriptedChat(script=[StatusError(413, "Request too large"), said(answer="cape")])
    reading = ChatReader(ChatAccess(chat)).read(task(passages=(*PASSAGES, PASSAGES[0])))
    assert reading.answer == "cape"
    assert [p.count("</passage") for p in chat.prompts] == [4, 2]
    assert "on the Ure" in chat.prompts[1]


def test_a_question_without_evidence_that_is_too_long_fails() -> None:
    chat = ScriptedChat(script=[StatusError(413, "Request too large")])
    reading = ChatReader(ChatAccess(chat)).read(task(passages=()))
    assert [f.kind for f in reading.failures] == ["too_large"]
    assert len(chat.prompts) == 1


def test_a_plan_is_read_without_an_answer(read: Read) -> None:
    reading = read(['["Who sold the mill?", "Where was #1 born?"]'], task("plan"))
    assert [s.text for s in reading.plan] == ["Who sold the mill?", "Where was #1 born?"]
    assert (reading.answer, reading.abstained) == ("", False)


def test_a_plan_that_is_none_is_a_failure(read: Read) -> None:
    assert [f.kind for f in read(["I cannot"], task("plan")).failures] == ["unparsable"]


def test_the_same_prompt_is_not_sent_twice_for_a_question() -> None:
    chat = ScriptedChat(script=[said()])
    reader = ChatReader(ChatAccess(chat))
    first = reader.read(task())
    again = reader.read(task(stage="iterative", prior=first.calls))
    assert again.answer == first.answer
    assert again.calls == ()
    assert len(chat.prompts) == 1


def test_a_reader_without_budget_makes_no_call(read: Read) -> None:
    reading = read([said()], task(limits=Limits(calls=0)))
    assert reading.calls == ()
    assert [f.kind for f in reading.failures] == ["budget"]


def test_a_reader_is_named_after_its_model() -> None:
    assert ChatReader(ChatAccess(ScriptedChat(), "groq:m")).name == "groq:m"
