"""What is known and what is missing."""

from hop_samples import fact, features

from hopgraph.reasoning.facts import facts_of_proof
from hopgraph.reasoning.gaps import (
    conflicts,
    fill_slots,
    open_gaps,
    resolved_subject,
    substituted,
)
from hopgraph.state.values import Proof, ProofStep


def texts(*arguments: object) -> list[str]:
    return [gap.text for gap in open_gaps(*arguments)]  # type: ignore[arg-type]


def test_only_what_can_be_searched_for_is_a_gap() -> None:
    asked = features()
    assert texts(asked, []) == ["Winter Salt: author"]
    assert texts(asked, [fact("1", "Edda Quill")]) == ["Edda Quill: country born"]
    known = [fact("1", "Edda Quill"), fact("2", "Norland")]
    assert texts(asked, known) == ["Norland: capital"]
    assert texts(asked, [*known, fact("3", "Port Ellery")]) == []


def test_independent_slots_are_open_together() -> None:
    asked = features("Who is older, the director of Silver Fen or Mira Holt?")
    assert texts(asked, []) == ["Silver Fen: director", "Mira Holt: born"]


def test_missing_phrases_of_a_reader_come_last_and_once() -> None:
    missing = ["the author's country", " ", "The Author's Country", "winter salt: AUTHOR"]
    assert texts(features(), [], missing) == ["Winter Salt: author", "the author's country"]


def test_contradicted_slots_are_gaps_to_verify() -> None:
    known = [fact("1", "Edda Quill"), fact("1", "Mira Holt", "p2")]
    gaps = open_gaps(features(), known)
    assert [gap.slot for gap in gaps] == ["2", "1"]
    assert "Edda Quill" in gaps[1].text and "Mira Holt" in gaps[1].text


def test_best_supported_value_fills_a_slot_and_the_first_of_equals() -> None:
    asked = features()
    one, other = fact("1", "Edda Quill"), fact("1", "Mira Holt", "p2")
    assert fill_slots(asked, [one, other]) == {"1": "Edda Quill"}
    assert fill_slots(asked, [one, other, fact("1", "MIRA HOLT", "p3")]) == {"1": "Mira Holt"}
    assert fill_slots(asked, [fact("", "Nobody"), fact("1", "")]) == {}


def test_contradictions_need_two_passages_and_two_values() -> None:
    asked = features()
    assert conflicts(asked, [fact("1", "Edda Quill"), fact("1", "Mira Holt", "p2")]) == ["1"]
    assert conflicts(asked, [fact("1", "Edda Quill"), fact("1", "Mira Holt")]) == []
    assert conflicts(asked, [fact("1", "Lyon"), fact("1", "Lyon, Norland", "p2")]) == []
    assert conflicts(asked, [fact("1", "Lyon"), fact("2", "Norland", "p2")]) == []


def test_placeholders_take_the_values_of_filled_slots() -> None:
    asked = features()
    assert substituted("Where was #1 born, #2?", {"1": "Edda"}) == "Where was Edda born, #2?"
    assert resolved_subject(asked.slots[1], {}) == ""
    assert resolved_subject(asked.slots[1], {"1": "Edda"}) == "Edda"


def test_valid_steps_of_a_proof_fill_the_slots_asked_of_their_subjects() -> None:
    def step(subject: str, value: str, status: str = "valid", quote: str = "q") -> ProofStep:
        return ProofStep(
            rule="lookup",
            claim="c",
            passage_id="p1",
            quote=quote,
            start=0,
            end=1,
            subject=subject,
            object=value,
            status=status,  # type: ignore[arg-type]
        )

    proof = Proof(
        steps=(
            step("Winter Salt", "Edda Quill"),
            step("Nobody", "Nothing"),
            step("Edda Quill", "Norland"),
            step("Norland", "Port Ellery", status="invalid"),
            step("Norland", "Port Ellery", quote=""),
        )
    )
    found = facts_of_proof(features(), proof)
    assert [(f.slot, f.value) for f in found] == [
        ("1", "Edda Quill"),
        ("", "Nothing"),
        ("2", "Norland"),
    ]
    again = facts_of_proof(features(), proof, known=found)
    assert all(f.slot == "" for f in again)
