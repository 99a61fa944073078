"""hopgraph ingest and update: files that fail, days and series, and where the store is."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from hopgraph.cli import app
from hopgraph.state.errors import InputError


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False)


def shown(*arguments: str | Path) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Name a store in the environment; the working folder is the test's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOPGRAPH_STORE", "store")
    return tmp_path / "store"


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_files_that_cannot_be_read_are_listed_and_the_others_go_in(store: Path) -> None:
    write("docs/mills.txt", "Varnholt Mills stands in Kelmere.")
    write("docs/broken.json", "{")
    Path("docs/half.txt").write_bytes(b"caf\xe9")
    done = run("ingest", "docs")
    assert done.exit_code == 5
    assert done.stdout == (
        "added 1, updated 0, skipped 0, removed 0, failed 2; 1 passage in store\n"
    )
    broken, half = done.stderr.splitlines()
    assert broken.startswith("hopgraph: left out: docs/broken.json is not JSON")
    assert half.startswith("hopgraph: left out: docs/half.txt is not UTF-8")
    report = json.loads(run("ingest", "docs", "--json").stdout)
    assert [failed["path"] for failed in report["failed"]] == ["docs/broken.json", "docs/half.txt"]


def test_a_file_to_answer_from_that_cannot_be_read_is_told(store: Path) -> None:
    write("docs/mills.txt", "Varnholt Mills stands in Kelmere.")
    write("docs/broken.json", "{")
    done = run("query", "Where does Varnholt Mills stand?", "--docs", "docs")
    assert done.exit_code == 0
    assert "left out: docs/broken.json is not JSON" in done.stderr


def test_the_environment_names_the_store_of_every_command(store: Path) -> None:
    run("ingest", write("mills.txt", "Varnholt Mills stands in Kelmere."))
    asked = shown("query", "Where does Varnholt Mills stand?", "--chat", "extractive")
    assert asked["answer"] == "Kelmere"
    assert [item["source"] for item in shown("sources")] == ["mills.txt"]
    elsewhere = ["ingest", "mills.txt", "--store", "other"]
    assert run(*elsewhere).stdout.endswith("1 passage in other\n")


def test_texts_of_one_question_do_not_enter_the_store_of_the_environment(store: Path) -> None:
    run("query", "Where does Varnholt Mills stand?", "--text", "Varnholt Mills is in Kelmere.")
    assert not store.exists()


def test_without_any_store_or_text_the_remedies_are_named(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOPGRAPH_STORE")
    with pytest.raises(InputError, match=r"--text, --docs or --store, or set HOPGRAPH_STORE"):
        run("query", "Who?")


def test_an_empty_store_is_named_with_the_remedy(store: Path) -> None:
    run("ingest", write("a.txt", "Some text."))
    run("delete", "a.txt")
    with pytest.raises(InputError, match=r"store is empty: .*`hopgraph ingest PATH --store store`"):
        run("query", "Who?")


@pytest.mark.parametrize("option", [("--filter", "year=1999"), ("--as-of", "1999-01-01")])
def test_where_nothing_matches_it_is_said(store: Path, option: tuple[str, str]) -> None:
    run("ingest", write("a.txt", "Osterby is a town."), "--as-of", "2024-01-01")
    done = run("query", "Where is Osterby?", *option)
    assert done.exit_code == 3
    assert "no passage was found: the corpus is empty, or nothing in it has that" in done.stdout


def test_versions_are_dated_and_share_a_series(store: Path) -> None:
    write("first.txt", "The fee is 3 crowns.")
    write("second.txt", "The fee is 5 crowns.")
    run("ingest", "first.txt", "--as-of", "2024-01-01", "--series", "fee")
    run("ingest", "second.txt", "--as-of", "2024-06-01", "--series", "fee")
    assert run("history", "second.txt").stdout == (
        "2024-01-01\tfirst.txt\tsuperseded\n2024-06-01\tsecond.txt\tcurrent\n"
    )
    versions = shown("history", "second.txt")
    assert [(v["as_of"], v["current"]) for v in versions] == [
        ("2024-01-01", False),
        ("2024-06-01", True),
    ]
    run("update", "second.txt", "--text", "The fee is 8 crowns.", "--as-of", "2024-09-01")
    asked = ["query", "What is the fee?", "--chat", "extractive"]
    assert shown(*asked)["answer"] == "8 crowns"
    assert shown(*asked, "--as-of", "2024-07-01")["answer"] == "5 crowns"
    assert shown(*asked, "--as-of", "2024-02-01")["answer"] == "3 crowns"


def test_a_document_takes_the_place_of_another(store: Path) -> None:
    run("ingest", write("old.txt", "The fee is 3 crowns."))
    done = run("ingest", write("new.txt", "The fee is 5 crowns."), "--supersedes", "old.txt")
    assert done.stdout.startswith("added 0, updated 1")
    evidence = shown("query", "What is the fee?", "--chat", "extractive")["evidence"]
    assert [passage["source"] for passage in evidence] == ["new.txt"]


@pytest.mark.parametrize("option", ["--series", "--supersedes"])
def test_a_place_among_versions_is_for_one_document(store: Path, option: str) -> None:
    write("docs/a.txt", "Some text.")
    with pytest.raises(InputError, match="give one file"):
        run("ingest", "docs", option, "x")


def test_an_update_reads_a_file_as_ingest_does(store: Path) -> None:
    run("ingest", write("a.txt", "The fee is 3 crowns."))
    page = "---\ntitle: Fees\nyear: 2024\n---\n# Fees\n\nThe **fee** is 5 crowns.\n"
    run("update", "a.txt", "--file", write("new.md", page))
    assert run("update", "a.txt", "--file", "new.md").stdout == "unchanged a.txt\n"
    [listed] = shown("sources")
    assert (listed["title"], listed["metadata"]) == ("Fees", {"year": 2024})
    two = write("two.jsonl", '{"id": "a", "text": "x"}\n{"id": "b", "text": "y"}\n')
    with pytest.raises(InputError, match=r"two\.jsonl holds several documents: ingest it"):
        run("update", "a.txt", "--file", two)


def test_reports_are_written_for_people(store: Path) -> None:
    run("ingest", write("a.txt", "The fee is 3 crowns."))
    assert run("check").stdout == "problems: none\nrepaired: none\nlost: none\nleft: none\n"
    info = run("info").stdout
    assert "problems: none\n" in info
    assert "passages: 1\n" in info


def test_what_a_document_says_cannot_steer_the_terminal(store: Path) -> None:
    path = write("a.txt", "Varnholt Mills stands in \x1b[31mKelmere\x1b[0m\u202e today.")
    asked = ["query", "Where does Varnholt Mills stand?", "--docs", path, "--store", "store"]
    for done in (run(*asked), run(*asked, "--json")):
        assert "Kelmere" in done.stdout
        assert not {"\x1b", "\u202e"} & set(done.stdout)
    evidence = json.loads(run(*asked, "--json").stdout)["evidence"]
    assert "\x1b[31mKelmere\x1b[0m\u202e" in evidence[0]["text"]
