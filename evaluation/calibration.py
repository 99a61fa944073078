"""How far a confidence can be trusted: reliability, ranking power, risk against coverage."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class ReliabilityBin:
    """The answers whose confidence lies in [low, high); the last bin includes 1.

    Attributes:
        confidence: Their mean confidence.
        accuracy: The share of them that is right.
    """

    low: float
    high: float
    n: int
    confidence: float
    accuracy: float


@dataclass(frozen=True)
class RiskPoint:
    """What happens if only answers with at least `threshold` confidence are given.

    Attributes:
        coverage: The share of questions answered.
        risk: The share of those answers that is wrong.
    """

    threshold: float
    coverage: float
    risk: float


def reliability(
    confidences: Sequence[float], correct: Sequence[float], bins: int = 10
) -> list[ReliabilityBin]:
    """Sort answers into `bins` of equal width by confidence; empty bins are left out."""
    table: dict[int, list[tuple[float, float]]] = {}
    for confidence, right in zip(confidences, correct, strict=True):
        table.setdefault(min(int(confidence * bins), bins - 1), []).append((confidence, right))
    return [
        ReliabilityBin(
            low=number / bins,
            high=(number + 1) / bins,
            n=len(pairs),
            confidence=sum(c for c, _ in pairs) / len(pairs),
            accuracy=sum(r for _, r in pairs) / len(pairs),
        )
        for number, pairs in sorted(table.items())
    ]


def calibration_error(table: Sequence[ReliabilityBin]) -> float | None:
    """Return the expected calibration error: |confidence - accuracy|, weighted by bin size."""
    total = sum(row.n for row in table)
    if not total:
        return None
    return sum(row.n * abs(row.confidence - row.accuracy) for row in table) / total


def auroc(confidences: Sequence[float], correct: Sequence[float]) -> float | None:
    """Return how often a right answer has more confidence than a wrong one; ties count half.

    This is the area under the ROC curve, from the rank sum (Mann and Whitney 1947). None if all
    answers are right, or all wrong.
    """
    pairs = sorted(zip(confidences, correct, strict=True))
    right = sum(1 for _, is_right in pairs if is_right)
    wrong = len(pairs) - right
    if not right or not wrong:
        return None
    rank_sum, seen = 0.0, 0
    for _, group in groupby(pairs, key=lambda pair: pair[0]):
        tied = list(group)
        rank_sum += (seen + (len(tied) + 1) / 2) * sum(1 for _, is_right in tied if is_right)
        seen += len(tied)
    return (rank_sum - right * (right + 1) / 2) / (right * wrong)


def risk_coverage(confidences: Sequence[float], correct: Sequence[float]) -> list[RiskPoint]:
    """Return one point per distinct confidence, from the most confident answers on."""
    pairs = sorted(zip(confidences, correct, strict=True), reverse=True)
    points: list[RiskPoint] = []
    given, wrong = 0, 0.0
    for threshold, group in groupby(pairs, key=lambda pair: pair[0]):
        for _, is_right in group:
            given += 1
            wrong += 1 - is_right
        points.append(RiskPoint(threshold, given / len(pairs), wrong / given))
    return points
