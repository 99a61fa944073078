"""The few passages that are compared with each other."""

import numpy as np
from numpy.typing import NDArray

from .contents import Contents
from .query import Query
from .signals import Scores, rarity
from .weights import Weights

POOL_SIZE = 80
SOURCES = 15
ROUNDS = 2
PHRASE_SHARE, TITLE_SHARE = 0.35, 0.5
MAX_TITLE_PASSAGES = 20
LINKABLE_SHARE, LINKABLE_MIN = 0.02, 5

PoolRows = NDArray[np.int64]


def choose_pool(
    base: Scores, held: list[int], size: int, query: Query, contents: Contents, weights: Weights
) -> PoolRows:
    """Return the rows worth comparing, the held ones first, then the best first.

    They are the best by what the query says, and the best after their phrases have led on to
    others, twice. Of passages with one text only the first is kept.
    """
    reached = base
    for _ in range(ROUNDS):
        sources = [*held, *best(reached, SOURCES, contents)]
        reached = base + _reach(sources, reached, query, contents, weights)
    chosen = {*best(base, size // 2, contents), *best(reached, size, contents)}.difference(held)
    ordered = sorted(chosen, key=lambda row: (-reached[row], contents.passage_id(row)))
    seen: set[int] = set()
    rows = []
    for row in (*held, *ordered):
        digest = int(contents.digests[row])
        if digest not in seen:
            rows.append(row)
        seen.add(digest)
    return np.array(rows, np.int64)


def best(scores: Scores, count: int, contents: Contents) -> list[int]:
    """Return the `count` rows with the highest finite scores, best first, ties by id."""
    if count < len(scores):
        least = np.partition(scores, -count)[-count]
        rows = np.flatnonzero((scores >= least) & np.isfinite(scores))
    else:
        rows = np.flatnonzero(np.isfinite(scores))
    ranked = sorted(rows.tolist(), key=lambda row: (-scores[row], contents.passage_id(row)))
    return ranked[:count]


def linkable(frequency: int, total: int) -> bool:
    """Tell whether a phrase on `frequency` passages of `total` says that two belong together."""
    return 2 <= frequency <= LINKABLE_SHARE * total + LINKABLE_MIN


def _reach(
    sources: list[int], scores: Scores, query: Query, contents: Contents, weights: Weights
) -> Scores:
    """Return what the phrases of `sources` give to the other passages that hold them."""
    total = len(contents.row_of)
    strongest: dict[int, float] = {}
    for row in sources:
        score = float(scores[row])
        for phrase in contents.occurrences[row].phrases.tolist():
            if score > strongest.get(phrase, 0.0):
                strongest[phrase] = score
    reached, gains = [np.empty(0, np.int32)], [0.0]
    for phrase in strongest.keys() - set(query.phrases):
        holders = contents.phrases.rows(phrase)
        if not linkable(len(holders), total):
            continue
        reached.append(holders)
        gains.append(PHRASE_SHARE * rarity(len(holders), total, weights.rarity) * strongest[phrase])
        bearers = contents.vocabulary.bearers(phrase)
        if len(bearers) <= MAX_TITLE_PASSAGES:
            reached.append(bearers)
            gains.append(TITLE_SHARE * strongest[phrase])
    gained = np.zeros(len(scores))
    np.maximum.at(gained, np.concatenate(reached), np.repeat(gains, list(map(len, reached))))
    return np.round(gained, 6)
