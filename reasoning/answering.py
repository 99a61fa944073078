"""From the arms' candidates to the answer that is given."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..state.reasoning import ReasoningState
from ..state.values import Answer, ArmName, Candidate, Passage, Proof
from .confidence import answer_confidence, evidence_score, should_abstain
from .usage import usage_of

_NO_PROOF = Proof(reason="no arm proposed an answer")


@dataclass(frozen=True)
class Choice:
    """What arbitration chose: the candidate to answer with, or to guess with.

    Attributes:
        candidate: The winner, or the best guess of arms that abstained; None if there is none.
        stands: Whether some arm stands by it.
        agreement: The share of the other voices that agree, in [0, 1]; None for one voice.
    """

    candidate: Candidate | None
    stands: bool
    agreement: float | None = None


def compose(state: ReasoningState, choice: Choice, reader: str) -> Answer:
    """Return the answer, with everything it rests on."""
    candidate = choice.candidate
    passages = state.get("passages", [])
    proof = candidate.proof if candidate else _NO_PROOF
    confidence = _confidence(choice, passages)
    abstained = candidate is None or not choice.stands or _is_silent(state, proof, confidence)
    if candidate is not None and candidate.answer and state["settings"].abstain == "never":
        abstained = False
    return Answer(
        question=state["question"],
        answer="" if abstained or candidate is None else candidate.answer,
        abstained=abstained,
        best_guess=candidate.answer if candidate else "",
        confidence=confidence,
        arm=_arm(candidate),
        reader=reader,
        language=state["language"],
        proof=proof,
        evidence=tuple(_read(candidate, passages)),
        hops=tuple(state.get("hop_results", [])),
        arms=tuple(state.get("candidates", [])),
        usage=usage_of(state.get("calls", [])),
        failures=tuple(state.get("failures", [])),
    )


def _confidence(choice: Choice, passages: Sequence[Passage]) -> float:
    candidate = choice.candidate
    if candidate is None:
        return 0.0
    return answer_confidence(
        candidate.proof,
        faithfulness=candidate.faithfulness,
        retrieval=evidence_score(candidate.proof, passages),
        reader=candidate.confidence,
        agreement=choice.agreement,
    )


def _is_silent(state: ReasoningState, proof: Proof, confidence: float) -> bool:
    return should_abstain(state["settings"].abstain, proof, confidence)


def _arm(candidate: Candidate | None) -> ArmName | None:
    return candidate.arm if candidate else None


def _read(candidate: Candidate | None, passages: Sequence[Passage]) -> list[Passage]:
    """Return what the winning arm read, the quoted passages first."""
    if candidate is None:
        return list(passages)
    quoted = {step.passage_id for step in candidate.proof.steps}
    read = [p for p in passages if p.id in candidate.evidence or p.id in quoted]
    return sorted(read, key=lambda p: p.id not in quoted)
