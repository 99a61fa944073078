"""From scores question by question to means, intervals and groups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .bootstrap import mean_interval
from .datasets import QuestionRow

Scores = Mapping[str, float]


@dataclass(frozen=True)
class Scored:
    """One question with its scores; a score that does not apply is left out."""

    question: QuestionRow
    scores: Scores


def means(rows: Sequence[Scores]) -> dict[str, float]:
    """Return the mean of each score over the questions that have it, rounded to 6 places."""
    return {name: round(sum(values) / len(values), 6) for name, values in _by_name(rows).items()}


def intervals(rows: Sequence[Scores]) -> dict[str, tuple[float, float]]:
    """Return the 95 % bootstrap interval of the mean of each score."""
    return {name: mean_interval(values) for name, values in _by_name(rows).items()}


def groups(rows: Sequence[Scored]) -> dict[str, dict[str, dict[str, float]]]:
    """Return the means by question type, number of hops and origin of the labels.

    A grouping with fewer than two groups is left out.
    """
    result = {}
    for name in ("type", "hops", "labels"):
        grouped: dict[str, list[Scores]] = {}
        for row in rows:
            value = getattr(row.question, name)
            grouped.setdefault("unknown" if value in ("", None) else str(value), []).append(
                row.scores
            )
        if len(grouped) > 1:
            result[name] = {
                value: {"n": len(members), **means(members)}
                for value, members in sorted(grouped.items())
            }
    return result


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Return the 50th and 95th percentile, rounded to 3 places; 0 where there are no values."""
    if not values:
        return {"p50": 0.0, "p95": 0.0}
    p50, p95 = np.percentile(np.asarray(values, dtype=np.float64), (50, 95))
    return {"p50": round(float(p50), 3), "p95": round(float(p95), 3)}


def question_lines(rows: Sequence[Scored]) -> list[dict[str, Any]]:
    """Return one JSON object per question: enough to compare two runs."""
    return [
        {
            "id": row.question.id,
            "question": row.question.question,
            "scores": {name: round(value, 6) for name, value in row.scores.items()},
        }
        for row in rows
    ]


def _by_name(rows: Sequence[Scores]) -> dict[str, list[float]]:
    values: dict[str, list[float]] = {}
    for scores in rows:
        for name, value in scores.items():
            values.setdefault(name, []).append(value)
    return values
