"""What a search asks of the index."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..state.values import IndexName
from .hierarchy.settings import PaperSettings

_PAPER = PaperSettings()


@dataclass(frozen=True, eq=False)
class SearchRequest:
    """One search.

    Attributes:
        query: What to search for.
        vector: The query's vector, of shape (d,); its length does not matter.
        k: Most passages to return, at least 1.
        held: Ids of passages already held: not returned, but scores are passed on from them.
        allowed: Ids a filter lets through; None lets all through.
        language: ISO 639-1 code of the query.
        nearest: Ids of the passages whose vectors are nearest to the query's, best first, where
            the vectors live elsewhere; None compares `vector` with those that are here.
        index: How vectors are compared; None goes by how many there are.
        encode: Encodes a longer query, as `index="hierarchy-paper"` does round by round.
        paper: The settings of that index.
    """

    query: str
    vector: NDArray[np.float32]
    k: int = 10
    held: tuple[str, ...] = ()
    allowed: frozenset[str] | None = None
    language: str = "en"
    nearest: Sequence[str] | None = None
    index: IndexName | None = None
    encode: Callable[[str], NDArray[np.float32]] | None = None
    paper: PaperSettings = _PAPER
