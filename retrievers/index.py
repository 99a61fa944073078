"""The index of a corpus's passages: words, vectors and links, kept incrementally."""

from collections.abc import Iterable, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ..state.values import Passage
from .contents import Contents
from .explaining import explain
from .links import Links, find_links
from .passing import pass_scores
from .picking import Pick, pick
from .pool import POOL_SIZE, PoolRows, choose_pool
from .query import read_query
from .request import SearchRequest
from .signals import Scores, Signals, read_signals
from .weights import DEFAULT_WEIGHTS, Weights


class PassageIndex:
    """An index over passages that ranks as a fresh build would, after any history.

    Readers may search from any thread while one writer adds and removes.

    Args:
        dimension: Length of the vectors.
        weights: How much each signal counts.
        languages: ISO 639-1 codes of the languages the encoder was trained on; None if it
            reads any. For a query in another language words count more than vectors.
    """

    def __init__(
        self,
        dimension: int,
        weights: Weights = DEFAULT_WEIGHTS,
        languages: frozenset[str] | None = frozenset({"en"}),
    ) -> None:
        self.dimension = dimension
        self.weights = weights
        self.languages = languages
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
            contents, weights = self._contents, self._weights_for(request.language)
            held = _known_rows(request.held, contents)
            eligible = _eligible(request, contents)
            eligible[held] = True
            if not eligible.any():
                return []
            query = read_query(request.query, contents)
            signals = read_signals(request, query, contents, eligible, weights)
            size = max(POOL_SIZE, 2 * request.k)
            rows = choose_pool(signals.base, held, size, query, contents, weights)
            links = find_links(rows, signals.by_term, query, contents, weights)
            passed = pass_scores(signals.base[rows], links, len(held), weights)
            picks = pick(passed, links, len(held), request.k, weights)
            return self._answer(picks, rows, signals, passed, links, len(held))

    def _weights_for(self, language: str) -> Weights:
        if self.languages is None or language in self.languages:
            return self.weights
        return self.weights.for_unread_language()

    def _answer(
        self,
        picks: list[Pick],
        rows: PoolRows,
        signals: Signals,
        passed: Scores,
        links: Links,
        held: int,
    ) -> list[Passage]:
        """Return the picked passages.

        The order is the ranking, so no score is below that of a later pick.
        """
        found: list[Passage] = []
        values = np.maximum.accumulate([p.value for p in reversed(picks)])[::-1]
        sources = list(range(held))
        for each, value in zip(picks, np.maximum(values, 0).tolist(), strict=True):
            why = explain(each, sources, rows, signals, passed, links, self._contents)
            passage = self._contents.passage(int(rows[each.place]))
            score = round(value / (1 + value), 6)
            found.append(passage.model_copy(update={"score": score, "why": why}))
            sources.append(each.place)
        return found


def _known_rows(ids: Iterable[str], contents: Contents) -> list[int]:
    return [contents.row_of[i] for i in dict.fromkeys(ids) if i in contents.row_of]


def _eligible(request: SearchRequest, contents: Contents) -> NDArray[np.bool_]:
    if request.allowed is None:
        return contents.alive.copy()
    eligible = np.zeros(len(contents.alive), bool)
    eligible[_known_rows(request.allowed, contents)] = True
    return eligible
