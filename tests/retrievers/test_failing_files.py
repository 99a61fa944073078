"""A file that cannot be read is told, loses nothing, and keeps no other file out."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus_samples import WordEncoder

from hopgraph.retrievers.corpus import Corpus
from hopgraph.retrievers.reports import FailedFile, IngestReport
from hopgraph.state.errors import InputError


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Corpus]:
    with Corpus.open(tmp_path / "store", WordEncoder()) as opened:
        yield opened


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "mills.txt").write_text("Varnholt Mills stands in Kelmere.", encoding="utf-8")
    (folder / "osterby.txt").write_text("Osterby is a harbour town.", encoding="utf-8")
    (folder / "broken.json").write_text("{", encoding="utf-8")
    return folder


def sources(corpus: Corpus) -> list[str]:
    return [Path(info.source).name for info in corpus.sources()]


def test_the_others_go_in_and_the_failed_one_is_told(corpus: Corpus, docs: Path) -> None:
    (docs / "half.txt").write_bytes(b"caf\xe9")
    report = corpus.ingest(docs)
    assert (report.added, sources(corpus)) == (2, ["mills.txt", "osterby.txt"])
    json, text = report.failed
    assert json.path == (docs / "broken.json").as_posix()
    assert "broken.json is not JSON" in json.reason
    assert "half.txt is not UTF-8" in text.reason


def test_what_was_known_of_a_file_stays_while_it_cannot_be_read(corpus: Corpus, docs: Path) -> None:
    (docs / "broken.json").unlink()
    corpus.ingest(docs)
    (docs / "mills.txt").write_bytes(b"caf\xe9")
    (docs / "osterby.txt").unlink()
    (docs / "new.txt").write_text("The mill of Arn stands by a lake.", encoding="utf-8")
    report = corpus.ingest(docs, sync=True)
    assert (report.added, report.removed, len(report.failed)) == (1, 1, 1)
    assert sources(corpus) == ["mills.txt", "new.txt"]


def test_what_was_known_of_a_folder_stays_while_it_cannot_be_opened(
    corpus: Corpus, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (docs / "broken.json").unlink()
    inner = docs / "inner"
    inner.mkdir()
    (inner / "arn.txt").write_text("The mill of Arn stands by a lake.", encoding="utf-8")
    corpus.ingest(docs)
    scandir = os.scandir

    def refusing(path: str) -> Iterator[os.DirEntry[str]]:
        if Path(path) == inner:
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    report = corpus.ingest(docs, sync=True)
    reason = f"{inner} cannot be read: Permission denied"
    assert report == IngestReport(skipped=2, failed=(FailedFile(inner.as_posix(), reason),))
    assert sources(corpus) == ["arn.txt", "mills.txt", "osterby.txt"]


def test_where_no_file_can_be_read_nothing_changes(corpus: Corpus, docs: Path) -> None:
    corpus.ingest(docs)
    for file in docs.iterdir():
        file.write_bytes(b"\xff")
    with pytest.raises(InputError, match=r"broken\.json .*; .*mills\.txt .*; .*osterby\.txt"):
        corpus.ingest(docs, sync=True)
    assert sources(corpus) == ["mills.txt", "osterby.txt"]


def test_a_name_that_is_no_text_is_told(corpus: Corpus, docs: Path) -> None:
    (docs / "caf\udce9.txt").write_text("x", encoding="utf-8")
    report = corpus.ingest(docs)
    assert report.failed[1].reason.endswith("has a name that is not UTF-8: rename the file")


def test_a_day_that_is_none_fails_its_file_only(corpus: Corpus, docs: Path) -> None:
    (docs / "broken.json").write_text('{"text": "x", "as_of": "soon"}', encoding="utf-8")
    [failed] = corpus.ingest(docs).failed
    assert failed.reason == f"{docs / 'broken.json'}: as_of='soon' is not a date: " + (
        "write it as YYYY-MM-DD"
    )


def test_metadata_given_once_holds_for_all_that_do_not_tell_their_own(
    corpus: Corpus, docs: Path
) -> None:
    rows = '{"id": "a", "text": "Arn lies by a lake.", "as_of": "2020-01-01"}'
    (docs / "broken.json").write_text(rows, encoding="utf-8")
    corpus.ingest(docs, metadata={"as_of": "2024-05-01", "kind": "note"})
    assert [(Path(i.source).name, i.as_of, i.metadata["kind"]) for i in corpus.sources()] == [
        ("mills.txt", "2024-05-01", "note"),
        ("osterby.txt", "2024-05-01", "note"),
        ("a", "2020-01-01", "note"),
    ]
    with pytest.raises(InputError, match="as_of='soon'"):
        corpus.ingest(docs, metadata={"as_of": "soon"})
