"""The commands that keep a store: ingest, update, delete, sources, history, info, check."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hopgraph.cli import app
from hopgraph.models import names
from hopgraph.models.encoder import EmbeddedEncoder
from hopgraph.retrievers import encoding
from hopgraph.state.errors import InputError, StoreError


def invoke(*arguments: str | Path) -> str:
    result = CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def as_json(*arguments: str | Path) -> Any:
    return json.loads(invoke(*arguments, "--json"))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "mills.md").write_text(
        "# Varnholt Mills\n\nVarnholt Mills was founded by Edda Quillfeather.\n", encoding="utf-8"
    )
    (docs / "people.jsonl").write_text(
        json.dumps(
            {"id": "edda", "title": "Edda", "text": "Edda Quillfeather was born in Osterby."}
        )
        + "\n",
        encoding="utf-8",
    )
    folder = tmp_path / "store"
    said = invoke("ingest", docs, "--store", folder)
    assert said.startswith("added 2")
    return folder


def test_a_second_ingest_skips_what_is_there(store: Path) -> None:
    docs = store.parent / "docs"
    report = as_json("ingest", docs, "--store", store)
    assert (report["added"], report["skipped"]) == (0, 2)


def test_sources_lists_documents_by_name(store: Path) -> None:
    listed = as_json("sources", "--store", store)
    assert "edda" in [item["source"] for item in listed]
    assert "edda" in invoke("sources", "--store", store)


def test_an_update_is_what_the_next_question_sees(store: Path) -> None:
    invoke("update", "edda", "--text", "Edda Quillfeather was born in Kelmere.", "--store", store)
    question = "Where was Edda Quillfeather born?"
    answer = as_json("query", question, "--store", store, "--chat", "extractive")
    assert answer["answer"] == "Kelmere"
    assert "Osterby" not in json.dumps(answer["evidence"])


def test_an_update_from_a_file_reads_it(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "new.txt"
    file.write_text("Edda Quillfeather was born in Kelmere — by the sea.", encoding="utf-8")
    invoke("update", "edda", "--file", file, "--store", store)
    assert len(as_json("history", "edda", "--store", store)) == 2


def test_a_deleted_document_is_gone(store: Path) -> None:
    invoke("delete", "edda", "--store", store)
    assert "edda" not in [item["source"] for item in as_json("sources", "--store", store)]


def test_info_and_check_speak_of_the_store(store: Path) -> None:
    assert as_json("info", "--store", store)["passages"] == 2
    invoke("check", "--store", store)


def test_check_ends_with_6_until_all_is_mended(store: Path) -> None:
    vectors = store / "vectors-1.f32"
    vectors.write_bytes(vectors.read_bytes()[:100])
    run = CliRunner().invoke
    assert run(app, ["check", "--store", str(store)]).exit_code == 6
    assert run(app, ["check", "--store", str(store), "--repair"]).exit_code == 0
    assert run(app, ["check", "--store", str(store)]).exit_code == 0
    (store / "passages-1" / "chroma.sqlite3").write_bytes(b"x" * 5000)
    mended = run(app, ["check", "--store", str(store), "--repair"])
    assert mended.exit_code == 6
    assert "must be ingested again" in mended.output
    assert run(app, ["check", "--store", str(store)]).exit_code == 0


@pytest.mark.parametrize("command", ["update", "delete", "history"])
def test_an_unknown_source_is_an_error_that_says_where_to_look(command: str, store: Path) -> None:
    more = ["--text", "x"] if command == "update" else []
    with pytest.raises(InputError, match="nobody"):
        invoke(command, "nobody", "--store", store, *more)


def test_an_update_needs_exactly_one_new_text(store: Path) -> None:
    with pytest.raises(InputError, match="--text"):
        invoke("update", "edda", "--store", store)
    with pytest.raises(InputError, match="no file"):
        invoke("update", "edda", "--file", store / "missing.txt", "--store", store)


def test_another_encoder_than_the_stores_own_is_refused(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "AIzaFake")
    with pytest.raises(StoreError, match="encoder"):
        invoke("query", "Who?", "--store", store, "--embeddings", "google_genai:gemini-embedding-2")


def test_a_store_is_given_another_encoder_by_name(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Other(EmbeddedEncoder):
        name = "other:encoder"

    resolve = names.resolve_embeddings

    def resolved(model: Any) -> Any:
        return Other() if model == Other.name else resolve(model)

    for module in (names, encoding):
        monkeypatch.setattr(module, "resolve_embeddings", resolved)
    said = invoke("reencode", "--store", store, "--embeddings", Other.name)
    assert said == f"2 passages in {store}, encoded by other:encoder\n"
    assert as_json("info", "--store", store)["encoder"] == "other:encoder"
    invoke("reencode", "--store", store, "--embeddings", "embedded")
    assert as_json("info", "--store", store)["encoder"].startswith("embedded:")
    invoke("update", "edda", "--text", "Edda lives in Kelmere.", "--store", store)


def test_a_metadata_filter_is_read_as_json_where_it_is_json() -> None:
    from hopgraph.cli.query import metadata_filter

    assert metadata_filter(["year=2020", "kind=report", "final=true"]) == {
        "year": 2020,
        "kind": "report",
        "final": True,
    }


def test_the_workflow_is_drawn() -> None:
    mermaid = invoke("graph")
    assert mermaid.startswith("---\nconfig")
    nodes = json.loads(invoke("graph", "--format", "json"))["nodes"]
    assert "arbitrate" in {node["id"] for node in nodes}


def test_analyze_shows_slots_and_sub_questions() -> None:
    shown = as_json("analyze", "Where was the founder of Varnholt Mills born?")
    assert shown["language"] == "en"
    assert len(shown["slots"]) == len(shown["sub_questions"]) == 2
    assert shown["entities"] == ["Varnholt Mills"]


def test_analyze_reads_one_question_a_line() -> None:
    questions = "Who founded Acme?\nWho was the father of the founder of Acme?\n"
    result = CliRunner().invoke(
        app, ["analyze", "-", "--profile", "mothrag", "--json"], input=questions
    )
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["question"] for row in rows] == questions.splitlines()
    assert all({"qtype", "arm_subset", "chainfilter_gate"} <= set(row) for row in rows)
