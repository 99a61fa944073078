"""The hierarchy over rows of vectors: searched from the top, and changed where rows change."""

import numpy as np
from numpy.typing import NDArray

from .building import Fetch, build_levels, scan_dimension
from .level import NONE, Ids, Level
from .nesting import Floats, fit_rotation, unit_prefixes
from .settings import BuildSettings, SearchSettings

Aim = list[tuple[float, Floats]]
"""Weights and rotated queries, of shape (d,): what similarity is taken with, eq. 3.3."""


class Hierarchy:
    """A DAG of clusters over rows, whose vectors the owner keeps.

    Attributes:
        rotation: Turns vectors onto the axes whose prefixes count, of shape (d, d).
        levels: Root first; members of the last are rows.
        parents: The clusters of the last level that hold each row, of shape (capacity, p).
        fetch: Gives the vectors of rows.
    """

    def __init__(self, rotation: Floats, levels: list[Level], parents: Ids, fetch: Fetch) -> None:
        self.rotation = rotation
        self.levels = levels
        self.parents = parents
        self.fetch = fetch

    @classmethod
    def build(cls, rows: Ids, fetch: Fetch, settings: BuildSettings) -> "Hierarchy":
        """Build over `rows`, at least one, in an order that follows from what they are."""
        dimension = fetch(rows[:1]).shape[1]
        rotation = np.eye(dimension, dtype=np.float32)
        if settings.rotate:
            rotation = fit_rotation(fetch(rows))
        levels, attached = build_levels(rows, fetch, rotation, settings)
        parents = np.full((int(rows.max()) + 1, settings.parents), NONE, np.int32)
        parents[rows] = attached
        return cls(rotation, levels, parents, fetch)

    def __contains__(self, row: int) -> bool:
        return row < len(self.parents) and bool(self.parents[row, 0] != NONE)

    def rows(self) -> Ids:
        """Return all rows, rising."""
        return np.flatnonzero(self.parents[:, 0] != NONE).astype(np.int32)

    def drift(self) -> float:
        """Return the mean of 1 - cosine of each centroid with what it was when made, in [0, 2]."""
        return round(float(np.concatenate([level.drift() for level in self.levels]).mean()), 6)

    def turned(self, vector: Floats) -> Floats:
        """Return a vector, of shape (d,), on the axes of the hierarchy."""
        found: Floats = vector @ self.rotation
        return found

    def descend(self, aim: Aim, beam: int | None) -> Ids:
        """Return the clusters of the last level that a search from the top ends in, best first.

        Args:
            aim: What to look for.
            beam: Clusters followed at each level; None for all.
        """
        clusters = self.levels[0].alive
        for number, level in enumerate(self.levels):
            if number:
                above = self.levels[number - 1].buckets
                clusters = np.unique(np.concatenate([above[c].ids for c in clusters.tolist()]))
            scores = np.round(level.unit[clusters] @ aimed(aim, level.dimension), 6)
            clusters = clusters[np.argsort(-scores, kind="stable")[:beam]]
        return clusters

    def members(self, clusters: Ids) -> Ids:
        """Return the rows in `clusters` of the last level, rising."""
        buckets = self.levels[-1].buckets
        return np.unique(np.concatenate([buckets[c].ids for c in clusters.tolist()]))

    def candidates(
        self, aim: Aim, settings: SearchSettings, eligible: NDArray[np.bool_] | None = None
    ) -> Ids:
        """Return the rows worth comparing at full length, rising.

        Args:
            aim: What to look for.
            settings: How far to look.
            eligible: Which rows may be returned, by row; None for all.
        """
        target = aimed(aim, scan_dimension(len(self.rotation)))
        buckets = [self.levels[-1].buckets[c] for c in self.descend(aim, settings.beam).tolist()]
        rows = np.concatenate([bucket.ids for bucket in buckets])
        scores = np.concatenate([bucket.codes.astype(np.float32) @ target for bucket in buckets])
        if eligible is not None:
            rows, scores = rows[eligible[rows]], scores[eligible[rows]]
        if len(rows) > settings.rerank:
            least = np.partition(scores, -settings.rerank)[-settings.rerank]
            rows = rows[scores >= least]
        return np.unique(rows)

    def nbytes(self) -> int:
        """Return how many bytes the hierarchy takes beside the vectors."""
        size = self.rotation.nbytes + self.parents.nbytes
        for level in self.levels:
            arrays = (level.sums, level.unit, level.built, level.counts, level.parents)
            size += sum(array.nbytes for array in arrays)
            size += sum(bucket.nbytes for bucket in level.buckets)
        return size


def aimed(aim: Aim, dimension: int) -> Floats:
    """Return the vector whose dot product with a unit prefix is S_l (eq. 3.3), of shape (m,)."""
    total = np.zeros(dimension, np.float32)
    for weight, query in aim:
        total += np.float32(weight) * unit_prefixes(query[None], dimension)[0]
    return total
