"""What the index holds: passages in rows, with all that is derived from them.

Everything derived is a sum of whole numbers over the passages or follows from such sums, so
that any history of changes leaves what a fresh build of the same passages would.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..state.values import Passage
from .features import Features, read_features
from .occurrences import Occurrences, bare_runs, find_occurrences
from .postings import Postings, Rows
from .vocabulary import Vocabulary

VECTOR_SCALE = 4000
"""Unit vectors are rounded to whole numbers at this scale: a float32 dot product is then exact
(every partial sum stays below 2^24), and so the same whatever row a passage has."""

_NOTHING = Occurrences(np.empty(0, np.uint64), np.empty(0, np.uint16))


class Contents:
    """The rows of an index; a row whose passage is removed is used again.

    Attributes:
        passages: The passage of each row, None in free rows.
        row_of: The row of each passage id.
        vectors: Rounded vectors, of shape (capacity, d).
        alive: Whether a row holds a passage, of shape (capacity,).
        lengths: How many search terms each passage has, of shape (capacity,).
        total_length: Their sum.
        digests: Hash of each passage's text, of shape (capacity,).
        terms: Search terms, and phrases of bare words, to rows.
        phrases: Phrases of the vocabulary to rows.
        vocabulary: The phrases that count.
        occurrences: What each row mentions.
    """

    def __init__(self, dimension: int) -> None:
        self.passages: list[Passage | None] = []
        self.row_of: dict[str, int] = {}
        self.vectors = np.zeros((0, dimension), np.float32)
        self.alive = np.zeros(0, bool)
        self.lengths = np.zeros(0, np.int64)
        self.digests = np.zeros(0, np.uint64)
        self.total_length = 0
        self.terms = Postings()
        self.phrases = Postings()
        self.vocabulary = Vocabulary()
        self.occurrences: list[Occurrences] = []
        self._blobs: list[bytes] = []
        self._free: list[int] = []

    def passage_id(self, row: int) -> str:
        """Return the id of the passage in `row`."""
        return self.passage(row).id

    def passage(self, row: int) -> Passage:
        """Return the passage in `row`.

        Raises:
            KeyError: If the row is free.
        """
        passage = self.passages[row]
        if passage is None:
            raise KeyError(row)
        return passage

    def features(self, row: int) -> Features:
        """Return the features of the passage in `row`."""
        return read_features(self._blobs[row])

    def add(
        self,
        passages: Sequence[Passage],
        vectors: NDArray[np.float32],
        blobs: Sequence[bytes],
    ) -> None:
        """Add passages with new ids; see `PassageIndex.add`."""
        features = [read_features(blob) for blob in blobs]
        older = len(self.row_of)
        rows = self._take_rows(len(passages))
        for row, passage, blob in zip(rows.tolist(), passages, blobs, strict=True):
            self.passages[row], self._blobs[row] = passage, blob
            self.row_of[passage.id] = row
        self.vectors[rows] = exact(vectors)
        self.digests[rows] = [f.digest for f in features]
        terms, term_rows = _real_terms(features, rows)
        self.lengths[rows] = [np.count_nonzero(f.terms) for f in features]
        self.total_length += len(terms)
        changed = self.vocabulary.add(features, rows)
        affected = self._rows_with(changed) if older else []
        self.alive[rows] = True
        self.terms.add(terms, term_rows)
        self.terms.add(*bare_runs(features, rows))
        self._refresh(affected)
        self._set_occurrences(rows, find_occurrences(features, self.vocabulary))

    def remove(self, ids: Sequence[str]) -> None:
        """Remove passages; ids that are not here are passed over."""
        rows = np.array([self.row_of.pop(i) for i in ids if i in self.row_of], np.int32)
        if not len(rows):
            return
        features = [self.features(row) for row in rows.tolist()]
        self._set_occurrences(rows, [_NOTHING] * len(rows))
        self.alive[rows] = False
        terms, term_rows = _real_terms(features, rows)
        self.total_length -= len(terms)
        self.terms.remove(terms, term_rows)
        self.terms.remove(*bare_runs(features, rows))
        self._refresh(self._rows_with(self.vocabulary.remove(features, rows)))
        for row in rows.tolist():
            self.passages[row], self._blobs[row] = None, b""
        self._free.extend(rows.tolist())

    def _take_rows(self, count: int) -> Rows:
        reused = [self._free.pop() for _ in range(min(count, len(self._free)))]
        start = len(self.passages)
        new = range(start, start + count - len(reused))
        self.passages += [None] * len(new)
        self._blobs += [b""] * len(new)
        self.occurrences += [_NOTHING] * len(new)
        if len(self.passages) > len(self.alive):
            # A quarter more than needed, so that adding one by one copies rarely.
            grown = max(len(self.passages), len(self.alive) * 5 // 4)
            for name in ("vectors", "alive", "lengths", "digests"):
                old = getattr(self, name)
                array = np.zeros((grown, *old.shape[1:]), old.dtype)
                array[: len(old)] = old
                setattr(self, name, array)
        return np.array([*reused, *new], np.int32)

    def _rows_with(self, changed: dict[int, tuple[int, int]]) -> list[int]:
        """Return the rows that may mention one of the `changed` phrases."""
        rows: set[int] = set()
        for phrase, (first, second) in changed.items():
            if not first:
                return np.flatnonzero(self.alive).tolist()
            found = self.terms.rows(first)
            if second:
                found = np.intersect1d(found, self.terms.rows(second), assume_unique=True)
            rows.update(found.tolist(), self.vocabulary.named(phrase))
        return [row for row in sorted(rows) if self.alive[row]]

    def _refresh(self, rows: list[int]) -> None:
        """Find anew what `rows` mention."""
        if rows:
            features = [self.features(row) for row in rows]
            found = find_occurrences(features, self.vocabulary)
            stale = [n for n, row in enumerate(rows) if _differ(found[n], self.occurrences[row])]
            self._set_occurrences(
                np.array([rows[n] for n in stale], np.int32), [found[n] for n in stale]
            )

    def _set_occurrences(self, rows: Rows, found: Sequence[Occurrences]) -> None:
        old = [self.occurrences[row] for row in rows.tolist()]
        self.phrases.remove(*_pairs(old, rows))
        self.phrases.add(*_pairs(found, rows))
        for row, occurrences in zip(rows.tolist(), found, strict=True):
            self.occurrences[row] = occurrences


def exact(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return `vectors`, of shape (n, d), at unit length and rounded to whole numbers."""
    wide = vectors.astype(np.float64)
    lengths = np.maximum(np.linalg.norm(wide, axis=1, keepdims=True), 1e-12)
    whole: NDArray[np.float32] = np.rint(wide / lengths * VECTOR_SCALE).astype(np.float32)
    return whole


def _real_terms(
    features: Sequence[Features], rows: Rows
) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    terms = np.concatenate([f.terms for f in features])
    term_rows = np.repeat(rows, [len(f.terms) for f in features])
    return terms[terms != 0], term_rows[terms != 0]


def _pairs(occurrences: Sequence[Occurrences], rows: Rows) -> tuple[NDArray[np.uint64], Rows]:
    keys = [np.unique(o.phrases) for o in occurrences]
    none = [np.empty(0, np.uint64)]
    return np.concatenate(keys or none), np.repeat(rows, [len(k) for k in keys])


def _differ(left: Occurrences, right: Occurrences) -> bool:
    return not (
        np.array_equal(left.phrases, right.phrases)
        and np.array_equal(left.sentences, right.sentences)
    )
