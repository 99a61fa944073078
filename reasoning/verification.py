"""Whether a proof given earlier still stands, and what has changed since."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from ..state.values import Answer, Passage, ProofStep
from .grounding import check_proof
from .matching import find_verbatim
from .question import analyze_question

ChangeKind = Literal["removed", "rewritten", "not_quoted", "status"]


@dataclass(frozen=True)
class Change:
    """One thing that is no longer as the proof says.

    Attributes:
        kind: "removed" if the quoted passage is gone and its source no longer says the quote;
            "rewritten" if the passage is gone, but the source still says the quote elsewhere;
            "not_quoted" if the passage stands, but not with that quote at that place;
            "status" if the whole proof now comes out differently.
        step: Number of the step, from 1; 0 for the whole proof.
        passage_id: The passage it quotes, or "".
        message: What has changed, in one line.
    """

    kind: ChangeKind
    step: int
    passage_id: str
    message: str


def verify(answer: Answer, passages_now: Mapping[str, Passage]) -> list[Change]:
    """Check the proof of `answer` again, against the passages as they are now.

    Args:
        answer: An answer, as it was given; it may have been edited since.
        passages_now: By id, the passages that its proof quotes and those that were read, as
            far as they still exist, and, where a quoted one does not, those its source has now.

    Returns:
        What has changed; empty if everything stands.
    """
    sources = {passage.id: passage.source for passage in answer.evidence}
    changes = [
        change
        for number, step in enumerate(answer.proof.steps, 1)
        if step.passage_id
        for change in _step_changes(number, step, sources.get(step.passage_id, ""), passages_now)
    ]
    features = analyze_question(answer.question, answer.language)
    said = answer.best_guess if answer.abstained else answer.answer
    read = {*sources, *(step.passage_id for step in answer.proof.steps)}
    standing = [passage for passage in passages_now.values() if passage.id in read]
    status = check_proof(answer.proof.steps, said, standing, features).status
    if status != answer.proof.status:
        was = answer.proof.status
        changes.append(Change("status", 0, "", f"the proof was {was}, now it is {status}"))
    return changes


def _step_changes(
    number: int, step: ProofStep, source: str, passages_now: Mapping[str, Passage]
) -> Iterator[Change]:
    passage = passages_now.get(step.passage_id)
    if passage is not None:
        if step.start >= 0 and passage.text[step.start : step.end] != step.quote:
            message = f"step {number}: {source} does not have the quote at {step.start}"
            yield Change("not_quoted", number, step.passage_id, message)
        return
    successors = [p for p in passages_now.values() if source and p.source == source]
    if any(find_verbatim(p.text, step.quote) for p in successors):
        message = f"step {number}: {source} was rewritten; the quote still stands in it"
        yield Change("rewritten", number, step.passage_id, message)
    else:
        message = f"step {number}: {source or step.passage_id} no longer has the quote"
        yield Change("removed", number, step.passage_id, message)
