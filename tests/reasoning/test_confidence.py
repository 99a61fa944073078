"""Confidence, and when it is too little."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reasoning_samples import ANN, BO, TOWER, TOWER_STEP

from hopgraph.reasoning.confidence import (
    ABSTAIN_BELOW,
    CEILING,
    answer_confidence,
    evidence_score,
    should_abstain,
)
from hopgraph.state.values import Proof, ProofStatus

shares = st.floats(0, 1)
STATUSES: tuple[ProofStatus, ...] = ("valid", "partial", "invalid", "refused")


@given(shares, shares, shares, st.none() | shares, shares, st.sampled_from(STATUSES))
def test_confidence_never_falls_when_a_part_rises(
    faith: float,
    retrieval: float,
    reader: float,
    agreement: float | None,
    more: float,
    status: ProofStatus,
):
    parts = {"faithfulness": faith, "retrieval": retrieval, "reader": reader}
    base = answer_confidence(Proof(status=status), agreement=agreement, **parts)
    assert 0 <= base <= CEILING[status]
    for name in parts:
        raised = parts | {name: max(parts[name], more)}
        assert answer_confidence(Proof(status=status), agreement=agreement, **raised) >= base
    if agreement is not None:
        raised_agreement = max(agreement, more)
        proof = Proof(status=status)
        assert answer_confidence(proof, agreement=raised_agreement, **parts) >= base
    assert answer_confidence(Proof(status="valid"), agreement=agreement, **parts) >= base


def test_an_unproved_answer_says_so_in_its_confidence():
    best = {"faithfulness": 1.0, "retrieval": 1.0, "reader": 1.0}
    assert answer_confidence(Proof(status="valid"), **best) == CEILING["valid"]
    assert answer_confidence(Proof(status="invalid"), **best) == CEILING["invalid"]


def test_the_evidence_is_scored_by_what_the_proof_quotes():
    passages = [TOWER.model_copy(update={"score": 0.4}), ANN.model_copy(update={"score": 0.9}), BO]
    assert evidence_score(Proof(steps=(TOWER_STEP,)), passages) == 0.4
    assert evidence_score(Proof(), passages) == 0.9
    assert evidence_score(Proof(), []) == 0.0


@pytest.mark.parametrize(
    ("policy", "status", "confidence", "silent"),
    [
        ("never", "refused", 0.0, False),
        ("unproved", "partial", 0.9, True),
        ("unproved", "valid", 0.1, False),
        ("calibrated", "invalid", ABSTAIN_BELOW, False),
        ("calibrated", "valid", ABSTAIN_BELOW - 0.01, True),
    ],
)
def test_each_policy_falls_silent_where_it_says(
    policy: str, status: ProofStatus, confidence: float, silent: bool
):
    assert should_abstain(policy, Proof(status=status), confidence) is silent  # type: ignore[arg-type]
