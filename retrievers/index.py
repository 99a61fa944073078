"""The index of a corpus's passages: words, vectors and links, kept incrementally."""

from collections.abc import Iterable, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ..state.values import IndexName, Passage, Why
from .contents import Contents
from .explaining import explain
from .hierarchy.dense import HierarchyIndex
from .hierarchy.level import Ids
from .hierarchy.paper_search import PaperSearch
from .hierarchy.settings import BuildSettings
from .hierarchy.stored import Stored
from .links import Links, find_links
from .passing import pass_scores
from .picking import Pick, pick
from .pool import POOL_SIZE, PoolRows, choose_pool
from .query import Query, read_query
from .request import SearchRequest
from .signals import Scores, Signals, read_signals
from .weights import DEFAULT_WEIGHTS, Weights

_BUILD = BuildSettings(clustering="kmeans")
EXACT_LIMIT = 100_000
"""Up to so many passages all vectors are scanned, unless the request says otherwise."""


class PassageIndex:
    """An index over passages that ranks as a fresh build would, after any history.

    Readers may search from any thread while one writer adds and removes.

    Args:
        dimension: Length of the vectors.
        weights: How much each signal counts.
        languages: ISO 639-1 codes of the languages the encoder was trained on; None if it
            reads any. For a query in another language words count more than vectors.
        build: How its hierarchies are built when they are needed; by default the paper's uses
            HDBSCAN for up to 20,000 passages.
    """

    def __init__(
        self,
        dimension: int,
        weights: Weights = DEFAULT_WEIGHTS,
        languages: frozenset[str] | None = frozenset({"en"}),
        build: BuildSettings | None = None,
    ) -> None:
        self.dimension = dimension
        self.weights = weights
        self.languages = languages
        self._contents = Contents(dimension)
        self._hierarchies: dict[IndexName, HierarchyIndex] = {
            "hierarchy": HierarchyIndex(self._contents, build or _BUILD),
            "hierarchy-paper": HierarchyIndex(self._contents, build or BuildSettings()),
        }
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
                rows = self._rows([passage.id for passage in passages])
                for hierarchy in self._hierarchies.values():
                    hierarchy.added(rows)

    def remove(self, ids: Sequence[str]) -> None:
        """Remove passages by id; ids that are not here are passed over."""
        with self._lock:
            for hierarchy in self._hierarchies.values():
                hierarchy.removing(self._rows(ids))
            self._contents.remove(ids)

    def reindex(self, index: IndexName = "hierarchy") -> tuple[int, ...]:
        """Build a hierarchy anew, as an index of the same passages without a history would.

        Returns:
            How many clusters each level has, root first.
        """
        with self._lock:
            self._hierarchies[index].forget()
            if not self._contents.row_of:
                return ()
            return tuple(level.count for level in self._hierarchies[index].hierarchy().levels)

    def keep_hierarchy(self, index: IndexName, stored: Stored) -> None:
        """Let a hierarchy start from what is stored, when it is first needed."""
        self._hierarchies[index].keep(stored)

    def save_hierarchy(self, index: IndexName, stored: Stored) -> None:
        """Store a hierarchy.

        Raises:
            StoreError: If it cannot be written.
        """
        with self._lock:
            if self._contents.row_of:
                self._hierarchies[index].save(stored)

    def drift(self, index: IndexName = "hierarchy") -> float:
        """Return how far a hierarchy's centroids have moved; above .1, reindex."""
        with self._lock:
            return self._hierarchies[index].drift()

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
            index = _chosen(request.index, int(eligible.sum()))
            if index == "hierarchy-paper":
                return self._by_paper(request, query, held, eligible)
            hierarchy = self._hierarchies.get(index)
            signals = read_signals(request, query, contents, eligible, weights, hierarchy)
            size = max(POOL_SIZE, 2 * request.k)
            rows = choose_pool(signals.base, held, size, query, contents, weights)
            links = find_links(rows, signals.by_term, query, contents, weights)
            passed = pass_scores(signals.base[rows], links, len(held), weights)
            picks = pick(passed, links, len(held), request.k, weights)
            return self._answer(picks, rows, signals, passed, links, len(held))

    def _rows(self, ids: Iterable[str]) -> Ids:
        return np.array(_known_rows(ids, self._contents), np.int32)

    def _by_paper(
        self, request: SearchRequest, query: Query, held: list[int], eligible: NDArray[np.bool_]
    ) -> list[Passage]:
        hierarchy = self._hierarchies["hierarchy-paper"].hierarchy()
        found = PaperSearch(request, query, self._contents, hierarchy).run(held, eligible)
        scores = np.maximum.accumulate([one.value for one in reversed(found)] or [0.0])[::-1]
        passages = []
        for one, score in zip(found, np.clip(scores, 0, 1).tolist(), strict=False):
            parts = {"similarity": round(one.similarity, 6), "overlap": round(one.overlap, 6)}
            update = {"score": score, "why": Why(signals=parts)}
            passages.append(self._contents.passage(one.row).model_copy(update=update))
        return passages

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


def _chosen(asked: IndexName | None, eligible: int) -> IndexName:
    """Return the index to search: few passages behind a filter are scanned."""
    return asked or ("exact" if eligible <= EXACT_LIMIT else "hierarchy")


def _known_rows(ids: Iterable[str], contents: Contents) -> list[int]:
    return [contents.row_of[i] for i in dict.fromkeys(ids) if i in contents.row_of]


def _eligible(request: SearchRequest, contents: Contents) -> NDArray[np.bool_]:
    if request.allowed is None:
        return contents.alive.copy()
    eligible = np.zeros(len(contents.alive), bool)
    eligible[_known_rows(request.allowed, contents)] = True
    return eligible
