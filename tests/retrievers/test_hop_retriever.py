"""The LangChain face of a corpus."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from corpus_samples import WordEncoder
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.load import dumps
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import ConfigurableField, RunnableConfig, RunnableLambda
from langchain_tests.integration_tests import RetrieversIntegrationTests

from hopgraph.retrievers.corpus import Corpus
from hopgraph.retrievers.hierarchy.retriever import MatryoshkaRetriever
from hopgraph.retrievers.hop_retriever import HopRetriever
from hopgraph.state.errors import InputError

TIDE = "Who directed The Long Tide?"


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
    with pytest.raises(ValueError, match="kk"):
        HopRetriever(corpus=filled, kk=2)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="ISO 639-1"):
        HopRetriever(corpus=filled, language="xx")


class Listener(BaseCallbackHandler):
    """Writes down what a retriever's run tells."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any]] = []

    def on_retriever_start(self, serialized: Any, query: str, **more: Any) -> None:
        self.told.append(("start", (query, more["tags"], more["name"])))

    def on_retriever_end(self, documents: Any, **_: Any) -> None:
        self.told.append(("end", len(documents)))

    def on_retriever_error(self, error: BaseException, **_: Any) -> None:
        self.told.append(("error", str(error)))


@pytest.mark.parametrize("asked", ["invoke", "ainvoke"])
async def test_callbacks_are_told_of_start_and_end(filled: Corpus, asked: str) -> None:
    listener = Listener()
    config: RunnableConfig = {"callbacks": [listener], "tags": ["t"], "run_name": "mine"}
    retriever = HopRetriever(corpus=filled, k=2)
    if asked == "invoke":
        retriever.invoke(TIDE, config=config)
    else:
        await retriever.ainvoke(TIDE, config=config)
    assert listener.told == [("start", (TIDE, ["t"], "mine")), ("end", 2)]


def test_callbacks_are_told_of_a_fault(filled: Corpus) -> None:
    listener = Listener()
    with pytest.raises(InputError):
        HopRetriever(corpus=filled).invoke(" ", config={"callbacks": [listener]})
    assert listener.told[1] == ("error", "the query is blank: ask for something")


async def test_a_chain_takes_it_in_every_way_it_can_be_run(filled: Corpus) -> None:
    def first(documents: list[Document]) -> str:
        return documents[0].page_content

    listener = Listener()
    retriever = HopRetriever(corpus=filled, k=1)
    chain = (retriever | RunnableLambda(first)).with_config(callbacks=[listener], tags=["chain"])
    mill = "Where does the mill of Arn stand?"
    found = ["The Long Tide is a film directed by Mara Velt.", "The mill of Arn stands by a lake."]
    assert chain.invoke(TIDE) == found[0]
    assert chain.batch([TIDE, mill]) == found
    assert await chain.abatch([TIDE, mill]) == found
    assert [part async for part in chain.astream(mill)] == found[1:]
    assert [part for part, _ in listener.told].count("end") == 6
    wider = retriever.configurable_fields(k=ConfigurableField(id="k"))
    assert len(wider.with_config(configurable={"k": 3}).invoke(TIDE)) == 3


def test_it_is_written_without_its_corpus(filled: Corpus) -> None:
    retriever = HopRetriever(corpus=filled, k=2, as_of="2024-05-01")
    written = json.loads(retriever.model_dump_json(exclude_none=True))
    assert written == {"k": 2, "as_of": "2024-05-01"}
    assert HopRetriever(corpus=filled, **written) == retriever
    assert json.loads(dumps(retriever))["name"] == "HopRetriever"


def test_a_filter_keeps_to_passages_with_the_metadata() -> None:
    with Corpus.open(None, WordEncoder()) as corpus:
        for year in (2020, 2021):
            text = f"The mill of Arn was painted in {year}."
            corpus.ingest(Document(text, metadata={"source": str(year), "year": year}))
        found = HopRetriever(corpus=corpus, filter={"year": 2021}).invoke("When was the mill?")
    assert [document.metadata["year"] for document in found] == [2021]
