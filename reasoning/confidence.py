"""How likely an answer is right, and when that is too little to give it."""

from collections.abc import Sequence

from ..state.context import Abstain
from ..state.values import Passage, Proof, ProofStatus

CEILING: dict[ProofStatus, float] = {"valid": 0.95, "partial": 0.6, "invalid": 0.35, "refused": 0.1}
"""The most confidence that a proof of each status allows."""

ABSTAIN_BELOW = 0.2
"""Where the `calibrated` policy falls silent.

It is low on purpose: a guess that says how unsure it is helps more than silence, until it is
wrong four times in five. An unproved answer stays above it only if its reader is sure of it or
its evidence is good.
"""

_READER, _AGREEMENT, _FAITHFULNESS, _RETRIEVAL = 0.5, 0.2, 0.15, 0.15


def answer_confidence(
    proof: Proof,
    *,
    faithfulness: float,
    retrieval: float,
    reader: float = 1.0,
    agreement: float | None = None,
) -> float:
    """Return how likely the answer is right, in [0, 1].

    ceiling(status) x (0.5 reader + 0.2 agreement + 0.15 faithfulness + 0.15 retrieval), where
    the ceiling is 0.95 for a valid proof, 0.6 partial, 0.35 invalid, 0.1 refused. With one
    voice there is no agreement, and the other three weights are scaled up to 1. It never falls
    when a part rises or the status improves.

    Args:
        proof: The checked proof.
        faithfulness: How far the claims say what their quotes say, in [0, 1].
        retrieval: Score of the evidence, in [0, 1]; see `evidence_score`.
        reader: The reader's own confidence, in [0, 1]; 1 for a reader that has none.
        agreement: The share of the other arms that agree, in [0, 1]; None if there are none.
    """
    share = _READER * reader + _FAITHFULNESS * faithfulness + _RETRIEVAL * retrieval
    if agreement is None:
        share /= 1.0 - _AGREEMENT
    else:
        share += _AGREEMENT * agreement
    return round(CEILING[proof.status] * share, 6)


def evidence_score(proof: Proof, passages: Sequence[Passage]) -> float:
    """Return the mean retrieval score of the passages that `proof` quotes, in [0, 1].

    Without a quote it is that of the best passage; 0 without passages.
    """
    cited = {step.passage_id for step in proof.steps if step.passage_id}
    scores = [passage.score for passage in passages if passage.id in cited]
    if scores:
        return sum(scores) / len(scores)
    return max((passage.score for passage in passages), default=0.0)


def should_abstain(policy: Abstain, proof: Proof, confidence: float) -> bool:
    """Tell whether `policy` gives no answer at this proof and confidence.

    Args:
        policy: "never" always answers; "unproved" only with a valid proof; "calibrated" from a
            confidence of `ABSTAIN_BELOW`.
        proof: The checked proof of the answer.
        confidence: From `answer_confidence`.
    """
    if policy == "never":
        return False
    if policy == "unproved":
        return proof.status != "valid"
    return confidence < ABSTAIN_BELOW
