import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopgraph.evaluation.bootstrap import mean_interval
from hopgraph.evaluation.calibration import (
    auroc,
    calibration_error,
    reliability,
    risk_coverage,
)

JUDGED = st.lists(
    st.tuples(st.integers(0, 10).map(lambda n: n / 10), st.sampled_from([0.0, 1.0])), max_size=40
)


def test_interval_is_the_same_every_time_and_holds_the_mean():
    values = [0.0, 1.0] * 50
    low, high = mean_interval(values)
    assert (low, high) == mean_interval(values)
    assert low < 0.5 < high
    assert high - low == pytest.approx(4 * 0.05, abs=0.03)  # two standard errors each way


def test_interval_of_equal_values_is_a_point():
    assert mean_interval([0.25] * 7) == (0.25, 0.25)


def test_interval_needs_a_value():
    with pytest.raises(ValueError, match="no values"):
        mean_interval([])


@given(JUDGED)
def test_auroc_is_the_share_of_pairs_in_the_right_order(judged):
    confidences = [c for c, _ in judged]
    correct = [r for _, r in judged]
    pairs = [
        (c > other) + 0.5 * (c == other)
        for c, right in judged
        if right
        for other, other_right in judged
        if not other_right
    ]
    if pairs:
        assert auroc(confidences, correct) == pytest.approx(sum(pairs) / len(pairs))
    else:
        assert auroc(confidences, correct) is None


@given(JUDGED)
def test_every_answer_is_in_one_reliability_bin(judged):
    table = reliability([c for c, _ in judged], [r for _, r in judged])
    assert sum(row.n for row in table) == len(judged)
    assert all(row.low - 1e-9 <= row.confidence <= row.high + 1e-9 for row in table)


def test_calibration_error_weighs_bins_by_size():
    table = reliability([0.9, 0.9, 0.9, 0.1], [1.0, 1.0, 0.0, 0.0])
    assert calibration_error(table) == pytest.approx((3 * abs(0.9 - 2 / 3) + 1 * 0.1) / 4)
    assert calibration_error([]) is None


def test_risk_coverage_starts_with_the_most_confident_answers():
    points = risk_coverage([0.9, 0.5, 0.5, 0.1], [1.0, 0.0, 1.0, 0.0])
    assert [(p.threshold, p.coverage, p.risk) for p in points] == [
        (0.9, 0.25, 0.0),
        (0.5, 0.75, pytest.approx(1 / 3)),
        (0.1, 1.0, 0.5),
    ]
