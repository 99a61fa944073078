"""A LangChain retriever over a corpus."""

import asyncio
from typing import Annotated, Any

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import AfterValidator, ConfigDict, Field

from ..state.language_codes import checked_language
from ..state.values import IndexName, MetadataValue, Passage
from .corpus import Corpus


class HopRetriever(BaseRetriever):
    """Retrieve the passages of a multi-hop question, as LangChain documents.

    Attributes:
        corpus: The corpus to search.
        k: Most documents to return; `invoke(question, k=...)` sets it for one call.
        as_of: Search the corpus as it stood on this day (YYYY-MM-DD).
        language: ISO 639-1 code of the questions; by default what their words tell.
        filter: Only passages whose metadata has these values.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    # Left out where the retriever is written as JSON: it is opened, not made of values.
    corpus: Corpus = Field(exclude=True)
    k: int = Field(default=10, ge=1)
    as_of: str | None = None
    language: Annotated[str, AfterValidator(checked_language)] | None = None
    filter: dict[str, MetadataValue] | None = None

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
            where=self.filter,
            language=self.language,
            index=self._index(),
        )
        return [as_document(passage) for passage in passages]

    def _index(self) -> IndexName | None:
        """Return how vectors are compared; None leaves it to the corpus."""
        return None


def as_document(passage: Passage) -> Document:
    """Return a passage as a document; what retrieval saw in it goes into the metadata."""
    metadata: dict[str, Any] = {
        **passage.metadata,
        "source": passage.source,
        "title": passage.title,
        "score": passage.score,
    }
    if passage.why:
        metadata["why"] = passage.why.model_dump()
    return Document(id=passage.id, page_content=passage.text, metadata=metadata)
