"""Which rows of the index hold a term or a phrase, kept incrementally."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int32]

_NONE = np.empty((2, 0), np.int32)


class Postings:
    """For each key the rows that hold it, in no order, and how often each does."""

    def __init__(self) -> None:
        self._entries: dict[int, NDArray[np.int32]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, keys: NDArray[np.uint64], rows: Rows) -> None:
        """Add pairs of key and row, none of which may be here yet; equal pairs are counted."""
        order = np.lexsort((rows, keys))
        keys, rows = keys[order], rows[order]
        new_pair = np.r_[True, (keys[1:] != keys[:-1]) | (rows[1:] != rows[:-1])][: len(keys)]
        starts = np.flatnonzero(new_pair)
        counts = np.diff(np.append(starts, len(keys)))
        entries = np.stack((rows[starts], counts)).astype(np.int32)
        for key, (start, end) in _groups(keys[starts]):
            old = self._entries.get(key)
            new = entries[:, start:end]
            self._entries[key] = new if old is None else np.concatenate((old, new), axis=1)

    def remove(self, keys: NDArray[np.uint64], rows: Rows) -> None:
        """Remove pairs of key and row; pairs that are not here are passed over."""
        order = np.argsort(keys, kind="stable")
        rows = rows[order]
        for key, (start, end) in _groups(keys[order]):
            old = self._entries.get(key, _NONE)
            kept = _without(old, rows[start:end])
            if kept.shape[1]:
                self._entries[key] = kept
            else:
                self._entries.pop(key, None)

    def rows(self, key: int) -> Rows:
        """Return the rows that hold `key`."""
        rows: Rows = self._entries.get(key, _NONE)[0]
        return rows

    def counts(self, key: int) -> Rows:
        """Return how often each of `rows(key)` holds `key`."""
        counts: Rows = self._entries.get(key, _NONE)[1]
        return counts

    def frequency(self, key: int) -> int:
        """Return how many rows hold `key`."""
        return len(self.rows(key))


def _without(entries: NDArray[np.int32], rows: Rows) -> NDArray[np.int32]:
    # One row is what an update removes, and found far faster than several are.
    if (rows == rows[0]).all():
        return entries[:, entries[0] != rows[0]]
    return entries[:, np.isin(entries[0], rows, invert=True)]


def _groups(keys: NDArray[np.uint64]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield each of the sorted `keys` with the start and end of its run."""
    if len(keys):
        starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
        ends = np.append(starts[1:], len(keys))
        places = zip(starts.tolist(), ends.tolist(), strict=True)
        yield from zip(keys[starts].tolist(), places, strict=True)
