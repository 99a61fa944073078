"""The paper's retrieval over the rows of a passage index: round by round, top-down, greedy."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...state.errors import InputError
from ..contents import VECTOR_SCALE, Contents, exact
from ..query import Query
from ..request import SearchRequest
from .dense import exact_cosines
from .hierarchy import Hierarchy
from .level import Ids
from .paper import anchoring, entity_overlap, is_over, leaf_score, round_size
from .settings import PaperSettings


@dataclass(frozen=True)
class Retrieved:
    """A document, with the parts of its score.

    Attributes:
        row: Its row in the index.
        similarity: S_L.
        overlap: J.
        value: R(d), rounded to 6 places.
    """

    row: int
    similarity: float
    overlap: float
    value: float


class PaperSearch:
    """One search. Entities are the phrases of the index's vocabulary.

    Args:
        request: The search; its `encode` embeds the cumulative query, round by round.
        query: The same, as the index reads it.
        contents: The index.
        hierarchy: Clusters over its rows.

    Raises:
        InputError: If the request has no `encode`, or the vectors live elsewhere.
    """

    def __init__(
        self, request: SearchRequest, query: Query, contents: Contents, hierarchy: Hierarchy
    ) -> None:
        if request.nearest is not None:
            raise InputError("the vectors live in another store: search with index='exact'")
        if request.encode is None:
            raise InputError("index='hierarchy-paper' encodes as it goes: give the search encode=")
        self._encode = request.encode
        self._request = request
        self._contents = contents
        self._hierarchy = hierarchy
        self._settings: PaperSettings = request.paper
        self._question = exact(request.vector[None])
        self._frontier = frozenset(query.phrases)

    def run(self, held: list[int], eligible: NDArray[np.bool_]) -> list[Retrieved]:
        """Return what is retrieved, in the order it was.

        Args:
            held: Rows that are part of the cumulative query from the start, not returned.
            eligible: Which rows may be returned, by row.
        """
        budget = self._settings.budget or self._request.k
        open_, found = eligible.copy(), list[Retrieved]()
        open_[held] = False
        known = self._frontier.union(*(self._entities(row) for row in held))
        frontier = self._frontier
        while True:
            size = budget - len(found)
            if self._settings.loop:
                size = round_size(budget, len(found), len(frontier))
            rows = [*held, *(one.row for one in found)]
            share = anchoring(len(found), budget)
            new = self._round(rows, share, frontier, open_)[:size]
            found += new
            open_[[one.row for one in new]] = False
            brought = frozenset[int]().union(*(self._entities(one.row) for one in new))
            frontier, known = brought - known, known | brought
            if not new or is_over(budget, len(found), len(frontier)):
                return found[: self._request.k]

    def _round(
        self, rows: list[int], share: float, frontier: frozenset[int], open_: NDArray[np.bool_]
    ) -> list[Retrieved]:
        """Return what one descent reaches, best first."""
        beta = share if self._settings.beta is None else self._settings.beta
        aims = [(beta, self._question), (1 - beta, self._cumulative(rows))]
        turned = [
            (weight, self._hierarchy.turned(vector[0] / VECTOR_SCALE)) for weight, vector in aims
        ]
        members = self._hierarchy.members(self._hierarchy.descend(turned, self._settings.beam))
        members = members[open_[members]]
        similarities = exact_cosines(aims, self._contents.vectors[members])
        scored = self._scored(members, similarities.tolist(), frontier)
        return sorted(scored, key=lambda one: (-one.value, self._contents.passage_id(one.row)))

    def _scored(
        self, rows: Ids, similarities: list[float], frontier: frozenset[int]
    ) -> list[Retrieved]:
        found = []
        for row, similarity in zip(rows.tolist(), similarities, strict=True):
            overlap = entity_overlap(frontier, self._entities(row))
            value = round(leaf_score(self._settings.alpha, similarity, overlap), 6)
            found.append(Retrieved(row, similarity, overlap, value))
        return found

    def _cumulative(self, rows: list[int]) -> NDArray[np.float32]:
        """Return the vector of the question followed by the text of every retrieved document."""
        if not rows:
            return self._question
        texts = [self._contents.passage(row).text for row in rows]
        return exact(self._encode("\n".join([self._request.query, *texts]))[None])

    def _entities(self, row: int) -> frozenset[int]:
        return frozenset(self._contents.occurrences[row].phrases.tolist())
