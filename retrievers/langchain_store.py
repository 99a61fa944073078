"""Passages in a LangChain vector store of the user's own; their texts stand in SQLite as well."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from langchain_core.documents import Document
from langchain_core.vectorstores import VectorStore

from ..models.retrying import scrub
from ..state.errors import StoreError
from .chroma_store import StoredText
from .encoding import SLICE, encoded_text
from .sql_store import SqlStore, TextRow
from .vectors import Vectors

NEAREST = 100
"""How many passages a search asks the vector store for."""

_PASSAGE = "passage"


class LangChainStore:
    """Passages kept as documents of a vector store, which makes their vectors itself.

    It is asked only for what every vector store can do: take documents, and search by text. A
    document's metadata names its passage, so that other documents there do no harm.

    Args:
        vectors: The vector store.
        sql: Where the texts are kept: many vector stores cannot give a document by its id.
    """

    def __init__(self, vectors: VectorStore, sql: SqlStore) -> None:
        self.name = type(vectors).__name__
        self._vectors = vectors
        self._sql = sql

    @property
    def can_remove(self) -> bool:
        """Whether the vector store says how it deletes."""
        return type(self._vectors).delete is not VectorStore.delete

    def add(self, texts: Sequence[StoredText], vectors: Vectors) -> None:
        """Add passages; ids that are here stay as they are. `vectors` are not used."""
        known = self.get([t.id for t in texts])
        new = [t for t in texts if t.id not in known]
        for start in range(0, len(new), SLICE):
            self._sql.add_texts(self._given(new[start : start + SLICE]))

    def get(self, ids: Sequence[str]) -> dict[str, StoredText]:
        """Return the passages with these ids, as far as they are here."""
        return {
            row.id: StoredText(row.id, row.source, row.title, row.text)
            for row in self._sql.texts(ids)
        }

    def ids(self) -> list[str]:
        """Return all ids."""
        return [row.id for row in self._sql.texts()]

    def delete(self, ids: Sequence[str]) -> None:
        """Remove the passages with these ids; ids that are not here are passed over."""
        rows = self._sql.texts(ids)
        if rows and self.can_remove:
            with self._named():
                self._vectors.delete([row.key for row in rows])
        self._sql.forget_texts([row.id for row in rows])

    def missing(self, ids: Sequence[str]) -> list[str]:
        """Return those of these passages that the vector store lacks, as far as it can tell."""
        rows = self._sql.texts(ids)
        if type(self._vectors).get_by_ids is VectorStore.get_by_ids:
            with self._named():
                empty = rows and not self._vectors.similarity_search(rows[0].text, k=1)
            return [row.id for row in rows] if empty else []
        absent: list[str] = []
        for start in range(0, len(rows), SLICE):
            some = rows[start : start + SLICE]
            with self._named():
                there = {d.id for d in self._vectors.get_by_ids([row.key for row in some])}
            absent += [row.id for row in some if row.key not in there]
        return absent

    def add_again(self, ids: Sequence[str]) -> None:
        """Give passages whose texts are here to the vector store anew."""
        for start in range(0, len(ids), SLICE):
            rows = self._given(list(self.get(ids[start : start + SLICE]).values()))
            with self._sql.transaction():
                self._sql.forget_texts(row.id for row in rows)
                self._sql.add_texts(rows)

    def nearest(self, query: str) -> list[str]:
        """Return the ids of the passages whose vectors are nearest to the query's, best first.

        Only the order is used: scores differ in scale and direction from store to store.
        """
        with self._named():
            found = self._vectors.similarity_search(query, k=NEAREST)
        if not found:
            raise StoreError(
                f"vector store {self.name} is empty: run `Corpus.check(repair=True)`, which puts "
                "the passages back into it"
            )
        ids = (document.metadata.get(_PASSAGE) for document in found)
        return list(dict.fromkeys(key for key in ids if isinstance(key, str)))

    def close(self) -> None:
        """Do nothing: the vector store is the user's."""

    def _given(self, texts: Sequence[StoredText]) -> list[TextRow]:
        """Give texts to the vector store; return them with their keys there."""
        documents = [_document(text) for text in texts]
        with self._named():
            keys = self._vectors.add_documents(documents, ids=[text.id for text in texts])
        rows = zip(texts, keys, strict=True)
        return [TextRow(t.id, key, t.source, t.title, t.text) for t, key in rows]

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Raise what the vector store raises as an error that names it."""
        try:
            yield
        except Exception as error:  # anybody's code: it may raise anything
            said = scrub(str(error).splitlines()[0] if str(error) else type(error).__name__)
            raise StoreError(f"vector store {self.name} failed: {said}; try again") from error


def _document(text: StoredText) -> Document:
    return Document(
        id=text.id,
        page_content=encoded_text(text.title, text.text),
        metadata={_PASSAGE: text.id, "source": text.source, "title": text.title},
    )
