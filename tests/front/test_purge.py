"""A purge: no byte of what must be forgotten is left, in the store or in the reply cache."""

from collections.abc import Callable
from pathlib import Path

import pytest
from scripted import ScriptedChat
from typer.testing import CliRunner

from hopgraph import HopGraph
from hopgraph.cli import app
from hopgraph.retrievers import corpus as corpus_module
from hopgraph.retrievers.corpus import Corpus
from hopgraph.state.errors import InputError, StoreError

WORD = "quillobrax"
SOURCE = f"{WORD}.txt"
QUESTION = "Who keeps the key of Varnholt?"

Forget = Callable[[Path, Path], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store and, beside it, a reply cache; both hold the secret, in versions and replies."""
    with _opened(tmp_path) as hopgraph:
        for source, text in (
            (SOURCE, f"Varnholt: the first keeper of the key is {WORD}."),
            ("other", "Kelmere lies by the sea."),
        ):
            told = {"keeper": text}
            hopgraph.corpus.ingest_passages([(source, f"About: {text}", text, told)])
        hopgraph.query(QUESTION)
        hopgraph.update(SOURCE, f"Varnholt: the keeper of the key is {WORD} again.")
        hopgraph.query(QUESTION)
        hopgraph.query("Where does Kelmere lie?", filter={"source": "other"})
    names = {f.name.removesuffix("-wal") for f in _holding(tmp_path)}
    assert names >= {"replies.sqlite", "chroma.sqlite3"}
    return tmp_path


def _opened(folder: Path, *, keep_versions: bool = True) -> HopGraph:
    def says(prompt: str) -> str:
        return f'{{"answer": "{WORD}", "proof": []}}' if WORD in prompt else "Kelmere"

    chat = ScriptedChat(script=says)
    return HopGraph(
        folder / "store",
        chat=chat,
        embeddings="embedded",
        reply_cache=folder / "replies.sqlite",
        keep_versions=keep_versions,
    )


def _holding(folder: Path, text: str = WORD) -> list[Path]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if text.encode() in path.read_bytes().lower()]


def _by_object(store: Path, replies: Path) -> None:
    with _opened(store.parent) as hopgraph:
        assert hopgraph.retrieve(QUESTION)
        hopgraph.delete(SOURCE, purge=True)
        # While everything is still open: write-ahead logs count too.
        assert _holding(store.parent) == []


def _by_command(store: Path, replies: Path) -> None:
    arguments = ["delete", SOURCE, "--purge", "--store", store, "--reply-cache", replies]
    result = CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("forget", [_by_object, _by_command])
def test_no_file_holds_what_was_purged(forget: Forget, folder: Path) -> None:
    forget(folder / "store", folder / "replies.sqlite")
    assert _holding(folder) == []
    assert _holding(folder, "kelmere")
    with _opened(folder) as hopgraph:
        assert [info.source for info in hopgraph.sources()] == ["other"]
        assert hopgraph.corpus.check().problems == ()
        said = hopgraph.query(QUESTION)
        assert WORD not in said.model_dump_json()


def test_replies_on_versions_that_were_not_kept_go_with_the_source(tmp_path: Path) -> None:
    with _opened(tmp_path, keep_versions=False) as hopgraph:
        hopgraph.corpus.ingest_passages(
            [(SOURCE, "", f"Varnholt: the first keeper of the key is {WORD}.", {})]
        )
        hopgraph.query(QUESTION)
        hopgraph.update(SOURCE, "Varnholt: the keeper of the key is nobody.")
        assert tmp_path / "replies.sqlite" in _holding(tmp_path)
        hopgraph.delete(SOURCE, purge=True)
        assert _holding(tmp_path) == []


def test_what_another_source_took_the_place_of_goes_with_that_source(tmp_path: Path) -> None:
    with _opened(tmp_path, keep_versions=False) as hopgraph:
        for source, text in (
            ("first", f"Varnholt: the first keeper of the key is {WORD}."),
            ("second", "Varnholt: the keeper of the key is nobody."),
            ("third", "Varnholt: the keeper of the key is somebody."),
        ):
            hopgraph.corpus.ingest_passages([(source, "", text, {"series": "keys"})])
            hopgraph.query(QUESTION)
        assert tmp_path / "replies.sqlite" in _holding(tmp_path)
        hopgraph.delete("third", purge=True)
        assert _holding(tmp_path) == []


def test_a_purge_that_was_cut_short_is_finished_on_open(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, _opened(folder) as hopgraph:
        patch.setattr(corpus_module, "finish_purge", stopped)
        with pytest.raises(KeyboardInterrupt):
            hopgraph.delete(SOURCE, purge=True)
        assert hopgraph.corpus.check().problems == ("a purge was not finished",)
    assert [f.name for f in _holding(folder)] == ["chroma.sqlite3"]
    with _opened(folder) as hopgraph:
        assert _holding(folder) == []
        assert hopgraph.corpus.check().problems == ()


def test_a_purge_that_damage_hinders_is_finished_by_the_repair(folder: Path) -> None:
    with _opened(folder) as hopgraph:
        corpus = hopgraph.corpus
        [kept] = corpus.search("Kelmere", 1)
        corpus._store.chroma.delete([kept.id])
        with pytest.raises(StoreError, match="passages are missing"):
            hopgraph.delete(SOURCE, purge=True)
    with Corpus.open(folder / "store") as corpus:
        report = corpus.check(repair=True)
        assert report.lost == ("other",)
        assert "finished the purge" in report.repaired
        assert corpus.check().problems == ()
    assert _holding(folder) == []


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["--reply-cache", "x"], "--reply-cache is for --purge"),
        (["--purge", "--reply-cache", "missing"], "no reply cache at missing"),
    ],
)
def test_a_reply_cache_must_be_there_and_to_be_purged(
    more: list[str], reason: str, folder: Path
) -> None:
    arguments = ["delete", SOURCE, "--store", str(folder / "store"), *more]
    with pytest.raises(InputError, match=reason):
        CliRunner().invoke(app, arguments, catch_exceptions=False)
    with Corpus.open(folder / "store") as corpus:
        assert len(corpus.sources()) == 2


def test_help_tells_how_to_reach_a_reply_cache() -> None:
    said = CliRunner().invoke(app, ["delete", "--help"], env={"COLUMNS": "200"}).output
    assert "--reply-cache" in said
    assert "no trace" in said
