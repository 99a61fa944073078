"""Choosing how vectors are searched: by name in Python and on the command line, and reindexing."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hopgraph import HopGraph
from hopgraph.cli import app
from hopgraph.state.errors import InputError

DOCUMENTS = ["The Eiffel Tower is in Paris.", "Paris is the capital of France."]
QUESTION = "In which country is the Eiffel Tower?"
NAMES = ("exact", "hierarchy", "hierarchy-paper")


def invoke(*arguments: str | Path) -> str:
    result = CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def store(tmp_path: Path) -> Path:
    with HopGraph(tmp_path / "store", chat="extractive", embeddings="embedded") as hopgraph:
        hopgraph.ingest(DOCUMENTS)
    return tmp_path / "store"


@pytest.mark.parametrize("index", NAMES)
def test_every_index_answers_a_two_hop_question(index: str, store: Path) -> None:
    said: dict[str, Any] = json.loads(
        invoke(
            "query", QUESTION, "--store", store, "--index", index, "--chat", "extractive", "--json"
        )
    )
    assert said["answer"] == "France"


@pytest.mark.parametrize("index", NAMES)
def test_python_takes_the_same_names(index: str, store: Path) -> None:
    with HopGraph(store, chat="extractive", index=index) as hopgraph:
        assert {p.text for p in hopgraph.retrieve(QUESTION, 2)} == set(DOCUMENTS)
        assert hopgraph.query(QUESTION).answer == "France"


def test_an_index_of_another_name_is_refused_with_those_there_are(store: Path) -> None:
    with pytest.raises(InputError, match=r"index='tree'.*'exact', 'hierarchy'"):
        HopGraph(store, chat="extractive", index="tree")
    refused = CliRunner().invoke(app, ["query", "Who?", "--text", "x", "--index", "tree"])
    assert refused.exit_code == 2


def test_reindex_tells_what_it_built_and_the_drift(store: Path) -> None:
    report = json.loads(invoke("reindex", "--store", store, "--json"))
    assert report["passages"] == 2 and report["clusters"]
    assert invoke("reindex", "--store", store).startswith("2 passages in ")
    assert report["drift"] == 0


def test_the_help_of_reindex_says_when_to_run_it() -> None:
    said = " ".join(invoke("reindex", "--help").split())
    assert "drift" in said and "0.1" in said


def test_a_changed_document_is_found_through_the_hierarchy_without_reindexing(
    store: Path,
) -> None:
    with HopGraph(store, chat="extractive", index="hierarchy") as hopgraph:
        hopgraph.reindex()
        [old] = [p for p in hopgraph.retrieve(QUESTION, 2) if "Eiffel" in p.text]
        hopgraph.update(old.source, "The Eiffel Tower is in Lyon.")
        found = {p.text for p in hopgraph.retrieve("Where is the Eiffel Tower?", 2)}
    assert "The Eiffel Tower is in Lyon." in found
