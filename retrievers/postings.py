"""Which passages hold a term or a phrase, kept incrementally."""

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int32]
Counts = NDArray[np.int32]

_NONE = np.empty(0, np.int32)


class Postings:
    """For each key, the rows that hold it, ascending, and how often each does."""

    def __init__(self) -> None:
        self._rows: dict[int, Rows] = {}
        self._counts: dict[int, Counts] = {}

    def add(self, keys: NDArray[np.uint64], rows: Rows) -> None:
        """Add one entry for each pair of key and row; equal pairs are counted.

        Every row must be new, or at least as high as all rows the key has.
        """
        order = np.lexsort((rows, keys))
        keys, rows = keys[order], rows[order]
        first = np.ones(len(keys), bool)
        first[1:] = (keys[1:] != keys[:-1]) | (rows[1:] != rows[:-1])
        starts = np.flatnonzero(first)
        counts = np.diff(np.append(starts, len(keys))).astype(np.int32)
        keys, rows = keys[starts], rows[starts]
        bounds = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]]) if len(keys) else starts
        ends = np.append(bounds[1:], len(keys))
        for key, a, b in zip(keys[bounds].tolist(), bounds.tolist(), ends.tolist(), strict=True):
            old = self._rows.get(key)
            if old is None:
                self._rows[key], self._counts[key] = rows[a:b], counts[a:b]
            else:
                self._rows[key] = np.concatenate((old, rows[a:b]))
                self._counts[key] = np.concatenate((self._counts[key], counts[a:b]))

    def get(self, key: int) -> tuple[Rows, Counts]:
        """Return the rows that hold `key` and their counts."""
        return self._rows.get(key, _NONE), self._counts.get(key, _NONE)
