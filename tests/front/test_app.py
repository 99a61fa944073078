"""The front door: how long it lives, what it hands on to LangChain, and what it closes."""

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.runnables import RunnableConfig

from hopgraph import Corpus, HopGraph, InputError, StoreError, build_graph

TEXTS = ["The Eiffel Tower is in Paris.", "Paris is the capital of France."]
QUESTION = "In which country is the Eiffel Tower?"


class Runs(BaseCallbackHandler):
    """Remembers the names, tags and metadata of the runs it is told of."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, list[str], dict[str, Any]]] = []

    def on_chain_start(self, serialized: Any, inputs: Any, **told: Any) -> None:
        self.seen.append((told["name"], told["tags"], told["metadata"]))


@pytest.fixture
def hopgraph() -> Any:
    with HopGraph.from_documents(TEXTS, embeddings="embedded", chat="extractive") as opened:
        yield opened


@pytest.mark.parametrize("closed", [True, False])
async def test_a_dropped_graph_and_its_corpus_go_away(closed: bool) -> None:
    dropped = HopGraph.from_documents(TEXTS, embeddings="embedded", chat="extractive")
    dropped.query(QUESTION)
    await dropped.aquery(QUESTION)
    dropped.graph.get_graph(xray=True).draw_mermaid()
    alive = [weakref.ref(part) for part in (dropped, dropped.graph, dropped.corpus)]
    if closed:
        dropped.close()
    del dropped
    gc.collect()
    assert [part() for part in alive] == [None, None, None]


def test_a_graph_of_ones_own_that_is_dropped_goes_away() -> None:
    with Corpus.open(None, "embedded") as corpus:
        corpus.ingest(TEXTS)
        graph = build_graph(corpus=corpus, chat="extractive")
        assert graph.invoke({"question": QUESTION})["answer"].answer == "France"
        alive = weakref.ref(graph)
        del graph
        gc.collect()
        assert alive() is None


async def test_the_settings_of_a_run_reach_every_node(hopgraph: HopGraph) -> None:
    sync, later = Runs(), Runs()
    config: RunnableConfig = {"tags": ["mine"], "metadata": {"user": "u1"}, "run_name": "asked"}
    first = hopgraph.query(QUESTION, config={**config, "callbacks": [sync]})
    second = await hopgraph.aquery(QUESTION, config={**config, "callbacks": [later]})
    assert first.answer == second.answer == "France"
    for runs in (sync, later):
        assert runs.seen[0][0] == "asked"
        assert {"direct", "arbitrate"} <= {name for name, _, _ in runs.seen}
        assert all("mine" in tags for _, tags, _ in runs.seen[:1])
        assert all(metadata["user"] == "u1" for _, _, metadata in runs.seen)


def test_a_limit_of_the_callers_own_goes_before_ours(hopgraph: HopGraph) -> None:
    from langgraph.errors import GraphRecursionError

    with pytest.raises(GraphRecursionError):
        hopgraph.query(QUESTION, config={"recursion_limit": 2})


def test_an_update_reports_what_it_did(hopgraph: HopGraph) -> None:
    hopgraph.ingest([Path(__file__)] and ["Osterby is in Nordland."])
    source = next(s.source for s in hopgraph.sources())
    report = hopgraph.update(source, "The Eiffel Tower is in Lyon.")
    assert report.updated == 1


def test_closing_closes_the_reply_cache(tmp_path: Path) -> None:
    replies = tmp_path / "replies.sqlite"
    with HopGraph(chat="extractive", embeddings="embedded", reply_cache=str(replies)) as opened:
        cache = opened._services.replies
        assert cache is not None
        cache.put("key", "reply")
    with pytest.raises(StoreError, match="closed"):
        cache.get("key")


def test_a_path_may_be_text_at_every_door(tmp_path: Path) -> None:
    with Corpus.open(str(tmp_path / "store"), "embedded") as corpus:
        corpus.ingest(TEXTS)
        graph = build_graph(
            corpus=corpus, chat="extractive", reply_cache=str(tmp_path / "replies.sqlite")
        )
        assert graph.invoke({"question": QUESTION})["answer"].answer == "France"
    assert (tmp_path / "store").is_dir()


@pytest.mark.parametrize("wrong", [{"prices": {"m": 1}}, {"chat": "nobody"}, {"judge": "nobody"}])
def test_what_is_refused_leaves_no_store_open(
    wrong: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Corpus] = []
    open_corpus = Corpus.open

    def remembered(*args: Any, **options: Any) -> Corpus:
        opened.append(open_corpus(*args, **options))
        return opened[0]

    monkeypatch.setattr(Corpus, "open", remembered)
    with pytest.raises(InputError):
        HopGraph(tmp_path / "store", embeddings="embedded", **wrong)
    with pytest.raises(StoreError, match="closed"):
        len(opened[0])


def test_an_empty_corpus_is_told_of_in_the_answer() -> None:
    with HopGraph(embeddings="embedded", chat="extractive") as empty:
        answer = empty.query(QUESTION)
    assert answer.abstained
    assert answer.proof.reason.startswith("no passage was found: the corpus is empty")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"as_of": "yesterday"}, "as_of='yesterday' cannot be used: write a day as YYYY-MM-DD"),
        ({"as_of": "2024-13-45"}, "as_of='2024-13-45' cannot be used: write a day as YYYY-MM-DD"),
        ({"as_of": "20240501"}, "as_of='20240501' cannot be used: write a day as YYYY-MM-DD"),
        ({"language": "EN"}, "language='EN' cannot be used: give an ISO 639-1 code such as ar"),
        ({"question": "x" * 20_000}, f"question='{'x' * 59}... cannot be used: String should have"),
    ],
)
def test_what_cannot_be_used_is_named_in_short(
    hopgraph: HopGraph, wrong: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError) as caught:
        hopgraph.query(**{"question": QUESTION, **wrong})
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"foo": 1}, "foo=1 cannot be used: .* .known: chat, "),
        ({"budgets": {"max_call": 1}}, r"budgets\.max_call=1 cannot be used: .*known: max_calls, "),
        ({"chat": 3}, "3 reads nothing: give provider:model, 'extractive'"),
        ({"embeddings": 3}, "3 is no embedding model"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_with_what_can(
    wrong: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        HopGraph(**wrong)
