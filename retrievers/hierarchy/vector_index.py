"""A nearest-neighbour index over vectors alone."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...state.errors import InputError, StoreError
from .building import Fetch
from .changing import insert, remove
from .hierarchy import Hierarchy
from .level import Ids, Level
from .nesting import Floats, unit_prefixes
from .settings import BuildSettings, SearchSettings
from .storage import load, save

_BUILD, _SEARCH = BuildSettings(clustering="kmeans"), SearchSettings()
Rows = NDArray[np.int64]


class VectorIndex:
    """Vectors in rows and the hierarchy over them; cosine is the similarity."""

    def __init__(
        self, vectors: Floats, settings: BuildSettings, make: Callable[[Fetch], Hierarchy]
    ) -> None:
        self._vectors = vectors
        self._used = len(vectors)
        self._settings = settings
        self._whole = make(self._fetch)

    @classmethod
    def build(
        cls,
        vectors: Floats,
        keys: Sequence[str] | None = None,
        settings: BuildSettings = _BUILD,
    ) -> "VectorIndex":
        """Build over `vectors`, of shape (n, d); lengths do not matter.

        Args:
            vectors: Row i is the i-th vector. Kept as they are if they are at length 1.
            keys: What the vectors are called; equal vectors under equal keys give an equal
                index, whatever order they come in. None: the order given counts.
            settings: How to build.

        Raises:
            InputError: If a vector is not finite, or there are none.
        """
        rows = np.arange(len(vectors), dtype=np.int32)
        if keys is not None:
            rows = np.array(sorted(rows.tolist(), key=lambda row: keys[row]), np.int32)
        return cls(
            _checked(vectors), settings, lambda fetch: Hierarchy.build(rows, fetch, settings)
        )

    @classmethod
    def load(cls, folder: Path, settings: BuildSettings = _BUILD) -> "VectorIndex":
        """Return the index saved in `folder`, memory-mapped; `settings` are for compaction.

        Raises:
            StoreError: If there is none, or one of another format.
        """
        try:
            vectors = np.load(folder / "vectors.npy", mmap_mode="r")
        except (OSError, ValueError) as error:
            raise StoreError(f"{folder} holds no index: build one") from error
        return cls(vectors, settings, lambda fetch: load(folder, fetch))

    def save(self, folder: Path) -> None:
        """Write the index into `folder`.

        Raises:
            StoreError: If it cannot be written.
        """
        save(self._whole, folder)
        np.save(folder / "vectors.npy", self._vectors[: self._used])

    def search(
        self, vector: Floats, k: int, settings: SearchSettings = _SEARCH
    ) -> tuple[Rows, NDArray[np.float64]]:
        """Return at most `k` rows and their cosines with `vector`, best first, ties by row.

        Raises:
            InputError: If the vector is not finite or has another length.
        """
        query = _checked(vector[None], self._vectors.shape[1])[0]
        hierarchy = self._whole
        rows = hierarchy.candidates([(1.0, hierarchy.turned(query))], settings)
        cosines = np.round((self._fetch(rows) @ query).astype(np.float64), 6)
        order = np.argsort(-cosines, kind="stable")[:k]
        return rows[order].astype(np.int64), cosines[order]

    def insert(self, vectors: Floats) -> Rows:
        """Add vectors, of shape (n, d), one by one; return their rows.

        Raises:
            InputError: If a vector is not finite or has another length.
        """
        new = _checked(vectors, self._vectors.shape[1])
        first, last = self._used, self._used + len(new)
        if last > len(self._vectors):
            grown = np.empty((last + last // 8, new.shape[1]), np.float32)
            grown[:first] = self._vectors[:first]
            self._vectors = grown
        self._vectors[first:last] = new
        self._used = last
        for row in range(first, last):
            insert(self._whole, row)
        return np.arange(first, last)

    def remove(self, rows: Sequence[int]) -> None:
        """Remove rows; those that are not there are passed over.

        Raises:
            InputError: If nothing would be left.
        """
        there = [row for row in dict.fromkeys(rows) if row in self._whole]
        if len(there) == len(self):
            raise InputError("nothing would be left of the index: drop it instead")
        for row in there:
            remove(self._whole, row)

    def compacted(self, keys: Sequence[str] | None = None) -> "VectorIndex":
        """Return an index built anew of the vectors that are here, rows closed up.

        Args:
            keys: What the rows that are here are called, in their order; see `build`.
        """
        return VectorIndex.build(self._fetch(self._whole.rows()), keys, self._settings)

    def drift(self) -> float:
        """Return how far centroids have moved since they were made; above .1, compact."""
        return self._whole.drift()

    def labels(self, level: int) -> Rows:
        """Return each row's cluster at `levels[level]`, by the nearest parent; -1 where none."""
        found = self._whole.parents[: self._used, 0].astype(np.int64)
        for lower in reversed(self.levels[level + 1 :]):
            found = np.where(found < 0, found, lower.parents[found, 0])
        return found

    def rotated(self) -> Floats:
        """Return the vectors on the axes whose prefixes count, of shape (n, d)."""
        found: Floats = self._vectors[: self._used] @ self._whole.rotation
        return found

    @property
    def levels(self) -> Sequence[Level]:
        """The levels of clusters, root first."""
        return self._whole.levels

    @property
    def nbytes(self) -> int:
        """Bytes of the vectors and of the hierarchy."""
        return self._vectors.nbytes + self._whole.nbytes()

    def __len__(self) -> int:
        return len(self._whole.rows())

    def _fetch(self, rows: Ids) -> Floats:
        return self._vectors[rows]


def _checked(vectors: Floats, dimension: int | None = None) -> Floats:
    """Return `vectors` at length 1."""
    if vectors.ndim != 2 or not vectors.size or vectors.shape[1] != (dimension or vectors.shape[1]):
        raise InputError(f"vectors of shape {vectors.shape}: give at least one, all of one length")
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
    if not np.isfinite(lengths).all():
        row = int(np.flatnonzero(~np.isfinite(lengths))[0])
        raise InputError(f"vector {row} holds no finite numbers: encode its text again")
    if np.abs(lengths - 1).max() < 1e-5:
        return np.asarray(vectors, np.float32)
    return unit_prefixes(vectors, vectors.shape[1])
