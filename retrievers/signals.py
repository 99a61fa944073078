"""What the query itself says of every passage, before passages speak for each other."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .contents import Contents, exact
from .hierarchy.dense import Aims, HierarchyIndex, exact_cosines
from .hierarchy.level import Ids
from .query import Query
from .request import SearchRequest
from .weights import Weights

K1, B = 1.2, 0.75
COMMON_SHARE = 0.05
FARTHEST = 0.5
"""What passages count for that are not among the nearest ones."""

WORDS = 500  # rows whose cosine is exact for their words' sake

Scores = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Signals:
    """Scores by row of the index; rows that may not be returned have a base of -inf.

    Attributes:
        cosine: Cosine with the query, or with the query anchored to what is held; where the
            vectors live elsewhere, an estimate by rank.
        by_term: BM25 of each term, of shape (t, rows).
        bm25: Their sum.
        named: 1 / (passages with that title) where a title stands in the query.
        mentions: Rarity of the query's phrases a passage mentions, the highest sum being 1.
        base: The weighted sum, rounded to 6 places.
    """

    cosine: Scores
    by_term: Scores
    bm25: Scores
    named: Scores
    mentions: Scores
    base: Scores


def read_signals(
    request: SearchRequest,
    query: Query,
    contents: Contents,
    eligible: NDArray[np.bool_],
    weights: Weights,
    hierarchy: HierarchyIndex | None,
) -> Signals:
    """Score all rows that are `eligible`; at least one must be.

    Vectors are scanned exactly where there is no `hierarchy`.
    """
    by_term = _bm25_by_term(query, contents)
    bm25 = by_term.sum(axis=0)
    named, mentions = _name_scores(query, contents, weights)
    words = (
        weights.bm25 * _spread(bm25, eligible) + weights.named * named + weights.mentions * mentions
    )
    if request.nearest is not None:
        cosine = similarity = _nearness(request.nearest, contents)
    else:
        aims = _anchored(request, contents, weights.cumulative)
        if hierarchy is None:
            cosine = exact_cosines(aims, contents.vectors)
        else:
            cosine = hierarchy.cosines(aims, eligible, _best_by_words(words, eligible))
        similarity = _spread(cosine, eligible)
    base = weights.cosine * similarity + words
    base = np.where(eligible, np.round(base, 6), -np.inf)
    return Signals(cosine, by_term, bm25, named, mentions, base)


def _anchored(request: SearchRequest, contents: Contents, cumulative: float) -> Aims:
    """Return the query, mixed with the query plus what is held.

    The weight moves back to the query as more is held: MatRAG, eq. 3.3 and 3.4, with the sum
    of the vectors in place of encoding the longer text again.
    """
    vector = exact(request.vector[None])
    held = sorted(contents.row_of[i] for i in set(request.held) if i in contents.row_of)
    if not held:
        return [(1.0, vector)]
    share = cumulative * request.k / (len(held) + request.k)
    longer = exact(vector + contents.vectors[held].sum(axis=0, dtype=np.float64))
    return [(1 - share, vector), (share, longer)]


def _best_by_words(words: Scores, eligible: NDArray[np.bool_]) -> Ids:
    """Return the rows that deserve an exact cosine for what words and names say of them."""
    rows = np.flatnonzero(eligible & (words > 0)).astype(np.int32)
    if len(rows) > WORDS:
        rows = rows[words[rows] >= np.partition(words[rows], -WORDS)[-WORDS]]
    return rows


def _nearness(nearest: Sequence[str], contents: Contents) -> Scores:
    """Return cosines as they typically fall with the rank, once stretched to [0, 1]."""
    scores = np.full(len(contents.alive), FARTHEST)
    for rank, key in enumerate(nearest):
        if key in contents.row_of:
            fall = math.log(1 + rank) / math.log(1 + len(nearest))
            scores[contents.row_of[key]] = 1 - (1 - FARTHEST) * fall
    return scores


def _bm25_by_term(query: Query, contents: Contents) -> Scores:
    scores = np.zeros((len(query.terms), len(contents.alive)))
    average = contents.total_length / max(1, len(contents.row_of))
    for row, (key, idf) in enumerate(zip(query.terms.tolist(), query.idf, strict=True)):
        holders, counts = contents.terms.rows(key), contents.terms.counts(key)
        norm = K1 * (1 - B + B * contents.lengths[holders] / average)
        scores[row, holders] = idf * counts * (K1 + 1) / (counts + norm)
    return scores


def _name_scores(query: Query, contents: Contents, weights: Weights) -> tuple[Scores, Scores]:
    named = np.zeros(len(contents.alive))
    mentions = np.zeros(len(contents.alive))
    total = len(contents.row_of)
    for phrase in query.phrases:
        bearers = contents.vocabulary.bearers(phrase)
        if len(bearers):
            named[bearers] = np.maximum(named[bearers], 1 / len(bearers))
        holders = contents.phrases.rows(phrase)
        if len(holders) <= COMMON_SHARE * total:
            mentions[holders] += rarity(len(holders), total, weights.rarity)
    return named, mentions / max(1.0, float(mentions.max(initial=0)))


@lru_cache(maxsize=1 << 14)
def rarity(frequency: int, total: int, exponent: float) -> float:
    """Return how much a phrase that `frequency` of `total` passages hold says, in [0, 1]."""
    return float((math.log(1 + total / frequency) / math.log(1 + total)) ** exponent)


def _spread(values: Scores, eligible: NDArray[np.bool_]) -> Scores:
    """Return `values` stretched so that those that count lie in [0, 1]."""
    low, high = float(values[eligible].min()), float(values[eligible].max())
    return (values - low) / max(1e-9, high - low)
