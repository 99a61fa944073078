"""Vectors in a memory-mapped file: appended to, never rewritten."""

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..state.errors import StoreError

Vectors = NDArray[np.float32]


class VectorFile:
    """Rows of float32, of length 1, at fixed places.

    The number of rows that count is kept by the caller, so that rows which a killed writer
    left behind are overwritten by the next.
    """

    def __init__(self, path: Path, dimension: int) -> None:
        self.path = path
        self.dimension = dimension
        self._map: Vectors = np.zeros((0, dimension), np.float32)

    def append(self, vectors: Vectors, at: int) -> None:
        """Write `vectors`, of shape (n, d), as rows `at` to `at + n`, through to the disk.

        Raises:
            StoreError: If they cannot be written.
        """
        mode = "r+b" if self.path.exists() else "w+b"
        try:
            with self.path.open(mode) as file:
                file.seek(at * self.dimension * 4)
                file.write(np.ascontiguousarray(vectors, np.float32).tobytes())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(
                f"{self.path} cannot be written ({error.strerror}): free some disk space or make "
                "the folder writable; nothing that was acknowledged is lost"
            ) from error

    def read(self, rows: Sequence[int]) -> Vectors:
        """Return the vectors at `rows`, of shape (n, d).

        Raises:
            StoreError: If the file is too short to hold them.
        """
        if not rows or not self.dimension:
            return np.zeros((len(rows), self.dimension), np.float32)
        if max(rows) >= len(self._map):
            self._map_again()
        if max(rows) >= len(self._map):
            raise StoreError(f"{self.path} is cut short: run hopgraph check --repair on the store")
        found: Vectors = self._map[np.asarray(rows)]
        return found

    def __len__(self) -> int:
        """Return how many whole rows the file holds."""
        size = self.path.stat().st_size if self.path.exists() else 0
        return size // (4 * self.dimension)

    def _map_again(self) -> None:
        count = len(self)
        if count:
            shape = (count, self.dimension)
            self._map = np.memmap(self.path, np.float32, mode="r", shape=shape)


def unit(vectors: Vectors) -> Vectors:
    """Return `vectors`, of shape (n, d), at length 1."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    scaled: Vectors = (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)
    return scaled
