"""The index of a corpus's passages: words, vectors and links, kept incrementally."""

import math
from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ..language.terms import terms
from ..state.values import Passage, Why
from .contents import VECTOR_SCALE, Contents, exact
from .features import hash_word
from .request import SearchRequest


class PassageIndex:
    """An index over passages that ranks as a fresh build would, after any history.

    Readers may search from any thread while one writer adds and removes.
    """

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self._contents = Contents(dimension)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._contents.row_of)

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
        if passages:
            with self._lock:
                self._contents.add(passages, vectors, features)

    def remove(self, ids: Sequence[str]) -> None:
        """Remove passages by id; ids that are not here are passed over."""
        with self._lock:
            self._contents.remove(ids)

    def search(self, request: SearchRequest) -> list[Passage]:
        """Return at most `request.k` passages, best first, with score and why."""
        with self._lock:
            c = self._contents
            mask = c.alive.copy()
            if request.allowed is not None:
                only = np.zeros(len(mask), bool)
                only[[c.row_of[i] for i in request.allowed if i in c.row_of]] = True
                mask &= only
            mask[[c.row_of[i] for i in request.held if i in c.row_of]] = False
            rows = np.flatnonzero(mask)
            if not len(rows):
                return []
            dots = c.vectors[rows] @ exact(request.vector[None])[0]
            cosine = dots.astype(np.float64) / VECTOR_SCALE**2
            bm25 = self._bm25(request.query)[rows]
            score = np.round(0.7 * spread(cosine) + 0.3 * spread(bm25), 6)
            found = sorted(
                (-s, passage.id, n, passage)
                for n, (s, row) in enumerate(zip(score.tolist(), rows.tolist(), strict=True))
                if (passage := c.passages[row])
            )
            return [
                passage.model_copy(
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
                for s, _, n, passage in found[: request.k]
            ]

    def _bm25(self, query: str, k1: float = 1.2, b: float = 0.75) -> NDArray[np.float64]:
        c = self._contents
        n = len(self)
        scores = np.zeros(len(c.alive))
        for key in sorted({hash_word(term) for term in terms(query)}):
            rows, counts = c.terms.rows(key), c.terms.counts(key)
            idf = math.log(1 + (n - len(rows) + 0.5) / (len(rows) + 0.5))
            norm = k1 * (1 - b + b * c.lengths[rows] * n / c.total_length)
            scores[rows] += idf * counts * (k1 + 1) / (counts + norm)
        return scores


def spread(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return `values` stretched to [0, 1]."""
    low, high = float(values.min()), float(values.max())
    return (values - low) / max(1e-9, high - low)
