"""A LangChain retriever through the hierarchy."""

from typing import Literal

from ...state.values import IndexName
from ..hop_retriever import HopRetriever

_INDEX: dict[str, IndexName] = {"plus": "hierarchy", "paper": "hierarchy-paper"}


class MatryoshkaRetriever(HopRetriever):
    """Retrieve by MatRAG's hierarchy, as LangChain documents.

    Attributes:
        mode: "plus" takes the hierarchy for vectors and the index's words, names and links
            beside it; "paper" is the published algorithm to the letter, for comparison.
    """

    mode: Literal["plus", "paper"] = "plus"

    def _index(self) -> IndexName | None:
        return _INDEX[self.mode]
