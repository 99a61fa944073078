"""The index of a corpus's passages: words, vectors and links, kept incrementally."""

import math
from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ..language.terms import terms
from ..state.values import Passage, Why
from .features import hash_term, read_features
from .postings import Postings
from .request import SearchRequest

VECTOR_SCALE = 4000
"""Unit vectors are rounded to integers of this scale: a float32 dot product is then exact
(all sums stay below 2^24) and so the same whatever place a passage has in the index."""


class PassageIndex:
    """An index over passages that ranks as a fresh build would, after any history.

    Readers may search from any thread while one writer adds and removes.
    """

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self._lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self._passages: list[Passage | None] = []
        self._blobs: list[bytes] = []
        self._row_of: dict[str, int] = {}
        self._vectors = np.empty((0, self.dimension), np.float32)
        self._alive = np.empty(0, bool)
        self._lengths = np.empty(0, np.int32)
        self._words = Postings()

    def __len__(self) -> int:
        return len(self._row_of)

    def add(
        self,
        passages: Sequence[Passage],
        vectors: NDArray[np.float32],
        features: Sequence[bytes],
    ) -> None:
        """Add passages, whose ids must be new.

        Args:
            passages: The passages.
            vectors: Their vectors, of shape (n, d); lengths do not matter.
            features: What `extract_features` gave for each.
        """
        if not passages:
            return
        with self._lock:
            start = len(self._passages)
            read = [read_features(blob) for blob in features]
            rows = np.arange(start, start + len(passages), dtype=np.int32)
            self._vectors = np.concatenate((self._vectors, exact(vectors)))
            self._alive = np.concatenate((self._alive, np.ones(len(rows), bool)))
            term_rows = np.repeat(rows, [len(f.terms) for f in read])
            found = np.concatenate([f.terms for f in read])
            real = found != 0
            self._words.add(found[real], term_rows[real])
            lengths = np.bincount(term_rows[real] - start, minlength=len(rows)).astype(np.int32)
            self._lengths = np.concatenate((self._lengths, lengths))
            self._blobs.extend(features)
            self._passages.extend(passages)
            self._row_of.update((p.id, start + n) for n, p in enumerate(passages))

    def remove(self, ids: Sequence[str]) -> None:
        """Remove passages by id; ids that are not here are passed over."""
        with self._lock:
            for passage_id in ids:
                row = self._row_of.pop(passage_id, None)
                if row is not None:
                    self._alive[row] = False
                    self._passages[row] = None
                    self._blobs[row] = b""

    def search(self, request: SearchRequest) -> list[Passage]:
        """Return at most `request.k` passages, best first, with score and why."""
        with self._lock:
            rows = self._candidates(request)
            if not len(rows):
                return []
            dots = self._vectors[rows] @ exact(request.vector[None])[0]
            cosine = dots.astype(np.float64) / VECTOR_SCALE**2
            bm25 = self._bm25(request.query)[rows]
            score = np.round(0.7 * spread(cosine) + 0.3 * spread(bm25), 6)
            found = [
                (-s, self._passage(row).id, row, n)
                for n, (s, row) in enumerate(zip(score.tolist(), rows.tolist(), strict=True))
            ]
            return [
                self._passage(row).model_copy(
                    update={
                        "score": min(1.0, max(0.0, -s)),
                        "why": Why(
                            signals={
                                "cosine": round(float(cosine[n]), 6),
                                "bm25": round(float(bm25[n]), 6),
                            }
                        ),
                    }
                )
                for s, _, row, n in sorted(found)[: request.k]
            ]

    def _passage(self, row: int) -> Passage:
        passage = self._passages[row]
        if passage is None:
            raise KeyError(row)
        return passage

    def _candidates(self, request: SearchRequest) -> NDArray[np.intp]:
        mask = self._alive.copy()
        if request.allowed is not None:
            let_through = [self._row_of[i] for i in request.allowed if i in self._row_of]
            only = np.zeros(len(mask), bool)
            only[let_through] = True
            mask &= only
        mask[[self._row_of[i] for i in request.held if i in self._row_of]] = False
        return np.flatnonzero(mask)

    def _bm25(self, query: str, k1: float = 1.2, b: float = 0.75) -> NDArray[np.float64]:
        n = len(self)
        average = int(self._lengths[self._alive].sum()) / n
        scores = np.zeros(len(self._passages))
        for key in sorted({hash_term(term) for term in terms(query)}):
            rows, counts = self._words.get(key)
            df = int(self._alive[rows].sum())
            idf = math.log(1 + (n - df + 0.5) / (df + 0.5))
            scores[rows] += (
                idf
                * counts
                * (k1 + 1)
                / (counts + k1 * (1 - b + b * self._lengths[rows] / average))
            )
        return scores


def exact(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return `vectors`, of shape (n, d), at unit length and rounded to whole numbers."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    rounded: NDArray[np.float64] = np.rint(vectors / np.maximum(lengths, 1e-12) * VECTOR_SCALE)
    return rounded.astype(np.float32)


def spread(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return `values` stretched to [0, 1]."""
    low, high = float(values.min()), float(values.max())
    return (values - low) / max(1e-9, high - low)
