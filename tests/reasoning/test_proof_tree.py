"""Proof trees, and what has changed since a proof was given."""

import re
from html.parser import HTMLParser

import pytest
from reasoning_samples import (
    ANN,
    ANN_STEP,
    BRIDGE_QUESTION,
    PASSAGES,
    TOWER,
    TOWER_STEP,
    TOWN,
    TOWN_STEP,
    derived,
)

from hopgraph.reasoning.grounding import check_proof
from hopgraph.reasoning.proof_tree import as_html, as_json, as_mermaid, as_text, proof_tree
from hopgraph.reasoning.verification import verify
from hopgraph.state.values import Answer, Passage, ProofStep


def answered(*steps: ProofStep, answer: str = "Orland", **more: object) -> Answer:
    return Answer.model_validate(
        {
            "question": "In which country is the Beacon Tower?",
            "answer": answer,
            "abstained": False,
            "best_guess": answer,
            "confidence": 0.9,
            "arm": "direct",
            "reader": "scripted",
            "language": "en",
            "proof": check_proof(steps, answer, PASSAGES, BRIDGE_QUESTION),
            "evidence": (TOWER, TOWN),
            **more,
        }
    )


PROVED = answered(TOWER_STEP, TOWN_STEP)
CHAIN = derived("bridge", "The Beacon Tower is in Orland", "Beacon Tower", "Orland")


def test_the_tree_leads_from_the_answer_to_quotes_and_sources():
    assert as_text(PROVED).splitlines() == [
        "Orland (confidence 0.90)",
        "proof: valid (the last step gives the answer)",
        "└─ 2. lookup: Larkhaven is the capital of Orland",
        '   │  "It is the capital of Orland." - Larkhaven, town.txt, characters 21 to 50',
        "   └─ 1. lookup: The Beacon Tower is in Larkhaven.",
        '         "The Beacon Tower is in Larkhaven." '
        "- Beacon Tower, tower.txt, characters 0 to 33",
    ]


def test_a_step_stands_once_and_one_that_nothing_needs_stands_apart():
    tree = proof_tree(answered(TOWER_STEP, TOWN_STEP, CHAIN))
    assert [node.number for node in tree] == [3]
    assert [node.number for node in tree[0].rests_on] == [1, 2]
    stray = ANN_STEP.model_copy(update={"quote": "not there"})
    text = as_text(answered(stray, TOWER_STEP, answer="Larkhaven"))
    assert "├─ 2. lookup" in text
    assert "└─ 1. lookup: Ann Lee (born 3 May 1950) [invalid: not a quote" in text
    assert "passage ann" in text


def test_the_json_nests_steps_under_what_rests_on_them():
    tree = as_json(PROVED)
    assert tree["status"] == "valid"
    last = tree["rests_on"][0]
    assert (last["number"], last["source"], last["title"]) == (2, "town.txt", "Larkhaven")
    assert last["rests_on"][0]["quote"] == TOWER.text
    assert last["rests_on"][0]["rests_on"] == []


def test_a_guess_and_no_answer_say_so():
    guess = answered(TOWER_STEP, answer="Orland").model_copy(
        update={"answer": "", "abstained": True}
    )
    assert as_text(guess).startswith("Orland (best guess, confidence 0.90)")
    silent = guess.model_copy(update={"best_guess": ""})
    assert as_text(silent).startswith("no answer (confidence 0.90)")
    assert "no answer" in as_html(silent)
    assert as_json(silent)["rests_on"]


NASTY = '<script>alert("x")</script> & `code` #1\n["]'


@pytest.fixture
def hostile() -> Answer:
    """An answer in which every text tries to break out."""
    passage = Passage(id="p", source=NASTY, title=NASTY, text=NASTY)
    step = ProofStep(
        rule="lookup", claim=NASTY, passage_id="p", quote=NASTY, start=0, end=9, reason=NASTY
    )
    proof = PROVED.proof.model_copy(update={"steps": (step,), "reason": NASTY})
    return PROVED.model_copy(update={"answer": NASTY, "proof": proof, "evidence": (passage,)})


def test_html_is_escaped_and_well_formed(hostile: Answer):
    tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag != "br":
                tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert tags.pop() == tag

    rendered = as_html(hostile)
    Checker().feed(rendered)
    assert not tags
    assert "<script" not in rendered


def test_mermaid_labels_are_escaped(hostile: Answer):
    lines = as_mermaid(hostile).splitlines()
    assert lines[0] == "flowchart TD"
    for line in lines[1:]:
        label = re.search(r'"(.*)"', line)
        if label:
            assert not re.search(r'[<>&"`]|#(?!\w+;)', label.group(1))
    assert any("-. fails .->" in line for line in lines)
    assert "answer --> step2" in as_mermaid(PROVED)


def now(*passages: Passage) -> dict[str, Passage]:
    return {passage.id: passage for passage in passages}


def test_a_proof_stands_while_its_passages_do():
    assert verify(PROVED, now(TOWER, TOWN, ANN)) == []


def test_a_passage_that_is_gone_is_named_with_its_step():
    changes = verify(PROVED, now(TOWER))
    assert [(c.kind, c.step, c.passage_id) for c in changes] == [
        ("removed", 2, "town"),
        ("status", 0, ""),
    ]
    assert "town.txt no longer has the quote" in changes[0].message
    assert changes[1].message == "the proof was valid, now it is invalid"


def test_a_rewritten_source_that_still_has_the_quote_is_told_apart():
    rewritten = TOWN.model_copy(update={"id": "town2", "text": f"New. {TOWN.text}"})
    assert [c.kind for c in verify(PROVED, now(TOWER, rewritten))] == ["rewritten", "status"]


def test_an_edited_answer_is_found_out():
    steps = list(PROVED.proof.steps)
    steps[1] = steps[1].model_copy(update={"quote": "It is the capital of Westland."})
    proof = PROVED.proof.model_copy(update={"steps": tuple(steps)})
    changes = verify(PROVED.model_copy(update={"proof": proof}), now(TOWER, TOWN))
    assert [c.kind for c in changes] == ["not_quoted", "status"]
    other = PROVED.model_copy(update={"answer": "Westland"})
    assert [c.kind for c in verify(other, now(TOWER, TOWN))] == ["status"]


def test_an_abstention_is_checked_by_its_best_guess():
    guess = PROVED.model_copy(update={"answer": "", "abstained": True})
    assert verify(guess, now(TOWER, TOWN)) == []


def test_no_text_adds_a_line_or_steers_the_terminal():
    claim = "Tower\x1b[31m\n└─ 9. lookup: forged\u202e"
    forged = TOWN_STEP.model_copy(update={"claim": claim})
    shown = as_text(answered(TOWER_STEP, forged, answer="Orland\nproof: valid"))
    assert shown.splitlines()[0] == "Orland proof: valid (confidence 0.90)"
    assert len(shown.splitlines()) == 6
    drawn = as_mermaid(answered(TOWER_STEP, forged)) + as_html(answered(TOWER_STEP, forged))
    assert not {"\x1b", "\u202e"} & set(shown + drawn)
