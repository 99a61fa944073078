"""From the arms' candidates to the answer that is given."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..state.reasoning import ReasoningState
from ..state.values import Answer, ArmName, Candidate, Passage, Proof
from .answers import answer_key
from .arbitration import GROUNDING
from .confidence import answer_confidence, evidence_score, should_abstain
from .faithfulness import support
from .grounding import check_proof
from .usage import usage_of

_NO_PROOF = Proof(reason="no arm proposed an answer")
_NOTHING_FOUND = Proof(
    reason="no passage was found: the corpus is empty, or nothing in it has that metadata or day"
)
_UNPROVED = Proof(status="invalid", reason="a person's answer, which no step of the arms proves")


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
    proof = candidate.proof if candidate else _without_candidate(state)
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


def _without_candidate(state: ReasoningState) -> Proof:
    found = state.get("pool") or state.get("failures")
    return _NO_PROOF if found else _NOTHING_FOUND


def as_said(state: ReasoningState, answer: Answer, said: str) -> Answer:
    """Return `answer` with what a person says instead.

    Its proof is the best that the steps of an arm make for it; where they make none it is
    invalid and has no steps. The confidence is that of such a proof, and of the arms that agree.
    """
    passages, features = state.get("passages", []), state["features"]
    key = answer_key(said, features.answer_type)
    agreeing = {
        c.arm: answer_key(c.answer, features.answer_type) == key
        for c in state.get("candidates", [])
        if c.arm != "duplicate" and not c.abstained
    }
    proofs = [
        check_proof(c.proof.steps, said, passages, features) for c in state.get("candidates", [])
    ]
    best = max(proofs, key=lambda proof: GROUNDING[proof.status], default=_UNPROVED)
    proof = best if GROUNDING[best.status] else _UNPROVED
    return answer.model_copy(
        update={
            "answer": said,
            "abstained": False,
            "arm": next((arm for arm, agrees in agreeing.items() if agrees), None),
            "proof": proof,
            "confidence": answer_confidence(
                proof,
                faithfulness=support(proof.steps),
                retrieval=evidence_score(proof, passages),
                agreement=sum(agreeing.values()) / len(agreeing) if agreeing else None,
            ),
        }
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
