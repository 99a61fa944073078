"""Arbitration among the arms' answers."""

from itertools import permutations

import pytest

from hopgraph.reasoning.arbitration import arbitrate
from hopgraph.state.values import ArmName, Candidate, Proof, ProofStatus, QuestionFeatures


def said(
    arm: ArmName,
    answer: str,
    status: ProofStatus = "invalid",
    faithfulness: float = 0.0,
    **more: object,
) -> Candidate:
    return Candidate.model_validate(
        {
            "arm": arm,
            "answer": answer,
            "proof": Proof(status=status),
            "faithfulness": faithfulness,
            **more,
        }
    )


def test_a_proved_answer_beats_two_unproved_ones_that_agree():
    decision = arbitrate(
        [
            said("direct", "Orland", "valid", 1.0),
            said("decomposition", "Larkhaven"),
            said("iterative", "Larkhaven"),
        ]
    )
    assert decision.winner is not None
    assert decision.winner.arm == "direct"
    assert decision.scores == {"decomposition": 0.25, "iterative": 0.25, "direct": 1.3}
    assert decision.signal == "grounding"
    assert decision.agreement == 0.0


def test_equal_answers_are_one_group_however_they_are_written():
    asked = QuestionFeatures(answer_type="date")
    decision = arbitrate(
        [
            said("direct", "30 July 1970", "partial"),
            said("decomposition", "July 30, 1970", "valid"),
            said("iterative", "31 July 1970", "valid"),
        ],
        asked,
    )
    assert decision.winner is not None
    assert decision.winner.arm == "decomposition"
    assert [len(group.members) for group in decision.groups] == [2, 1]
    assert decision.groups[0].score == 1.75
    assert decision.agreement == decision.agreement_with("direct") == 0.5
    assert decision.agreement_with("iterative") == 0.0
    assert decision.agreement_with("duplicate") is None


def test_the_duplicate_adds_weight_but_no_voice():
    iterative, copy = said("iterative", "A", "valid"), said("duplicate", "A", "valid")
    decision = arbitrate([iterative, copy, said("direct", "B", "valid", 1.0)])
    assert decision.winner == iterative
    assert decision.groups[0].score == 2.0
    assert decision.groups[0].agreement == 0.0


def test_an_abstention_is_neither_member_nor_voice():
    decision = arbitrate(
        [
            said("direct", "A", "partial"),
            said("decomposition", "Not in passages"),
            said("iterative", "B", "valid", abstained=True),
        ]
    )
    assert decision.winner is not None
    assert decision.winner.arm == "direct"
    assert decision.scores == {"decomposition": 0.0, "iterative": 0.0, "direct": 0.5}
    assert decision.agreement is None


def test_when_all_abstain_the_best_guess_is_still_known():
    decision = arbitrate(
        [said("direct", "A", abstained=True), said("iterative", "B", "partial", abstained=True)]
    )
    assert decision.winner is None
    assert decision.best_guess is not None
    assert decision.best_guess.answer == "B"
    assert decision.signal == "none"


def test_nothing_is_decided_over_nothing():
    decision = arbitrate([])
    assert (decision.winner, decision.best_guess, decision.groups) == (None, None, ())


@pytest.mark.parametrize(
    ("candidates", "signal"),
    [
        ([said("direct", "A"), said("decomposition", "A")], "agreement"),
        ([said("direct", "A", faithfulness=1.0)], "faithfulness"),
        ([said("direct", "A")], "none"),
    ],
)
def test_the_signal_is_the_part_that_weighs_most(candidates: list[Candidate], signal: str):
    assert arbitrate(candidates).signal == signal


def test_ties_go_by_priority_and_the_order_of_the_arms_changes_nothing():
    arms = [
        said("direct", "A", "valid", 0.5),
        said("decomposition", "B", "valid", 0.5),
        said("iterative", "C", "valid", 0.5),
    ]
    for order in permutations(arms):
        decision = arbitrate(order)
        assert decision.winner is not None
        assert decision.winner.answer == "B"
        assert list(decision.scores) == ["decomposition", "iterative", "direct"]
