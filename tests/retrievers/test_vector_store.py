"""A corpus whose vectors live in a LangChain vector store of the user's own."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest
from corpus_samples import WordEncoder, found
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore, VectorStore

from hopgraph import HopGraph
from hopgraph.retrievers.corpus import Corpus
from hopgraph.state.errors import InputError, StoreError

FILM = ("film", "The Long Tide", "The Long Tide is a film directed by Mara Velt in 1962.")
PERSON = ("person", "Mara Velt", "Mara Velt was a director. She was born in Osterby.")
OTHERS = [(f"v{n}", f"Village {n}", f"Village {n} has {n} mills and a church.") for n in range(9)]


class Shelf(VectorStore):
    """Does only what every vector store must: takes texts, and finds them in its own order."""

    def __init__(self) -> None:
        self.documents: list[Document] = []
        self.failing = False

    def add_texts(
        self, texts: Iterable[str], metadatas: list[dict[str, Any]] | None = None, **_: Any
    ) -> list[str]:
        start = len(self.documents)
        self.documents += [
            Document(text, metadata=metadata)
            for text, metadata in zip(texts, metadatas or [], strict=True)
        ]
        return [f"shelf-{n}" for n in range(start, len(self.documents))]

    def similarity_search(self, query: str, k: int = 4, **_: Any) -> list[Document]:
        if self.failing:
            raise ConnectionError("no way to the shelf\nat all")
        words = set(query.lower().strip("?").split())
        shared = [-len(words & set(d.page_content.lower().split())) for d in self.documents]
        order = sorted(range(len(shared)), key=lambda n: (shared[n], n))
        return [self.documents[n] for n in order[:k]]

    @classmethod
    def from_texts(
        cls,
        texts: list[str],
        embedding: Embeddings,
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: list[str] | None = None,
        **kwargs: Any,
    ) -> Self:
        raise NotImplementedError


class DeletingShelf(Shelf):
    """Deletes by the ids it gave, which are none of ours."""

    def delete(self, ids: list[str] | None = None, **_: Any) -> bool:
        for key in ids or []:
            self.documents[int(key.removeprefix("shelf-"))] = Document("", metadata={})
        return True


def _chroma() -> VectorStore:
    return pytest.importorskip("langchain_chroma").Chroma("hop", WordEncoder())


STORES: list[Callable[[], VectorStore]] = [
    lambda: InMemoryVectorStore(WordEncoder()),
    DeletingShelf,
    _chroma,
]


def filled(folder: Path | None, store: VectorStore) -> Corpus:
    corpus = Corpus.open(folder, vector_store=store)
    corpus.ingest_passages([(key, title, text, {}) for key, title, text in (FILM, PERSON, *OTHERS)])
    return corpus


@pytest.mark.parametrize("make", [*STORES, Shelf])
def test_passages_are_found_over_links_in_any_vector_store(
    make: Callable[[], VectorStore], folder: Path
) -> None:
    with filled(folder, make()) as corpus:
        passages = corpus.search("Where was the director of The Long Tide born?", 3)
    assert [p.source for p in passages][:2] == ["film", "person"]
    assert passages[1].why
    assert passages[1].why.phrase == "Mara Velt"


@pytest.mark.parametrize("make", STORES)
def test_documents_change_and_go_where_the_vector_store_can_delete(
    make: Callable[[], VectorStore], folder: Path
) -> None:
    store = make()
    with filled(folder, store) as corpus:
        corpus.update("person", "Mara Velt was born in Halmark.")
        assert "Mara Velt was born in Halmark." in found(corpus, "Mara Velt")
        corpus.delete("film", purge=True)
        corpus.delete("person")
        assert {p.source for p in corpus.search("Mara Velt", 50)} == {key for key, *_ in OTHERS}
        assert corpus.check().problems == ()
    assert not any("Velt" in d.page_content for d in store.similarity_search("Mara Velt", 50))


def test_a_vector_store_that_cannot_delete_says_so_and_stays_as_it_was(folder: Path) -> None:
    store = Shelf()
    with filled(folder, store) as corpus:
        for change in (
            lambda: corpus.update("person", "Mara Velt was born in Halmark."),
            lambda: corpus.delete("person"),
            lambda: corpus.delete("person", purge=True),
        ):
            with pytest.raises(StoreError, match=r"Shelf cannot delete.*choose one that can"):
                change()
        assert len(store.documents) == len(corpus) == 11
        assert PERSON[2] in found(corpus)
        assert corpus.ingest(["Osterby is a town."]).added == 1
        assert "Osterby is a town." in found(corpus)


def test_the_folder_holds_no_vectors_and_is_read_again(folder: Path) -> None:
    store = InMemoryVectorStore(WordEncoder())
    with filled(folder, store) as corpus:
        before = corpus.search("Where was Mara Velt born?")
    assert sum(f.stat().st_size for f in folder.glob("vectors-*")) == 0
    assert not list(folder.glob("passages-*"))
    with Corpus.open(folder, vector_store=store) as corpus:
        assert corpus.search("Where was Mara Velt born?") == before
        assert corpus.ingest_passages([(*FILM, {})]).skipped == 1


def test_texts_are_encoded_by_the_vector_store_alone(folder: Path) -> None:
    encoder = WordEncoder()
    with filled(folder, InMemoryVectorStore(encoder)):
        assert len(encoder.encoded) == len(set(encoder.encoded)) == 11


def test_other_documents_of_the_vector_store_do_no_harm(folder: Path) -> None:
    store = InMemoryVectorStore(WordEncoder())
    store.add_texts(["Mara Velt was born at sea."], [{"passage": "unknown"}])
    store.add_texts(["Mara Velt was born on a train."])
    with filled(folder, store) as corpus:
        assert "person" in [p.source for p in corpus.search("Where was Mara Velt born?", 2)]
        corpus.delete("person")
    assert len(store.store) == 12


def test_a_purge_leaves_no_trace_in_the_folder(folder: Path) -> None:
    with filled(folder, InMemoryVectorStore(WordEncoder())) as corpus:
        corpus.delete("film", purge=True)
        files = [f for f in folder.rglob("*") if f.is_file()]
        assert files
        assert not any(b"1962" in f.read_bytes() for f in files)


def test_questions_are_answered_over_a_vector_store() -> None:
    store = InMemoryVectorStore(WordEncoder())
    documents = ["The Eiffel Tower is in Paris.", "Paris is the capital of France."]
    with HopGraph.from_documents(documents, vector_store=store, chat="extractive") as hopgraph:
        assert hopgraph.query("In which country is the Eiffel Tower?").answer == "France"
    assert len(store.store) == 2


def test_a_store_is_opened_as_it_was_made(tmp_path: Path) -> None:
    filled(tmp_path / "given", InMemoryVectorStore(WordEncoder())).close()
    with pytest.raises(StoreError, match="live in a InMemoryVectorStore"):
        Corpus.open(tmp_path / "given", WordEncoder())
    with Corpus.open(tmp_path / "own", WordEncoder()) as corpus:
        corpus.ingest(["One."])
    with pytest.raises(StoreError, match="open it without vector_store"):
        Corpus.open(tmp_path / "own", vector_store=InMemoryVectorStore(WordEncoder()))


def test_what_only_the_vector_store_can_do_is_refused(folder: Path) -> None:
    with filled(folder, InMemoryVectorStore(WordEncoder())) as corpus:
        with pytest.raises(StoreError, match="made by a vector store"):
            corpus.reencode(WordEncoder("test:others"))
        with pytest.raises(InputError, match="makes the vectors itself"):
            corpus.ingest_passages([(*FILM, {})], np.zeros((1, 3), np.float32))


def test_a_failing_vector_store_is_named(folder: Path) -> None:
    store = Shelf()
    with filled(folder, store) as corpus:
        store.failing = True
        with pytest.raises(StoreError, match="Shelf failed: no way to the shelf; try again"):
            corpus.search("Where was Mara Velt born?")


def test_a_text_that_lost_its_row_is_told_by_check(folder: Path) -> None:
    with filled(folder, InMemoryVectorStore(WordEncoder())) as corpus:
        store = corpus._store
        store.sql.forget_texts([p.id for p in corpus.search("Mara Velt", 1)])
        assert corpus.check().problems == ("1 passages of 1 documents have lost their text",)
        assert len(corpus.check(repair=True).lost) == 1
        assert corpus.check().problems == ()


@pytest.mark.parametrize("make", [lambda: InMemoryVectorStore(WordEncoder()), DeletingShelf])
def test_an_emptied_vector_store_is_noticed_and_filled_again(
    make: Callable[[], VectorStore], folder: Path
) -> None:
    filled(folder, make()).close()
    with Corpus.open(folder, vector_store=make()) as corpus:
        with pytest.raises(StoreError, match="is empty: run `Corpus"):
            corpus.search("Where was Mara Velt born?")
        assert corpus.check().problems == ("11 vectors are missing or damaged",)
        report = corpus.check(repair=True)
        assert report.repaired == ("made 11 vectors anew",)
        assert report.left == report.lost == ()
        assert corpus.check().problems == ()
        assert len(corpus.search("Where was Mara Velt born?", 20)) == 11
        corpus.delete("film")
        assert len(corpus.search("Where was Mara Velt born?", 20)) == 10
