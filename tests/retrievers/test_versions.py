"""Of every series one version is current, and each day has the version that held then."""

from itertools import permutations
from pathlib import Path

import pytest
from corpus_samples import WordEncoder, found
from langchain_core.documents import Document

from hopgraph.retrievers.corpus import Corpus
from hopgraph.retrievers.reports import IngestReport
from hopgraph.retrievers.versions import Version, VersionKeys, checked_day, held_on, latest
from hopgraph.state.errors import InputError


def document(source: str, text: str, **metadata: object) -> Document:
    return Document(text, metadata={"source": source, **metadata})


def version(number: int, series: str, as_of: str = "") -> Version:
    return Version(number, f"s{number}", series, as_of, "")


# Pure


def test_the_latest_version_is_by_day_then_by_number() -> None:
    one, two, three = version(1, "s", "2024-02-01"), version(2, "s"), version(3, "s", "2024-02-01")
    assert latest([one, two, three]) is three
    assert latest([one, two, three], "2024-01-31") is two
    assert latest([one], "2024-01-31") is None
    assert latest([]) is None


def test_each_series_has_the_version_of_the_day() -> None:
    versions = [version(1, "a", "2024-01-01"), version(2, "b"), version(3, "a", "2024-03-01")]
    assert [v.number for v in held_on(versions, "2023-12-31")] == [2]
    assert [v.number for v in held_on(versions, "2024-02-01")] == [1, 2]
    assert [v.number for v in held_on(versions, "2024-03-01")] == [2, 3]


@pytest.mark.parametrize("value", ["2024-05-01", "2024-05-01T10:00:00Z"])
def test_a_time_of_day_is_dropped(value: str) -> None:
    assert checked_day(value, "as_of") == "2024-05-01"


@pytest.mark.parametrize("value", ["2024", "1 May", "2024-13-01"])
def test_what_is_no_day_is_refused(value: str) -> None:
    with pytest.raises(InputError, match="is not a date: write it as YYYY-MM-DD"):
        checked_day(value, "as_of")


# In a corpus


def test_a_query_sees_current_versions_and_a_day_its_own(corpus: Corpus) -> None:
    corpus.ingest(document("a", "Text of January.", as_of="2024-01-01"))
    corpus.update("a", "Text of March.", {"as_of": "2024-03-01"})
    corpus.ingest(document("b", "Text without a day."))
    assert found(corpus) == ["Text of March.", "Text without a day."]
    assert found(corpus, as_of="2024-02-01") == ["Text of January.", "Text without a day."]
    assert found(corpus, as_of="2023-01-01") == ["Text without a day."]
    assert found(corpus, as_of="2024-03-01") == found(corpus)
    corpus.update("b", "New text without a day.")
    assert found(corpus, as_of="2024-02-01") == ["New text without a day.", "Text of January."]


ROWS = [
    document("r1", "Text of January.", as_of="2024-01-01", series="s"),
    document("r2", "Text of February.", as_of="2024-02-01", series="s"),
    document("r3", "Text of March.", as_of="2024-03-01", series="s"),
]
CHAIN = [
    document("c1", "Text of January.", as_of="2024-01-01"),
    document("c2", "Text of February.", as_of="2024-02-01", supersedes="c1"),
    document("c3", "Text of March.", as_of="2024-03-01", supersedes="c2"),
]


@pytest.mark.parametrize("rows", [ROWS, CHAIN])
def test_the_order_of_ingest_does_not_matter(tmp_path: Path, rows: list[Document]) -> None:
    for number, order in enumerate(permutations(rows)):
        with Corpus.open(tmp_path / str(number), WordEncoder()) as corpus:
            for row in order:
                corpus.ingest(row)
            assert found(corpus) == ["Text of March."]
            assert found(corpus, as_of="2024-02-15") == ["Text of February."]
            assert [v.as_of[5:7] for v in corpus.history(rows[0].metadata["source"])] == [
                "01",
                "02",
                "03",
            ]


def test_series_of_one_source_stand_beside_each_other(corpus: Corpus) -> None:
    day = [
        document("file", f"Text of {series}, day {n}.", series=series, as_of=f"2024-01-0{n}")
        for n in (1, 2)
        for series in ("x", "y")
    ]
    assert corpus.ingest(day[:2]) == IngestReport(added=2)
    assert corpus.ingest(day[2:]) == IngestReport(updated=2)
    assert found(corpus) == ["Text of x, day 2.", "Text of y, day 2."]
    assert found(corpus, as_of="2024-01-01") == ["Text of x, day 1.", "Text of y, day 1."]
    assert len(corpus.sources()) == 1
    with pytest.raises(InputError, match="holds several series: give one as metadata"):
        corpus.update("file", "Text.")
    corpus.update("file", "New text of x.", {"series": "x"})
    assert found(corpus) == ["New text of x.", "Text of y, day 2."]


def test_a_source_that_names_another_series_leaves_the_old_one(corpus: Corpus) -> None:
    corpus.ingest(document("a", "Old text.", series="old"))
    corpus.ingest(document("a", "New text.", series="new"))
    assert found(corpus) == ["New text."]
    corpus.ingest(document("a", "Text without a series."))
    assert found(corpus) == ["Text without a series."]


def test_an_undated_version_holds_from_the_day_of_the_one_it_supersedes(corpus: Corpus) -> None:
    corpus.ingest(document("a", "Dated text.", as_of="2024-01-01"))
    corpus.ingest(document("a", "Undated text."))
    assert found(corpus) == ["Undated text."]
    assert found(corpus, as_of="2023-12-31") == []


def test_an_older_version_that_comes_late_becomes_history(corpus: Corpus) -> None:
    corpus.ingest(document("a", "Text of March.", as_of="2024-03-01"))
    corpus.ingest(document("a", "Text of January.", as_of="2024-01-01"))
    assert found(corpus) == ["Text of March."]
    assert found(corpus, as_of="2024-02-01") == ["Text of January."]


def test_history_tells_versions_from_the_oldest(corpus: Corpus) -> None:
    corpus.ingest(document("a", "One.", as_of="2024-01-01", title="T"))
    corpus.update("a", "Two.", {"as_of": "2024-02-01"})
    assert [(v.as_of, v.current, v.title) for v in corpus.history("a")] == [
        ("2024-01-01", False, "T"),
        ("2024-02-01", True, "T"),
    ]
    with pytest.raises(InputError, match="unknown source 'b'"):
        corpus.history("b")


def test_versions_need_not_be_kept(folder: Path) -> None:
    with Corpus.open(folder, WordEncoder(), keep_versions=False) as corpus:
        corpus.ingest(document("a", "Text of January.", as_of="2024-01-01"))
        corpus.update("a", "Text of March.", {"as_of": "2024-03-01"})
        assert [v.as_of for v in corpus.history("a")] == ["2024-03-01"]
        assert found(corpus, as_of="2024-02-01") == []
        assert corpus.info().passages_kept == 1


def test_a_deleted_source_is_gone_from_every_day(corpus: Corpus) -> None:
    corpus.ingest(document("a", "Text of January.", as_of="2024-01-01"))
    corpus.update("a", "Text of March.", {"as_of": "2024-03-01"})
    [old] = corpus.search("text", as_of="2024-02-01")
    corpus.delete("a")
    assert found(corpus) == found(corpus, as_of="2024-02-01") == []
    assert corpus.passages([old.id]) == []
    assert corpus.info().passages_kept == 0


def test_deleting_the_last_version_of_a_series_brings_the_one_before(corpus: Corpus) -> None:
    corpus.ingest(ROWS)
    corpus.delete("r3")
    assert found(corpus) == ["Text of February."]


def test_passages_of_a_past_day_are_given_by_id(corpus: Corpus) -> None:
    corpus.ingest(ROWS)
    [old] = corpus.search("text", as_of="2024-01-15")
    assert [p.text for p in corpus.passages([old.id])] == ["Text of January."]


def test_only_the_last_days_asked_for_are_held(corpus: Corpus) -> None:
    corpus.ingest([document(f"d{n}", f"Text {n}.", as_of=f"2024-01-0{n}") for n in range(1, 7)])
    for n in range(1, 6):
        assert len(found(corpus, as_of=f"2024-01-0{n}")) == n
    assert len(corpus._views._days) == 2


def test_the_names_of_the_keys_can_be_chosen(folder: Path) -> None:
    keys = VersionKeys(as_of="valid", series="topic", supersedes="after")
    with Corpus.open(folder, WordEncoder(), version_keys=keys) as corpus:
        corpus.ingest(document("a", "Old text.", valid="2024-01-01", topic="t", as_of="any"))
        corpus.ingest(document("b", "New text.", valid="2024-02-01", topic="t"))
        assert found(corpus) == ["New text."]


def test_a_day_that_cannot_be_read_is_named(corpus: Corpus) -> None:
    with pytest.raises(InputError, match="as_of='yesterday' is not a date"):
        corpus.ingest(document("a", "Text.", as_of="yesterday"))
