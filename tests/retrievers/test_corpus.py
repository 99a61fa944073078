"""What is ingested is found, once, and what is updated or deleted is not found any more."""

from pathlib import Path

import numpy as np
import pytest
from corpus_samples import WordEncoder, found, texts_of
from langchain_core.documents import Document

from hopgraph.retrievers.corpus import Corpus
from hopgraph.retrievers.encoding import CorpusEncoder
from hopgraph.retrievers.reports import IngestReport
from hopgraph.state.errors import InputError, ModelError, StoreError


def document(source: str, text: str, **metadata: object) -> Document:
    return Document(text, metadata={"source": source, **metadata})


def passages(*rows: str) -> list[tuple[str, str, str, dict[str, str]]]:
    return [(row, f"Title {row}", f"Text of {row}.", {}) for row in rows]


# Ingest


def test_ingest_reports_what_became_of_each_document(corpus: Corpus) -> None:
    first = [document("a", "Text one."), document("b", "Text two."), document("c", "Text three.")]
    assert corpus.ingest(first) == IngestReport(added=3)
    again = [document("a", "Text one."), document("b", "Text two, new."), document("d", "  ")]
    assert corpus.ingest(again) == IngestReport(skipped=2, updated=1)
    assert found(corpus) == ["Text one.", "Text three.", "Text two, new."]


def test_ingest_takes_texts_files_and_documents_together(corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Text of a file.", encoding="utf-8")
    corpus.ingest(["A text.", tmp_path / "a.txt", document("d", "Text of a document.")])
    assert found(corpus) == ["A text.", "Text of a document.", "Text of a file."]
    corpus.ingest("Another text.")
    assert len(corpus) == 4


def test_parts_of_one_source_are_one_document(corpus: Corpus) -> None:
    pages = [document("book", f"Text of page {n}.", page=n) for n in (1, 2)]
    assert corpus.ingest(pages) == IngestReport(added=1)
    assert found(corpus, where={"page": 2}) == ["Text of page 2."]
    assert corpus.ingest(pages[:1]) == IngestReport(updated=1)
    assert found(corpus) == ["Text of page 1."]


def test_the_same_text_twice_in_a_document_is_one_passage(corpus: Corpus) -> None:
    corpus.ingest([document("a", "Text at the head.")] * 2)
    assert len(corpus) == 1


def test_one_text_in_two_documents_takes_one_place_and_outlives_one_of_them(
    corpus: Corpus, encoder: WordEncoder
) -> None:
    corpus.ingest([document("b", "Shared text."), document("a", "Shared text.")])
    assert [p.source for p in corpus.search("text")] == ["a"]
    assert len(encoder.encoded) == 1
    corpus.delete("a")
    assert [p.source for p in corpus.search("text")] == ["b"]
    corpus.delete("b")
    assert corpus.search("text") == []


def test_files_with_one_base_name_and_renamed_files(corpus: Corpus, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "readme.md").write_text(f"Text of {name}.", encoding="utf-8")
    assert corpus.ingest(tmp_path) == IngestReport(added=2)
    (tmp_path / "a" / "readme.md").rename(tmp_path / "a" / "new.md")
    assert corpus.ingest(tmp_path, sync=True) == IngestReport(added=1, skipped=1, removed=1)
    assert found(corpus) == ["Text of a.", "Text of b."]


def test_sync_removes_only_what_vanished_from_the_folder(corpus: Corpus, tmp_path: Path) -> None:
    corpus.ingest(document("elsewhere", "Text from elsewhere."))
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(f"Text {name}.", encoding="utf-8")
    corpus.ingest(tmp_path)
    (tmp_path / "two.txt").unlink()
    assert corpus.ingest(tmp_path) == IngestReport(skipped=1)
    assert corpus.ingest(tmp_path, sync=True) == IngestReport(skipped=1, removed=1)
    assert found(corpus) == ["Text from elsewhere.", "Text one."]


def test_sync_empties_a_folder_whose_last_file_vanished(corpus: Corpus, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.txt").write_text("Text.", encoding="utf-8")
    corpus.ingest(docs)
    (docs / "a.txt").unlink()
    with pytest.raises(InputError, match=r"nothing in .* can be read"):
        corpus.ingest(docs)
    assert corpus.ingest(docs, sync=True) == IngestReport(removed=1)
    assert found(corpus) == []
    with pytest.raises(InputError, match="there is no text"):
        corpus.ingest(docs, sync=True)


@pytest.mark.parametrize(
    ("name", "full", "empty"),
    [("a.csv", "town\nText\n", "town\n"), ("a.json", '{"text": "Text"}', "[]")],
)
def test_a_table_that_lost_all_rows_takes_its_text_along(
    corpus: Corpus, tmp_path: Path, name: str, full: str, empty: str
) -> None:
    (tmp_path / name).write_text(full, encoding="utf-8")
    corpus.ingest(tmp_path / name)
    assert len(corpus) == 1
    (tmp_path / name).write_text(empty, encoding="utf-8")
    assert corpus.ingest(tmp_path / name) == IngestReport(removed=1)
    assert found(corpus) == []


def test_rows_that_vanished_from_a_file_go_with_sync(corpus: Corpus, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "1", "text": "Text 1."}\n{"id": "2", "text": "Text 2."}', "utf-8")
    corpus.ingest(path)
    path.write_text('{"id": "2", "text": "Text 2."}', encoding="utf-8")
    assert corpus.ingest(path) == IngestReport(skipped=1)
    assert corpus.ingest(path, sync=True) == IngestReport(skipped=1, removed=1)
    path.write_text("", encoding="utf-8")
    assert corpus.ingest(path, sync=True).removed == 1
    assert found(corpus) == []


def test_one_text_in_two_files_fills_one_place(corpus: Corpus, tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("# Same\n\nShared text.", encoding="utf-8")
    assert corpus.ingest(tmp_path) == IngestReport(added=2)
    assert len(corpus.search("text")) == 1
    assert len(corpus.sources()) == 2


def test_a_deleted_source_leaves_nothing_to_a_new_one_of_its_name(corpus: Corpus) -> None:
    corpus.ingest(document("a", "Old text.", title="Old", as_of="2024-01-01", kind="old"))
    corpus.delete("a")
    corpus.ingest(document("a", "New text."))
    [passage] = corpus.search("text")
    assert (passage.title, passage.metadata) == ("", {})
    assert [(v.title, v.as_of) for v in corpus.history("a")] == [("", "")]


def test_after_a_delete_a_search_ranks_as_if_it_had_never_been_there(
    corpus: Corpus, tmp_path: Path
) -> None:
    kept = [document(f"k{n}", f"Mill {n} at Kelmere by Ada Bell.", title=f"M{n}") for n in range(6)]
    gone = [
        document(f"g{n}", f"Kelmere {n}: Ada Bell and M{n}.", title="Kelmere") for n in range(9)
    ]
    corpus.ingest([*gone, *kept])
    corpus.search("Kelmere")
    for item in gone:
        corpus.update(item.metadata["source"], item.page_content + " Kelmere again.")
        corpus.delete(item.metadata["source"])
    with Corpus.open(tmp_path / "fresh", WordEncoder()) as fresh:
        fresh.ingest(kept)
        for query in ("Kelmere", "Who was Ada Bell of M3?"):
            now, never = (c.search(query, 20) for c in (corpus, fresh))
            assert [p.model_dump() for p in now] == [p.model_dump() for p in never]
            assert "Kelmere again" not in str(now)


def test_a_file_that_turned_empty_takes_its_text_along(corpus: Corpus, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Text.", encoding="utf-8")
    corpus.ingest(path)
    path.write_text("\n", encoding="utf-8")
    assert corpus.ingest(path) == IngestReport(removed=1)
    assert found(corpus) == []
    with pytest.raises(InputError, match="there is no text in the documents"):
        corpus.ingest(path)


def test_texts_without_words_are_no_fault(corpus: Corpus) -> None:
    corpus.ingest(["", "   ", "...", "1234"])
    assert found(corpus) == ["...", "1234"]
    with pytest.raises(InputError, match="there is no text"):
        corpus.ingest(["", " "])


def test_a_long_document_is_cut_and_no_passage_is_truncated(corpus: Corpus) -> None:
    text = " ".join(f"Sentence {n} of the text stands here." for n in range(100))
    assert corpus.ingest(document("a", text, title="Long")) == IngestReport(added=1)
    assert len(corpus) > 10
    assert {p.title for p in corpus.search("text", 100)} == {"Long"}


def test_progress_is_told_after_each_commit(corpus: Corpus) -> None:
    told: list[tuple[int, int]] = []
    long = "word " * 8000
    corpus.ingest(
        [document(n, f"{n} {long}") for n in "abc"], progress=lambda *counts: told.append(counts)
    )
    assert told == [(2, 3), (3, 3)]


# Passages as they are


def test_passages_are_taken_whole_and_what_is_too_long_is_counted(corpus: Corpus) -> None:
    long = ("long", "T", "word " * 200, {"kind": "x"})
    assert corpus.ingest_passages([*passages("a"), long]) == IngestReport(added=2, truncated=1)
    assert [p.text for p in corpus.search("word", 1)] == ["word " * 200]
    assert corpus.search("word", 1)[0].metadata == {"kind": "x"}


def test_one_text_given_twice_with_its_vector_is_kept_once(corpus: Corpus) -> None:
    vectors = np.array([[1.0] * 16, [1.0] * 16], np.float32)
    report = corpus.ingest_passages([("a", "T", "Text.", {}), ("b", "T", "Text.", {})], vectors)
    assert report.added == 2
    assert corpus.info().vectors == 1
    assert corpus.check().problems == ()


def test_known_vectors_are_not_made_again(corpus: Corpus, encoder: WordEncoder) -> None:
    vectors = np.eye(3, 16, dtype=np.float16) * 5
    corpus.ingest_passages(passages("a", "b", "c"), vectors)
    assert encoder.encoded == []
    direction = vectors[1].astype(np.float32)
    best = corpus.search("nothing", vector=direction)[0]
    assert best.source == "b" and best.why and best.why.signals["cosine"] == 1.0
    with pytest.raises(InputError, match="2 vectors for 1 passages"):
        corpus.ingest_passages(passages("d"), vectors[:2])


# Update and delete


def test_update_supersedes_and_keeps_title_and_metadata(corpus: Corpus) -> None:
    corpus.ingest(document("a", "Old text.", title="T", author="X", year=1))
    assert corpus.update("a", "New text.", {"year": 2}) == IngestReport(updated=1)
    [passage] = corpus.search("text")
    assert (passage.text, passage.title) == ("New text.", "T")
    assert passage.metadata == {"author": "X", "year": 2}
    assert corpus.update("a", "New text.", {"year": 2}) == IngestReport(skipped=1)


def test_new_metadata_alone_is_a_new_version(corpus: Corpus) -> None:
    corpus.ingest(document("a", "The text.", topic="x"))
    corpus.update("a", "The text.", {"topic": "y"})
    assert found(corpus, where={"topic": "x"}) == []
    assert found(corpus, where={"topic": "y"}) == ["The text."]


def test_a_text_that_comes_back_is_found_again(corpus: Corpus, encoder: WordEncoder) -> None:
    for text in ("Text A.", "Text B.", "Text A."):
        corpus.ingest(document("a", text))
    assert found(corpus) == ["Text A."]
    assert len(encoder.encoded) == 2


def test_only_what_changed_in_a_document_is_encoded(corpus: Corpus, encoder: WordEncoder) -> None:
    sentences = [f"Sentence {n} has about fifty characters in this text." for n in range(20)]
    corpus.ingest(document("a", " ".join(sentences)))
    before = len(encoder.encoded)
    sentences[0] = "Sentence X has about fifty characters in this text."
    corpus.update("a", " ".join(sentences))
    assert len(encoder.encoded) == before + 1


@pytest.mark.parametrize("call", [lambda c: c.update("x", "Text."), lambda c: c.delete("x")])
def test_an_unknown_source_is_an_error(corpus: Corpus, call: object) -> None:
    corpus.ingest(document("a", "Text."))
    with pytest.raises(InputError, match="unknown source 'x': see `hopgraph sources`"):
        call(corpus)  # type: ignore[operator]


def test_a_blank_update_is_an_error(corpus: Corpus) -> None:
    corpus.ingest(document("a", "Text."))
    with pytest.raises(InputError, match="is blank: delete the source instead"):
        corpus.update("a", " ")
    assert found(corpus) == ["Text."]


def test_an_encoder_that_fails_leaves_what_was_there(corpus: Corpus, encoder: WordEncoder) -> None:
    corpus.ingest(document("a", "Old text."))

    def fail(texts: list[str]) -> None:
        raise TimeoutError("no answer")

    encoder.before = fail
    with pytest.raises(ModelError, match="encoder 'test:words' failed: no answer"):
        corpus.update("a", "New text.")
    assert found(corpus) == ["Old text."]
    assert corpus.check().problems == ()


def test_a_long_ingest_goes_on_where_it_was_interrupted(
    corpus: Corpus, encoder: WordEncoder
) -> None:
    documents = [
        document(f"d{n}", " ".join(f"word{n}x{m}" for m in range(3000))) for n in range(12)
    ]

    def interrupt(texts: list[str]) -> None:
        if len(encoder.encoded) > 600:
            raise KeyboardInterrupt

    encoder.before = interrupt
    acknowledged: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        corpus.ingest(documents, progress=lambda done, _: acknowledged.append(done))
    assert 0 < acknowledged[-1] < 12
    assert len(corpus.sources()) == acknowledged[-1]
    encoder.before = lambda texts: None
    report = corpus.ingest(documents)
    assert (report.skipped, report.added) == (acknowledged[-1], 12 - acknowledged[-1])
    assert len(encoder.encoded) == len(set(encoder.encoded))


# Search


def test_search_refuses_what_it_cannot_answer(corpus: Corpus) -> None:
    for call, message in (
        (lambda: corpus.search(" "), "the query is blank"),
        (lambda: corpus.search("x", 0), "k=0 asks for no passage"),
        (lambda: corpus.search("x", as_of="soon"), "as_of='soon' is not a date"),
    ):
        with pytest.raises(InputError, match=message):
            call()


def test_an_empty_corpus_finds_nothing(corpus: Corpus) -> None:
    assert corpus.search("text") == []
    assert corpus.search("text", as_of="2024-01-01") == []
    assert len(corpus) == 0


def test_a_filter_takes_metadata_source_and_title(corpus: Corpus) -> None:
    corpus.ingest(
        [
            document("a", "Same text.", kind="x", title="T"),
            document("b", "Same text.", kind="y", title="T"),
            document("c", "Other text.", kind="y"),
        ]
    )
    assert [p.source for p in corpus.search("same", where={"kind": "y"})] == ["b", "c"]
    assert [p.source for p in corpus.search("same", where={"source": "c"})] == ["c"]
    assert [p.source for p in corpus.search("same", where={"title": "T", "kind": "y"})] == ["b"]
    assert corpus.search("same", where={"kind": "z"}) == []


def test_passages_are_given_by_id_in_order(corpus: Corpus) -> None:
    corpus.ingest_passages(passages("a", "b"))
    ids = [p.id for p in corpus.search("text")]
    assert [p.id for p in corpus.passages([*ids[::-1], "gone"])] == ids[::-1]


def test_the_order_of_ingest_changes_no_ranking(tmp_path: Path) -> None:
    rows = passages(*(f"row{n}" for n in range(30)))
    answers = []
    for name, order in (("one", rows), ("two", rows[::-1])):
        with Corpus.open(tmp_path / name, WordEncoder()) as corpus:
            corpus.ingest_passages(order[:20])
            corpus.search("text")
            corpus.ingest_passages(order[20:])
            answers.append([p.model_dump() for p in corpus.search("Text of row7")])
    assert answers[0] == answers[1]


# The store


def test_a_store_is_read_again_without_encoding(folder: Path, encoder: WordEncoder) -> None:
    with Corpus.open(folder, encoder) as corpus:
        corpus.ingest([document("a", "Text a.", year=1), document("b", "Text b.")])
        corpus.delete("b")
        before = corpus.search("text")
    fresh = WordEncoder()
    with Corpus.open(folder, fresh) as corpus:
        assert corpus.search("text") == before
        assert fresh.encoded == []
        assert corpus.encoder_name == "test:words"
        assert [(s.source, s.passages, s.metadata) for s in corpus.sources()] == [
            ("a", 1, {"year": 1})
        ]


def test_a_store_is_moved_by_copying_its_folder(folder: Path, tmp_path: Path) -> None:
    with Corpus.open(folder, WordEncoder()) as corpus:
        corpus.ingest(document("a", "Text a."))
    moved = tmp_path / "elsewhere" / "moved"
    moved.parent.mkdir()
    folder.rename(moved)
    with Corpus.open(moved, WordEncoder()) as corpus:
        assert found(corpus) == ["Text a."]
        corpus.update("a", "Text b.")
        assert found(corpus) == ["Text b."]


def test_a_corpus_without_a_folder_leaves_nothing_behind() -> None:
    with Corpus.open(embeddings=WordEncoder()) as corpus:
        corpus.ingest("A text.")
        folder = corpus.info().folder
        assert folder.is_dir()
    del corpus
    assert not folder.exists()


def test_another_encoder_is_refused_by_name(folder: Path, encoder: WordEncoder) -> None:
    with Corpus.open(folder, encoder) as corpus:
        corpus.ingest("A text.")
    with pytest.raises(StoreError, match="made with the encoder 'test:words', not 'test:other'"):
        Corpus.open(folder, WordEncoder("test:other"))


class Unnamed(WordEncoder):
    """Its class is all that tells it apart, as with encoders that load a model from a folder."""

    def __init__(self, direction: int) -> None:
        super().__init__()
        self.direction = direction
        del self.name

    def embed_query(self, text: str) -> list[float]:
        turned = np.roll(super().embed_query(text), self.direction)
        return [*(turned + 1e-4)]


def test_another_model_under_the_same_name_is_refused(folder: Path) -> None:
    with Corpus.open(folder, Unnamed(0)) as corpus:
        corpus.ingest(document("a", "Text of a."))
    with Corpus.open(folder, Unnamed(0)) as corpus:
        corpus._store.sql._run(
            "DELETE FROM settings WHERE name = 'encoder_probe'"
        )  # an older store
        assert found(corpus) == ["Text of a."]
        corpus.ingest(document("b", "Text of b."))
    with Corpus.open(folder, Unnamed(3)) as corpus:
        for ask in (lambda: corpus.search("text"), lambda: corpus.ingest("A text.")):
            with pytest.raises(StoreError, match="another model under the name 'Unnamed': open"):
                ask()
        corpus.reencode(Unnamed(3))
        assert len(found(corpus)) == 2
    with Corpus.open(folder, Unnamed(0)) as corpus, pytest.raises(StoreError, match="reencode"):
        corpus.search("text")


def test_a_store_is_named_by_a_path_or_a_string(folder: Path, encoder: WordEncoder) -> None:
    with Corpus.open(str(folder), encoder) as corpus:
        corpus.ingest("A text.")
    with Corpus.open(folder, encoder) as corpus:
        assert len(corpus) == 1


def test_a_store_that_must_be_there_is_not_made(folder: Path) -> None:
    with pytest.raises(InputError, match=r"no store at .*: make one with `hopgraph ingest"):
        Corpus.open(folder, WordEncoder(), create=False)
    assert not folder.exists()


def test_vectors_of_another_length_are_refused(corpus: Corpus) -> None:
    corpus.ingest_passages(passages("a"), np.ones((1, 16)))
    with pytest.raises(StoreError, match="vectors of 8 dimensions do not fit"):
        corpus.ingest_passages(passages("b"), np.ones((1, 8)))


def test_info_tells_what_a_quick_look_finds_wrong(corpus: Corpus) -> None:
    assert corpus.info().problems == ()
    corpus.ingest([document("a", "Text a."), document("b", "Text b.")])
    corpus.delete("a")
    assert corpus.info().problems == ()
    corpus._store.chroma.delete([corpus.search("text")[0].id])
    corpus._store.vector_path(1).write_bytes(b"")
    assert corpus.info().problems == (
        "0 texts for 1 passages",
        "0 vectors where 2 should be",
    )


def test_info_counts_what_is_there(corpus: Corpus) -> None:
    corpus.ingest([document("a", "Text a."), document("b", "Text b.")])
    corpus.update("a", "Text c.")
    info = corpus.info()
    assert (info.sources, info.versions, info.passages, info.passages_kept) == (2, 3, 2, 3)
    assert (info.encoder, info.dimension, info.revision) == ("test:words", 16, corpus.revision)
    assert info.bytes > 1000


def test_no_texts_are_encoded_as_no_vectors(corpus: Corpus) -> None:
    corpus.ingest("A text.")
    assert corpus.encode([]).shape == (0, 16)


def test_texts_are_encoded_at_length_one(corpus: Corpus) -> None:
    vectors = corpus.encode(["one", "two words"])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)


# Encoders


@pytest.mark.parametrize(
    "reply", [[], [[1.0]] * 2, [[float("nan")] * 16], [[1.0], [1.0, 2.0]], [[]]]
)
def test_an_encoder_without_usable_vectors_is_named(
    encoder: WordEncoder, monkeypatch: pytest.MonkeyPatch, reply: list[list[float]]
) -> None:
    monkeypatch.setattr(encoder, "embed_documents", lambda texts: reply)
    with pytest.raises(ModelError, match="encoder 'test:words' gave no 1 vectors"):
        CorpusEncoder(encoder).encode(["text"])


def test_an_encoder_is_asked_for_at_most_100_texts(corpus: Corpus, encoder: WordEncoder) -> None:
    def refuse(texts: list[str]) -> None:
        assert len(texts) <= 100

    encoder.before = refuse
    corpus.ingest([document(f"d{n}", f"Text {n}.") for n in range(301)])
    assert len(corpus) == 301


def test_chroma_is_given_no_more_than_it_takes(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus._store.chroma, "_batch", 7)
    corpus.ingest_passages(passages(*(f"row{n}" for n in range(30))))
    assert len(found(corpus)) == 30
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hopgraph.retrievers.store._ALL_AT_ONCE", 100)
        assert len(corpus.search("text", 50, as_of="2024-01-01")) == 30
    corpus.ingest([document(f"row{n}", " ") for n in range(30)])
    assert corpus.check().problems == ()


def test_the_embedded_encoder_is_the_default(folder: Path) -> None:
    with Corpus.open(folder) as corpus:
        corpus.ingest(["The tower stands in the town.", "Bread is baked from flour."])
        assert corpus.search("Where is the tower?", 1)[0].text == "The tower stands in the town."
        assert corpus.encoder_name.startswith("embedded:")
        assert texts_of(corpus.search("food", 1)) == ["Bread is baked from flour."]


def test_a_closed_corpus_says_so(folder: Path) -> None:
    with Corpus.open(folder, WordEncoder()) as corpus:
        corpus.ingest("A text.")
    with pytest.raises(StoreError, match=r"closed database.; open the store again"):
        corpus.search("text")
