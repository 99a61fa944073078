"""The LangChain face of a corpus."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus_samples import WordEncoder
from langchain_core.retrievers import BaseRetriever
from langchain_tests.integration_tests import RetrieversIntegrationTests

from hopgraph.retrievers.corpus import Corpus
from hopgraph.retrievers.hierarchy.retriever import MatryoshkaRetriever
from hopgraph.retrievers.hop_retriever import HopRetriever


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    folder: Path = tmp_path_factory.mktemp("retriever") / "store"
    with Corpus.open(folder, WordEncoder()) as corpus:
        corpus.ingest(
            [
                "The Long Tide is a film directed by Mara Velt.",
                "Mara Velt was born in Osterby.",
                "Osterby is a harbour town.",
                "The mill of Arn stands by a lake.",
            ]
        )
        yield corpus


class TestHopRetriever(RetrieversIntegrationTests):
    """The checks of langchain-tests."""

    @pytest.fixture(autouse=True)
    def _use(self, filled: Corpus) -> None:
        self.corpus = filled

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return HopRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, object]:
        return {"corpus": self.corpus}

    @property
    def retriever_query_example(self) -> str:
        return "Where was the director of The Long Tide born?"


def test_documents_say_where_they_come_from_and_why(filled: Corpus) -> None:
    document, *_ = HopRetriever(corpus=filled, k=2).invoke("Who directed The Long Tide?")
    assert document.id
    assert document.metadata["source"]
    assert 0 < document.metadata["score"] <= 1
    assert "signals" in document.metadata["why"]


@pytest.mark.parametrize("retriever", [HopRetriever, MatryoshkaRetriever])
async def test_k_of_one_call_holds_in_async_code_too(
    filled: Corpus, retriever: type[HopRetriever] | type[MatryoshkaRetriever]
) -> None:
    asked = retriever(corpus=filled)
    question = "Where was the director of The Long Tide born?"
    found = await asked.ainvoke(question, k=2)
    assert len(found) == 2
    assert found == asked.invoke(question, k=2)


def test_an_unknown_option_is_not_swallowed(filled: Corpus) -> None:
    with pytest.raises(TypeError, match="kk"):
        HopRetriever(corpus=filled).invoke("Osterby", kk=2)
