"""Percentile ranks, and their fusion: how MothRag mixes two channels of scores."""

from collections.abc import Sequence

ALPHA = 0.1
"""The weight of the search channel; the judge has the rest."""


def percentile_ranks(scores: Sequence[float]) -> list[float]:
    """Return (r - 0.5) / n for each score, where r is its rank from 1, shared by ties."""
    ordered = sorted(scores)
    count = len(ordered)
    # A tie over ranks first+1 .. first+ties has the mean rank first + (ties + 1) / 2.
    first = {score: ordered.index(score) for score in scores}
    return [(first[s] + (ordered.count(s) + 1) / 2 - 0.5) / count for s in scores]


def pit_fuse(judge: Sequence[float], search: Sequence[float], alpha: float = ALPHA) -> list[float]:
    """Return (1 - alpha) x the percentile rank by `judge` + alpha x that by `search`."""
    ranks = zip(percentile_ranks(judge), percentile_ranks(search), strict=True)
    return [(1 - alpha) * by_judge + alpha * by_search for by_judge, by_search in ranks]


def fused_order(judge: Sequence[float], search: Sequence[float], alpha: float = ALPHA) -> list[int]:
    """Return the places of the candidates, best first; equals keep their order."""
    fused = pit_fuse(judge, search, alpha)
    return sorted(range(len(fused)), key=lambda place: -fused[place])
