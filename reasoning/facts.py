"""Facts that a checked proof gives to the slots of a question."""

from collections.abc import Sequence

from ..state.values import Fact, Proof, ProofStep, QuestionFeatures
from .gaps import fill_slots, resolved_subject
from .matching import same_name


def facts_of_proof(
    features: QuestionFeatures, proof: Proof, known: Sequence[Fact] = ()
) -> list[Fact]:
    """Return a fact for each valid step that quotes a passage, with the slot that it fills.

    A step fills the first open slot that is asked of the step's subject.
    """
    facts: list[Fact] = []
    for step in proof.steps:
        if step.status == "valid" and step.quote and step.passage_id:
            facts.append(_fact(step, _slot(features, step, [*known, *facts])))
    return facts


def _slot(features: QuestionFeatures, step: ProofStep, facts: Sequence[Fact]) -> str:
    filled = fill_slots(features, facts)
    for slot in features.slots:
        subject = resolved_subject(slot, filled)
        if slot.id not in filled and subject and same_name(subject, step.subject):
            return slot.id
    return ""


def _fact(step: ProofStep, slot: str) -> Fact:
    return Fact(
        text=step.quote,
        passage_id=step.passage_id,
        start=max(0, step.start),
        end=max(0, step.end),
        slot=slot,
        value=step.object,
    )
