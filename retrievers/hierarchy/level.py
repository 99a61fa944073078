"""One level of the hierarchy: its clusters, their running sums and their members."""

import numpy as np
from numpy.typing import NDArray

from .nesting import Floats, unit_prefixes

Ids = NDArray[np.int32]
Codes = NDArray[np.int8]

NONE = -1
SPARE = 8


class Bucket:
    """The members of one cluster, side by side in memory, with their codes."""

    def __init__(self, ids: Ids, codes: Codes) -> None:
        self._ids, self._codes, self.count = ids, codes, len(ids)

    @property
    def ids(self) -> Ids:
        """The members: rows, or clusters of the level below."""
        return self._ids[: self.count]

    @property
    def codes(self) -> Codes:
        """Their codes, of shape (n, s)."""
        return self._codes[: self.count]

    @property
    def nbytes(self) -> int:
        """How many bytes they take, spare places included."""
        return self._ids.nbytes + self._codes.nbytes

    def add(self, one: int, code: Codes) -> None:
        """Add a member."""
        if self.count == len(self._ids) or not self._codes.flags.writeable:
            self._own(self.count + self.count // 4 + SPARE)
        self._ids[self.count], self._codes[self.count] = one, code
        self.count += 1

    def remove(self, one: int) -> None:
        """Remove a member; the last one takes its place."""
        if not self._codes.flags.writeable:
            self._own(self.count)
        place = int(np.flatnonzero(self.ids == one)[0])
        self.count -= 1
        self._ids[place], self._codes[place] = self._ids[self.count], self._codes[self.count]

    def _own(self, room: int) -> None:
        ids = np.empty(room, np.int32)
        codes = np.empty((room, self._codes.shape[1]), np.int8)
        ids[: self.count], codes[: self.count] = self.ids, self.codes
        self._ids, self._codes = ids, codes


class Level:
    """Clusters whose centroid is the mean of their members' first coordinates: MatRAG eq. 3.1.

    Attributes:
        dimension: How many coordinates count at this level.
        sums: Sum of the members' coordinates, of shape (c, m), in float64.
        counts: How many members there are, of shape (c,); 0 for a cluster that is gone.
        unit: Centroids at length 1, of shape (c, m); 0 for a cluster that is gone.
        built: The same when the cluster was made.
        parents: Clusters of the level above, of shape (c, p); NONE where there are fewer.
        buckets: The members of each cluster.
        most: A cluster with more members is split.
        least: A cluster with fewer is dissolved.
    """

    def __init__(
        self,
        sums: NDArray[np.float64],
        built: Floats | None,
        parents: Ids,
        buckets: list[Bucket],
        limits: tuple[int, int],
    ) -> None:
        self.dimension = sums.shape[1]
        self.sums = sums
        self.buckets = buckets
        self.counts = np.array([bucket.count for bucket in buckets], np.int64)
        self.unit = unit_prefixes(sums, self.dimension)
        self.built = self.unit.copy() if built is None else built
        self.parents = parents
        self.least, self.most = limits

    @property
    def count(self) -> int:
        """How many clusters there are."""
        return int((self.counts > 0).sum())

    @property
    def alive(self) -> Ids:
        """The clusters that are there."""
        return np.flatnonzero(self.counts > 0).astype(np.int32)

    def means(self, clusters: Ids) -> NDArray[np.float64]:
        """Return the centroids of `clusters` at their own length, of shape (n, m)."""
        found: NDArray[np.float64] = self.sums[clusters] / np.maximum(
            self.counts[clusters, None], 1
        )
        return found

    def shift(self, cluster: int, sum_: NDArray[np.float64], count: int) -> NDArray[np.float64]:
        """Add to a cluster's sum and count; return by how much its centroid moved."""
        one = np.array([cluster], np.int32)
        before = self.means(one)[0]
        self.counts[cluster] += count
        self.sums[cluster] = self.sums[cluster] + sum_ if self.counts[cluster] else 0.0
        self.unit[cluster] = unit_prefixes(self.sums[one], self.dimension)[0]
        moved: NDArray[np.float64] = self.means(one)[0] - before
        return moved

    def append(self, sum_: NDArray[np.float64], bucket: Bucket) -> int:
        """Add a cluster that has no parents yet; return its number."""
        self.sums = np.vstack([self.sums, sum_])
        self.unit = np.vstack([self.unit, unit_prefixes(sum_[None], self.dimension)])
        self.built = np.vstack([self.built, self.unit[-1:]])
        self.counts = np.append(self.counts, bucket.count)
        self.parents = np.vstack([self.parents, np.full_like(self.parents[:1], NONE)])
        self.buckets.append(bucket)
        return len(self.buckets) - 1

    def drift(self) -> NDArray[np.float64]:
        """Return 1 - cosine of each centroid with what it was when made, of shape (c,)."""
        alive = self.alive
        cosines = np.einsum("ij,ij->i", self.unit[alive], self.built[alive], dtype=np.float64)
        found: NDArray[np.float64] = np.clip(1 - cosines, 0, 2)
        return found
