"""How likely an answer is right, and when that is too little to give it."""

import math
from collections.abc import Sequence

from ..state.context import Abstain
from ..state.values import Passage, Proof, ProofStatus

TRUST: dict[ProofStatus, float] = {"valid": 0.98, "partial": 0.6, "invalid": 0.35, "refused": 0.05}
"""How sure a reader may be of an answer whose proof has this status.

A chat model has no measure of its own confidence, and counts as wholly sure: so for it the proof
decides.
"""

BASE = -3.06
WEIGHTS: dict[str, float] = {
    "unproved": -0.37,
    "invalid": 0.0,
    "reader": 0.88,
    "agreement": 1.14,
    "alone": 0.94,
    "unfaithful": -1.0,
    "retrieval": 3.0,
}
"""Fitted by `benchmarks/confidence/refit.py`, but for two: see there.

Logistic regression on exact match, on the given questions of three English data sets together;
no piece of evidence tells one set from another.
"""

ABSTAIN_BELOW = 0.03
"""Where the `calibrated` policy falls silent.

It is low on purpose: a guess that says how unsure it is helps more than silence, until it is
almost surely wrong. Of the answers below it 2 of 59 were right on MuSiQue and 1 of 4 on HotpotQA;
on 2WikiMultiHopQA there were none.
"""


def answer_confidence(
    proof: Proof,
    *,
    faithfulness: float,
    retrieval: float,
    reader: float = 1.0,
    agreement: float | None = None,
) -> float:
    """Return how likely the answer is right, in (0, 1).

    1 / (1 + exp(-z)), where z is `BASE` plus the weighed sum of `answer_evidence`. It never falls
    when a part rises or the status improves, and without a valid proof it is lower than with one.

    Args:
        proof: The checked proof.
        faithfulness: How far the claims say what their quotes say, in [0, 1].
        retrieval: Score of the evidence, in [0, 1]; see `evidence_score`.
        reader: The reader's own confidence, in [0, 1]; 1 for a reader that has none.
        agreement: The share of the other arms that agree, in [0, 1]; None if there are none.
    """
    held = answer_evidence(
        proof,
        faithfulness=faithfulness,
        retrieval=retrieval,
        reader=reader,
        agreement=agreement,
    )
    z = BASE + sum(weight * held[name] for name, weight in WEIGHTS.items())
    return round(1 / (1 + math.exp(-z)), 6)


def answer_evidence(
    proof: Proof,
    *,
    faithfulness: float,
    retrieval: float,
    reader: float = 1.0,
    agreement: float | None = None,
) -> dict[str, float]:
    """Return what speaks for and against an answer; the arguments are `answer_confidence`'s.

    Returns:
        unproved: 1 unless the proof is valid.
        invalid: 1 if it is invalid or refused.
        reader: ln(r / (1 - r)) of the reader's confidence r, at most `TRUST` in the proof.
        agreement: The share of the other arms that agree; 0 if there are none.
        alone: 1 if there are none: nothing was left to doubt.
        unfaithful: 1 - faithfulness.
        retrieval: Score of the evidence.
    """
    trusted = max(1 - TRUST["valid"], min(reader, TRUST[proof.status]))
    return {
        "unproved": float(proof.status != "valid"),
        "invalid": float(proof.status in ("invalid", "refused")),
        "reader": math.log(trusted / (1 - trusted)),
        "agreement": agreement or 0.0,
        "alone": float(agreement is None),
        "unfaithful": 1 - faithfulness,
        "retrieval": retrieval,
    }


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
