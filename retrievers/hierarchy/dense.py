"""The hierarchy as the dense signal of the passage index, in step with its rows."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..contents import VECTOR_SCALE, Contents
from .changing import insert, remove
from .hierarchy import Aim, Hierarchy
from .level import NONE, Ids
from .nesting import Floats
from .settings import BuildSettings, SearchSettings
from .stored import Stored

REBUILD_SHARE = 0.5
OPPOSITE = SearchSettings(beam=8, rerank=50)
_SEARCH = SearchSettings()

Scores = NDArray[np.float64]
Aims = Sequence[tuple[float, Floats]]
"""Weights, and vectors as `contents.exact` gives them, of shape (1, d)."""


class HierarchyIndex:
    """A hierarchy over the rows of `contents`, built when it is first needed."""

    def __init__(self, contents: Contents, settings: BuildSettings) -> None:
        self._contents = contents
        self._settings = settings
        self._built: Hierarchy | None = None
        self._stored: Stored | None = None

    def hierarchy(self) -> Hierarchy:
        """Return the hierarchy; the contents must not be empty."""
        if self._built is None and self._stored:
            stored, self._stored = self._stored, None
            self._built = stored.restored(
                self._contents.row_of, len(self._contents.alive), self._fetch
            )
        if self._built is None:
            ids = sorted(self._contents.row_of)
            rows = np.array([self._contents.row_of[key] for key in ids], np.int32)
            self._built = Hierarchy.build(rows, self._fetch, self._settings)
        return self._built

    def keep(self, stored: Stored) -> None:
        """Let the next build start from what is stored."""
        self._stored = stored

    def save(self, stored: Stored) -> None:
        """Store the hierarchy."""
        stored.save(self.hierarchy(), self._contents.row_of)

    def forget(self) -> None:
        """Let the next search build anew, as a fresh index of the same passages would."""
        self._built = self._stored = None

    def drift(self) -> float:
        """Return how far centroids have moved since they were made; 0 where none are."""
        return self._built.drift() if self._built else 0.0

    def added(self, rows: Ids) -> None:
        """Take in rows."""
        self._follow(rows, insert)

    def removing(self, rows: Ids) -> None:
        """Let go of rows that are about to be removed."""
        self._follow(rows, remove)

    def _follow(self, rows: Ids, change: Callable[[Hierarchy, int], None]) -> None:
        """Make a change row by row; very many at once let the next search build anew."""
        if self._built is None:
            return
        if len(rows) > REBUILD_SHARE * len(self._contents.row_of):
            self.forget()
            return
        for row in rows.tolist():
            change(self._built, row)

    def cosines(self, aims: Aims, eligible: NDArray[np.bool_], wanted: Ids) -> Scores:
        """Return weighted cosines by row: exact where it matters, else those of the cluster.

        Exact are the rows that the hierarchy finds near, the farthest ones it finds, which
        set the scale, and `wanted`. Every other row counts as the mean of its cluster.
        """
        hierarchy = self.hierarchy()
        aim = [(weight, hierarchy.turned(vector[0] / VECTOR_SCALE)) for weight, vector in aims]
        scores = _estimates(hierarchy, aim, len(eligible))
        far = [(-weight, query) for weight, query in aim]
        rows = np.concatenate(
            [
                hierarchy.candidates(aim, _SEARCH, eligible),
                hierarchy.candidates(far, OPPOSITE, eligible),
                wanted,
            ]
        )
        rows = np.unique(rows)
        scores[rows] = exact_cosines(aims, self._contents.vectors[rows])
        return scores

    def _fetch(self, rows: Ids) -> Floats:
        found: Floats = self._contents.vectors[rows] / np.float32(VECTOR_SCALE)
        return found


def exact_cosines(aims: Aims, vectors: Floats) -> Scores:
    """Return the weighted cosines of rounded vectors, of shape (n,)."""
    dots = [weight * (vectors @ vector[0]).astype(np.float64) for weight, vector in aims]
    total: Scores = np.sum(dots, axis=0) / VECTOR_SCALE**2
    return total


def _estimates(hierarchy: Hierarchy, aim: Aim, count: int) -> Scores:
    level = hierarchy.levels[-1]
    query = np.sum([weight * vector for weight, vector in aim], axis=0)[: level.dimension]
    means = level.sums @ query / np.maximum(level.counts, 1)
    clusters = hierarchy.parents[:count, 0]
    scores = np.zeros(count)
    scores[: len(clusters)] = np.where(clusters == NONE, 0.0, means[clusters])
    return scores
