"""Confidence, and when it is too little."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reasoning_samples import ANN, BO, TOWER, TOWER_STEP

from hopgraph.reasoning.confidence import (
    ABSTAIN_BELOW,
    TRUST,
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
    assert 0 < base < 1
    for name in parts:
        raised = parts | {name: max(parts[name], more)}
        assert answer_confidence(Proof(status=status), agreement=agreement, **raised) >= base
    if agreement is not None:
        raised_agreement = max(agreement, more)
        proof = Proof(status=status)
        assert answer_confidence(proof, agreement=raised_agreement, **parts) >= base
    assert answer_confidence(Proof(status="valid"), agreement=agreement, **parts) >= base


@given(shares, shares, shares, st.none() | shares, st.sampled_from(STATUSES[1:]))
def test_an_unproved_answer_lies_below_a_proved_one(
    faith: float, retrieval: float, reader: float, agreement: float | None, status: ProofStatus
):
    parts = {"faithfulness": faith, "retrieval": retrieval, "reader": reader}
    proved = answer_confidence(Proof(status="valid"), agreement=agreement, **parts)
    assert answer_confidence(Proof(status=status), agreement=agreement, **parts) < proved


def test_a_reader_without_a_measure_of_its_own_is_as_sure_as_its_proof_is_good():
    parts = {"faithfulness": 1.0, "retrieval": 0.6, "reader": 1.0}
    by_status = [answer_confidence(Proof(status=status), **parts) for status in STATUSES]
    assert by_status == sorted(by_status, reverse=True)
    assert by_status[0] > 0.9 and by_status[1] < 0.5 and by_status[2] < 0.3
    assert by_status[3] < 0.1 and list(TRUST) == list(STATUSES)


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
