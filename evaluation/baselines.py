"""BM25 alone and cosine alone over the same passages, for comparison within one run."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..language.terms import terms
from .datasets import PassageRow

K1 = 1.2
B = 0.75

Allowed = npt.NDArray[np.bool_]


class Bm25Baseline:
    """BM25 (Robertson et al. 1994; idf of Lucene) over title and text, exact."""

    def __init__(self, passages: Sequence[PassageRow]) -> None:
        counts = [Counter(terms(f"{p.title} {p.text}")) for p in passages]
        lengths = np.array([c.total() for c in counts], dtype=np.float64)
        self._norms = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1.0))
        postings: dict[str, tuple[list[int], list[int]]] = {}
        for place, count in enumerate(counts):
            for term, frequency in count.items():
                places, frequencies = postings.setdefault(term, ([], []))
                places.append(place)
                frequencies.append(frequency)
        self._postings = {
            term: (np.array(places), np.array(frequencies, dtype=np.float64))
            for term, (places, frequencies) in postings.items()
        }

    def rank(self, question: str, k: int, allowed: Allowed | None = None) -> list[int]:
        """Return the places of the `k` best passages, of those `allowed` (shape (n,))."""
        return best_places(self.scores(question), k, allowed)

    def scores(self, question: str) -> npt.NDArray[np.float64]:
        """Return the score of each passage."""
        scores = np.zeros(len(self._norms))
        for term in dict.fromkeys(terms(question)):
            if term not in self._postings:
                continue
            places, frequency = self._postings[term]
            idf = math.log1p((len(scores) - len(places) + 0.5) / (len(places) + 0.5))
            scores[places] += idf * frequency * (K1 + 1) / (frequency + self._norms[places])
        return scores


class CosineBaseline:
    """Cosine of passage and question vectors."""

    def __init__(self, vectors: npt.NDArray[np.float32]) -> None:
        self._vectors = _unit(vectors)

    def rank(
        self, vector: npt.NDArray[np.float32], k: int, allowed: Allowed | None = None
    ) -> list[int]:
        """Return the places of the `k` best passages, of those `allowed` (shape (n,))."""
        return best_places(self._vectors @ _unit(vector[None, :])[0], k, allowed)


def best_places(
    scores: npt.NDArray[np.floating], k: int, allowed: Allowed | None = None
) -> list[int]:
    """Return the places of the `k` highest scores, highest first; ties go to the earlier one."""
    order = np.argsort(-scores, kind="stable")
    if allowed is not None:
        order = order[allowed[order]]
    return [int(place) for place in order[:k]]


def _unit(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(norms, 1e-12), dtype=np.float32)
