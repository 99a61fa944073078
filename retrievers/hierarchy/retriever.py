"""A LangChain retriever through the hierarchy."""

import asyncio
from typing import Literal

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import Field

from ...state.values import IndexName
from ..corpus import Corpus
from ..hop_retriever import as_document

_INDEX: dict[str, IndexName] = {"plus": "hierarchy", "paper": "hierarchy-paper"}


class MatryoshkaRetriever(BaseRetriever):
    """Retrieve by MatRAG's hierarchy, as LangChain documents.

    Attributes:
        corpus: The corpus to search.
        mode: "plus" takes the hierarchy for vectors and the index's words, names and links
            beside it; "paper" is the published algorithm to the letter, for comparison.
        k: Most documents to return; `invoke(question, k=...)` sets it for one call.
        as_of: Search the corpus as it stood on this day (YYYY-MM-DD).
        language: ISO 639-1 code of the questions; by default what their words tell.
    """

    corpus: Corpus
    mode: Literal["plus", "paper"] = "plus"
    k: int = Field(default=10, ge=1)
    as_of: str | None = None
    language: str | None = None

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        return self._search(query, k)

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        return await asyncio.to_thread(self._search, query, k)

    def _search(self, query: str, k: int | None) -> list[Document]:
        passages = self.corpus.search(
            query,
            self.k if k is None else k,
            as_of=self.as_of,
            language=self.language,
            index=_INDEX[self.mode],
        )
        return [as_document(passage) for passage in passages]
