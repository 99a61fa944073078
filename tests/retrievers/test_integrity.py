"""A damaged store gives a clear error or is mended, and keeps what can be kept."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from corpus_samples import WordEncoder, found
from langchain_core.documents import Document

from hopgraph.retrievers.chroma_store import ChromaStore
from hopgraph.retrievers.corpus import Corpus
from hopgraph.retrievers.sql_store import SqlStore
from hopgraph.state.errors import StoreError


def document(source: str, text: str) -> Document:
    return Document(text, metadata={"source": source})


@pytest.fixture
def filled(folder: Path) -> Iterator[Corpus]:
    """A corpus of three documents."""
    with Corpus.open(folder, WordEncoder()) as corpus:
        corpus.ingest([document(name, f"Text of {name}.") for name in "abc"])
        yield corpus


@pytest.fixture
def closed(folder: Path, filled: Corpus) -> Path:
    """The folder of that corpus, closed."""
    filled.close()
    return folder


# Check and repair


def test_a_whole_store_has_no_problems(filled: Corpus) -> None:
    filled.update("a", "New text of a.")
    filled.delete("b")
    report = filled.check(repair=True)
    assert (report.problems, report.repaired, report.lost) == ((), (), ())


def test_an_empty_store_has_no_problems(corpus: Corpus) -> None:
    assert corpus.check().problems == ()


def test_passages_without_a_document_are_removed(filled: Corpus) -> None:
    chroma = filled._store.chroma
    assert isinstance(chroma, ChromaStore)
    [text] = chroma.get([filled.search("a", 1)[0].id]).values()
    chroma._collection.add(ids=["stray"], embeddings=[[0.0] * 16], documents=[text.text])
    assert filled.check().problems == ("1 passages belong to no document",)
    assert filled.check(repair=True).repaired
    assert filled.check().problems == ()
    assert "stray" not in chroma.ids()


def test_documents_that_lost_text_are_named_and_can_be_ingested_again(filled: Corpus) -> None:
    [passage] = filled.search("text", where={"source": "b"})
    filled._store.chroma.delete([passage.id])
    report = filled.check()
    assert report.problems == ("1 passages of 1 documents have lost their text",)
    assert report.lost == ("b",)
    assert len(filled.sources()) == 3
    assert filled.check(repair=True).lost == ("b",)
    assert filled.check().problems == ()
    assert found(filled) == ["Text of a.", "Text of c."]
    filled.ingest(document("b", "Text of b."))
    assert len(found(filled)) == 3


@pytest.mark.parametrize("damage", ["short", "wrong", "gone"])
def test_vectors_are_made_anew(closed: Path, damage: str) -> None:
    path = closed / "vectors-1.f32"
    if damage == "short":
        path.write_bytes(path.read_bytes()[:100])
    elif damage == "wrong":
        path.write_bytes(np.ones(48, np.float32).tobytes())
    else:
        path.unlink()
    with Corpus.open(closed, WordEncoder()) as corpus:
        if damage != "wrong":
            with pytest.raises(StoreError, match="is cut short: run hopgraph check --repair"):
                corpus.search("text")
        assert "vectors are missing or damaged" in corpus.check().problems[0]
        corpus.check(repair=True)
        assert corpus.check().problems == ()
        assert len(found(corpus)) == 3
    with Corpus.open(closed, WordEncoder()) as corpus:
        assert len(found(corpus)) == 3


@pytest.mark.parametrize("damage", ["truncated", "overwritten", "gone"])
def test_damaged_passages_are_set_aside_and_documents_named(closed: Path, damage: str) -> None:
    path = closed / "passages-1" / "chroma.sqlite3"
    if damage == "truncated":
        path.write_bytes(path.read_bytes()[:5000])
    elif damage == "overwritten":
        path.write_bytes(bytes(path.stat().st_size))
    else:
        shutil.rmtree(path.parent)
    encoder = WordEncoder()
    with Corpus.open(closed, encoder) as corpus:
        with pytest.raises(StoreError, match="run hopgraph check --repair"):
            corpus.search("text")
        assert corpus.info().problems
        report = corpus.check()
        assert report.problems and report.lost == ("a", "b", "c")
        assert corpus.check(repair=True).lost == ("a", "b", "c")
        assert corpus.check().problems == ()
        assert corpus.search("text") == []
        corpus.ingest([document(name, f"Text of {name}.") for name in "abc"])
        assert len(found(corpus)) == 3
        assert encoder.encoded == []


def test_damage_to_an_index_that_chroma_has_not_filled_does_no_harm(folder: Path) -> None:
    size = 30
    with Corpus.open(folder, WordEncoder()) as corpus:
        corpus.ingest_passages([(f"s{n}", "", f"Text {n}.", {}) for n in range(size)])
    files = list(folder.glob("passages-1/*/*"))
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with Corpus.open(folder, WordEncoder()) as corpus:
        assert len(found(corpus, k=5000)) == size
        corpus.ingest(document("new", "New text."))
        corpus.check(repair=True)
        assert corpus.check().problems == ()
        assert len(found(corpus, k=5000)) == size + 1


# Files that cannot be used


def test_a_damaged_sql_file_is_named_and_the_folder_left_as_it_is(closed: Path) -> None:
    path = closed / "corpus.sqlite3"
    whole = path.read_bytes()
    for damaged in (whole[:3000], whole[: len(whole) // 2], b"no database at all" * 100):
        path.write_bytes(damaged)
        with pytest.raises(StoreError, match=r"corpus\.sqlite3: .*; the file is damaged: put back"):
            Corpus.open(closed, WordEncoder())
    path.write_bytes(whole)
    with Corpus.open(closed, WordEncoder()) as corpus:
        assert len(found(corpus)) == 3
        assert corpus.check().problems == ()


def test_another_programs_database_is_left_alone(folder: Path) -> None:
    folder.mkdir()
    with sqlite3.connect(folder / "corpus.sqlite3") as other:
        other.execute("CREATE TABLE theirs (x)")
    other.close()
    before = (folder / "corpus.sqlite3").read_bytes()
    with pytest.raises(StoreError, match="belongs to another program: choose another folder"):
        Corpus.open(folder, WordEncoder())
    assert (folder / "corpus.sqlite3").read_bytes() == before


def test_a_store_of_a_newer_version_is_left_alone(closed: Path) -> None:
    with sqlite3.connect(closed / "corpus.sqlite3") as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    with pytest.raises(StoreError, match=r"a newer hopgraph wrote .*: upgrade hopgraph"):
        Corpus.open(closed, WordEncoder())


def test_a_store_of_the_first_version_is_brought_up_to_date(closed: Path) -> None:
    with sqlite3.connect(closed / "corpus.sqlite3") as file:
        file.execute("DROP TABLE replaced")
        file.execute("PRAGMA user_version = 1")
    file.close()
    for _ in range(2):
        with Corpus.open(closed, WordEncoder(), keep_versions=False) as corpus:
            corpus.update("a", "Another text of a.")
            corpus.update("a", "Text of a.")
            assert len(found(corpus)) == 3
            assert corpus.check().problems == ()


def test_features_of_another_version_are_made_anew(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sql = SqlStore(closed / "corpus.sqlite3")
    ids = list(sql.passages())
    sql.set_features(dict.fromkeys(ids, b"of another version"))
    sql.set("features", -1)
    sql.close()
    encoder = WordEncoder()
    with Corpus.open(closed, encoder) as corpus:
        assert len(found(corpus)) == 3
    assert encoder.encoded == []


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(StoreError, match=r"name a folder|choose a folder"):
            Corpus.open(path, WordEncoder())


def test_a_full_disk_loses_nothing(filled: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: object, *arguments: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(StoreError, match="No space left on device"):
            filled.update("a", "New text.")
    assert len(found(filled)) == 3
    filled.update("a", "New text.")
    assert "New text." in found(filled)
    assert filled.check().problems == ()


def test_a_fault_before_the_commit_changes_nothing(
    filled: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: object, *arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(SqlStore, "add_version", fail)
        with pytest.raises(StoreError, match="free some disk space: nothing that was acknowledged"):
            filled.update("a", "New text.")
    assert len(found(filled)) == 3
    filled.close()
    with Corpus.open(filled._store.folder, WordEncoder()) as corpus:
        assert corpus.check().problems == ()
        assert len(found(corpus)) == 3


# A damaged SQLite file


def pages_of(path: Path, table: str) -> list[int]:
    """The offsets of the pages on which the rows or entries of a table or an index stand."""
    with closing(sqlite3.connect(path)) as file:
        size = file.execute("PRAGMA page_size").fetchone()[0]
        root = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table])
        start = (root.fetchone()[0] - 1) * size
    data = path.read_bytes()
    if data[start] not in (2, 5):  # not an inner page of an index or a table
        return [start]
    first = 12
    cells = int.from_bytes(data[start + 3 : start + 5], "big")
    pages = []
    for n in range(cells):
        at = start + int.from_bytes(data[start + first + 2 * n : start + first + 2 * n + 2], "big")
        pages.append((int.from_bytes(data[at : at + 4], "big") - 1) * size)
    return [*pages, (int.from_bytes(data[start + 8 : start + 12], "big") - 1) * size]


def overwrite(path: Path, offset: int) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(bytes(512))


@pytest.fixture
def many(folder: Path) -> Path:
    """The folder of sixty documents, each of two passages and in two versions, closed."""
    with Corpus.open(folder, WordEncoder()) as corpus:
        for turn in ("first", "second"):
            text = f"The {turn} text of this one. " * 12
            corpus.ingest([document(f"d{n}", f"Number {n}. {text}") for n in range(60)])
        assert len(corpus) > 60
    return folder


@pytest.mark.parametrize(
    "table", ["versions", "places", "passages", "vectors", "versions_by_series", "strays"]
)
def test_what_can_be_read_of_a_damaged_sql_file_is_kept(many: Path, table: str) -> None:
    path = many / "corpus.sqlite3"
    pages = pages_of(path, table)
    overwrite(path, pages[len(pages) // 2])
    with Corpus.open(many, WordEncoder()) as corpus:
        before = corpus.check()
        assert before.problems == before.left
        assert "corpus.sqlite3 is damaged" in before.problems[0]
        report = corpus.check(repair=True)
        assert report.left == corpus.check().problems == ()
        assert "took over what can be read" in report.repaired[0]
        if table in ("versions", "places"):
            assert report.lost or "left out older versions" in report.repaired[1]
        else:
            assert report.lost == ()
        assert len(corpus.sources()) == 60 - len(report.lost) > 10
        for info in corpus.sources():
            texts = found(corpus, f"number {info.source}", where={"source": info.source})
            assert texts[0].startswith("Number")
            assert all("second" in text for text in texts)
        assert not any("first" in text for text in found(corpus, k=1000))
        text = "The second text of this one. " * 12
        again = corpus.ingest([document(f"d{n}", f"Number {n}. {text}") for n in range(60)])
        assert (again.added, again.updated) == (len(report.lost), 0)
    assert list(many.glob("corpus.sqlite3.damaged-1"))


def test_who_has_the_store_open_goes_on_with_the_repaired_file(many: Path) -> None:
    with Corpus.open(many, WordEncoder()) as server, Corpus.open(many, WordEncoder()) as reader:
        assert found(server, k=1000) == found(reader, k=1000)
        overwrite(many / "corpus.sqlite3", pages_of(many / "corpus.sqlite3", "vectors")[0])
        with Corpus.open(many, WordEncoder()) as other:
            assert other.check(repair=True).left == ()
        assert server.ingest(document("late", "A late text.")).added == 1
        assert "A late text." in found(reader, k=1000)
    with Corpus.open(many, WordEncoder()) as corpus:
        assert "late" in {info.source for info in corpus.sources()}
        assert corpus.check().problems == ()


@pytest.mark.long
def test_whatever_page_is_damaged_a_repair_leaves_a_whole_store_and_nothing_stale(
    many: Path, tmp_path: Path, long_share: float
) -> None:
    chance = random.Random(2)  # noqa: S311
    everything = {f"d{n}" for n in range(60)}
    for turn in range(int(60 * long_share)):
        folder = tmp_path / f"copy{turn}"
        shutil.copytree(many, folder)
        path = folder / "corpus.sqlite3"
        length = chance.choice([64, 512, 4096])
        garbage = chance.choice([bytes(length), chance.randbytes(length)])
        with path.open("r+b") as file:
            file.seek(4096 * chance.randrange(1, path.stat().st_size // 4096))
            file.write(garbage)
        with Corpus.open(folder, WordEncoder()) as corpus:
            report = corpus.check(repair=True)
            assert report.left == ()
            assert {s.source for s in corpus.sources()} | {*report.lost} == everything
            assert not any("first" in text for text in found(corpus, k=1000))


def test_a_purge_also_removes_what_was_damaged_and_set_aside(many: Path) -> None:
    path = many / "corpus.sqlite3"
    overwrite(path, pages_of(path, "passages")[0])
    (many / "passages-1" / "chroma.sqlite3").write_bytes(bytes(8000))
    with Corpus.open(many, WordEncoder()) as corpus:
        report = corpus.check(repair=True)
        assert len(report.lost) == 60
        assert len(list(many.glob("*.damaged-*"))) == 2
        corpus.ingest(document("a", "A text."))
        corpus.delete("a", purge=True)
        assert list(many.glob("*.damaged-*")) == []


def test_settings_that_cannot_be_read_are_told_and_nothing_is_touched(many: Path) -> None:
    path = many / "corpus.sqlite3"
    with Corpus.open(many, WordEncoder()) as corpus:
        corpus.check()
        overwrite(path, pages_of(path, "settings")[0])
        whole = path.read_bytes()
        with pytest.raises(StoreError, match="the file is damaged: put back a copy"):
            Corpus.open(many, WordEncoder())
        assert path.read_bytes() == whole
        assert not list(many.glob("*.new"))


def test_texts_and_vectors_lost_together_are_encoded_from_what_chroma_still_tells(
    folder: Path,
) -> None:
    with Corpus.open(folder, WordEncoder()) as corpus:
        corpus.ingest_passages((f"s{n}", "", f"Number {n}.", {}) for n in range(120))
    [file] = folder.glob("passages-*/*/index_metadata.pickle")
    file.unlink()
    vectors = folder / "vectors-1.f32"
    vectors.write_bytes(vectors.read_bytes()[:640])
    with Corpus.open(folder, WordEncoder()) as corpus:
        report = corpus.check(repair=True)
        assert report.lost == report.left == ()
        assert len(found(corpus, "number", k=500)) == 120


# Purge and re-encoding


def test_a_purge_leaves_no_trace_on_the_disk(folder: Path) -> None:
    with Corpus.open(folder, WordEncoder()) as corpus:
        corpus.ingest([document("a", "Secret xyzzyplugh text."), document("b", "Text of b.")])
        corpus.update("a", "Later xyzzyplugh text.")
        assert found(corpus, "xyzzyplugh")
        corpus.delete("a", purge=True)
        assert found(corpus, "xyzzyplugh") == ["Text of b."]
        files = [path for path in folder.rglob("*") if path.is_file()]
        assert [f for f in files if b"xyzzyplugh" in f.read_bytes()] == []
        assert corpus.info().vectors == 1
        corpus.ingest(document("c", "Text of c."))
        assert found(corpus) == ["Text of b.", "Text of c."]
    with Corpus.open(folder, WordEncoder()) as corpus:
        assert found(corpus) == ["Text of b.", "Text of c."]
        assert corpus.check().problems == ()


def test_chroma_leaves_no_uncleared_memory_on_the_disk(filled: Corpus) -> None:
    unset = [*filled._store.folder.rglob("length.bin"), *filled._store.folder.rglob("data_level0*")]
    assert len(unset) == 2
    assert [file for file in unset if any(file.read_bytes())] == []


def test_a_store_is_given_another_encoder_without_the_documents(filled: Corpus) -> None:
    told: list[tuple[int, int]] = []
    with Corpus.open(filled._store.folder, WordEncoder()) as other:
        assert len(found(other)) == 3
        filled.reencode(WordEncoder("test:wide", 24), lambda *counts: told.append(counts))
        assert told == [(3, 3)]
        assert len(found(filled)) == 3
        assert (filled.info().encoder, filled.info().dimension) == ("test:wide", 24)
        with pytest.raises(StoreError, match="was re-encoded: open it again"):
            other.search("text")
        with pytest.raises(StoreError, match="now has the encoder 'test:wide'"):
            other.ingest("A text.")
    filled.ingest(document("d", "Text of d."))
    assert len(found(filled)) == 4
    assert filled.check().problems == ()


def test_a_re_encoding_that_fails_leaves_the_store(filled: Corpus) -> None:
    class Broken(WordEncoder):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        filled.reencode(Broken("test:broken"))
    assert len(found(filled)) == 3
    filled.reencode(WordEncoder("test:other"))
    assert filled.encoder_name == "test:other"


def test_a_rewrite_needs_all_texts(filled: Corpus) -> None:
    filled._store.chroma.delete([filled.search("text", 1)[0].id])
    with pytest.raises(StoreError, match=r"1 passages are missing in .*: run hopgraph check"):
        filled.reencode(WordEncoder("test:other"))


@pytest.mark.parametrize("name", ["length.bin", "link_lists.bin", "index_metadata.pickle"])
def test_texts_are_kept_where_the_index_of_chroma_is_damaged(folder: Path, name: str) -> None:
    with Corpus.open(folder, WordEncoder()) as corpus:
        # Beyond a hundred passages Chroma writes an index of its own.
        corpus.ingest_passages((f"s{n}", "", f"Number {n}.", {}) for n in range(120))
    [file] = folder.glob(f"passages-*/*/{name}")
    file.unlink()
    with Corpus.open(folder, WordEncoder()) as corpus:
        before = corpus.check()
        assert before.problems == before.left
        assert "run hopgraph check --repair" in before.problems[0]
        report = corpus.check(repair=True)
        assert before.lost == report.lost == report.left == ()
        assert any("took 120 passages over" in line for line in report.repaired)
        assert corpus.check().problems == ()
        assert found(corpus, "Number 7.")
