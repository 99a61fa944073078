"""Strings are text, paths are files, and every kind of file gives its texts and titles."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from hopgraph.retrievers.loading import load
from hopgraph.retrievers.source_text import SourceText, plain_metadata
from hopgraph.state.errors import InputError


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def loaded(*documents: object) -> list[SourceText]:
    return load(documents).texts  # type: ignore[arg-type]


class TwoPages(BaseLoader):
    def lazy_load(self) -> Iterator[Document]:
        yield Document("First page.", metadata={"source": "book", "page": 1, "title": "Book"})
        yield Document("Second page.", metadata={"source": "book", "page": 2, "title": "Book"})


def test_a_string_is_always_text(tmp_path: Path) -> None:
    path = str(write(tmp_path / "a.txt", "In the file."))
    assert [t.text for t in loaded(path, "x/y", "long " * 100)] == [path, "x/y", "long " * 100]


def test_a_folder_has_one_name_however_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "here" / "docs" / "a.txt", "In the file.")
    write(tmp_path / "elsewhere" / "a.txt", "In another file.")
    monkeypatch.chdir(tmp_path / "here")
    for way in ("docs", "./docs", "../here/docs", "docs/../docs", str(tmp_path / "here" / "docs")):
        read = load(Path(way))
        assert [text.source for text in read.texts] == ["docs/a.txt"]
        assert read.roots == [Path("docs")]
    beside = (tmp_path / "elsewhere").as_posix()
    assert loaded(Path("../elsewhere"))[0].source == f"{beside}/a.txt"


def test_equal_strings_have_one_source_and_others_another() -> None:
    one, same, other = loaded("A text.", "A text.", "Another.")
    assert one.source == same.source != other.source


def test_a_document_keeps_source_title_and_metadata() -> None:
    document = Document("Text.", metadata={"source": "s", "title": "T", "page": 3, "tags": ["a"]})
    assert loaded(document) == [
        SourceText("s", "Text.", "T", metadata={"page": 3, "tags": '["a"]'})
    ]


def test_a_document_without_source_is_named_by_its_id_or_its_text() -> None:
    named, one, same, other = loaded(
        Document("Text.", id="d1"), Document("Text."), Document("Text."), Document("Other.")
    )
    assert named.source == "d1"
    assert one.source == same.source != other.source


def test_a_langchain_loader_gives_its_documents() -> None:
    assert [(t.source, t.text) for t in loaded(TwoPages())] == [
        ("book", "First page."),
        ("book", "Second page."),
    ]


@pytest.mark.parametrize("value", [b"bytes", {"text": "x"}, None, 3])
def test_what_is_no_document_is_named_with_the_remedy(value: object) -> None:
    with pytest.raises(InputError, match="is not a document: give a str"):
        load(value)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="is not a document: give a str"):
        loaded(value)


@pytest.mark.parametrize("name", ["notes.txt", "NOTES.TXT"])
def test_a_text_file_is_read_whole(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / name, "# Heading\n\nText — with “quotes” and 한국어 🙂.\n")
    [text] = loaded(path)
    assert text == SourceText(
        path.as_posix(),
        "# Heading\n\nText — with “quotes” and 한국어 🙂.\n",
        name=path.stem,
        origin=path.as_posix(),
    )


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfText\r\nof two lines")
    assert loaded(path)[0].text == "Text\nof two lines"


def test_another_encoding_is_refused_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"caf\xe9")
    with pytest.raises(InputError, match=r"a\.txt is not UTF-8 \(byte 0xe9 at 3\): save it as"):
        loaded(path)


def test_json_lines_take_the_id_as_source_unless_one_is_given(tmp_path: Path) -> None:
    rows = [
        {"id": "1", "title": "One", "text": "First.", "year": 1999},
        {"id": 2, "source": "s", "text": "Second with \u2028 inside."},
        {"text": "Third.", "as_of": "2024-05-01"},
    ]
    lines = "\n\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    path = write(tmp_path / "a.jsonl", lines)
    file = path.as_posix()
    assert loaded(path) == [
        SourceText("1", "First.", "One", "a", {"year": 1999}, file),
        SourceText("s", "Second with \u2028 inside.", "", "a", {"id": 2}, file),
        SourceText(file, "Third.", "", "a", {"as_of": "2024-05-01"}, file),
    ]


@pytest.mark.parametrize("value", ['{"id": "1", "text": "One."}', '[{"id": "1", "text": "One."}]'])
def test_json_holds_an_object_or_a_list_of_them(tmp_path: Path, value: str) -> None:
    assert [(t.source, t.text) for t in loaded(write(tmp_path / "a.json", value))] == [
        ("1", "One.")
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", "{", r"a\.json is not JSON"),
        ("a.json", '["text"]', "has no text: write objects with a string under 'text'"),
        ("a.jsonl", '{"text": "x"}\n{"text":', r"line 2 of .*a\.jsonl is not JSON"),
        ("a.jsonl", '{"title": "x"}', r"line 1 of .*a\.jsonl has no text"),
        ("a.csv", 'id,text\n1,"open\n', r"a\.csv is not CSV after line 1"),
        ("a.json", "[" * 100_000, r"a\.json is not JSON"),
        ("a.jsonl", "[" * 100_000, r"line 1 of .*a\.jsonl is not JSON"),
        ("a.json", "", r"a\.json is not JSON"),
        ("a.pdf", "no PDF", r"a\.pdf cannot be read as PDF"),
        ("a.pdf", "", r"a\.pdf cannot be read as PDF: Cannot read an empty file"),
        ("a.json", '{"text": "x", "by": "\\ud800"}', "which is no character"),
        ("a.exe", "x", r"a\.exe cannot be read: files end in \.csv, \.html"),
        ("a.html", "<div>" * 5_000 + "deep", r"a\.html is nested too deeply: save it as text"),
        ("a.html", "<![x y]>", r"a\.html cannot be read as HTML: save it as text"),
        ("a.json", f'{{"text": "x", "n": {"9" * 5_000}}}', r"a\.json is not JSON"),
        ("a.jsonl", f'{{"text": "x", "n": {"9" * 5_000}}}', r"line 1 of .*a\.jsonl is not JSON"),
        ("a.csv", "text,by,by\nx,a,b\n", r"a\.csv has two columns of one name: rename one"),
        ("a.csv", "id,text\n1,One, two.\n", r"line 2 of .*a\.csv has more cells than the header"),
        ("a.jsonl", '{"text": "x", "as_of": "soon"}', r"a\.jsonl: as_of='soon' is not a date"),
    ],
)
def test_a_broken_file_is_named_with_its_place(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        loaded(write(tmp_path / name, content))


def test_csv_rows_with_a_text_column_are_read_like_json_lines(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", 'id,title,text,year\n7,T,"One, two.",1999\n')
    assert loaded(path) == [
        SourceText("7", "One, two.", "T", "a", {"year": "1999"}, path.as_posix())
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_cells_are_parted_by_what_parts_the_header(tmp_path: Path, mark: str) -> None:
    path = write(tmp_path / "a.csv", f'id{mark}"a, b"{mark}text\n7{mark}x{mark}One.\n')
    assert loaded(path) == [SourceText("7", "One.", "", "a", {"a, b": "x"}, path.as_posix())]


def test_a_cell_may_hold_a_whole_document(tmp_path: Path) -> None:
    long = "word " * 40_000
    [text] = loaded(write(tmp_path / "a.csv", f'text\n"{long}"\n'))
    assert text.text == long


def test_other_csv_rows_are_parts_of_one_document(tmp_path: Path) -> None:
    path = write(tmp_path / "towns.csv", "town,river\nParis,Seine\nLyon,\n")
    file = path.as_posix()
    assert [(t.source, t.text, t.name) for t in loaded(path)] == [
        (file, "town: Paris\nriver: Seine", "towns"),
        (file, "town: Lyon", "towns"),
    ]


def test_markdown_loses_its_markup_but_not_its_headings(tmp_path: Path) -> None:
    page = """# Rivers

**The [Seine](https://example.org)** flows_past `Paris` & *Rouen*
at 3 * 4 metres.

* one
* two

| a | b |
|---|---|

See below[^1].

[^1]: The note.
"""
    [text] = loaded(write(tmp_path / "a.md", page))
    assert text.text.startswith("# Rivers\n\nThe Seine flows_past Paris & Rouen\nat 3 * 4 metres.")
    assert "* one\n* two" in text.text
    assert "See below[^1].\n\n[^1]: The note." in text.text
    assert (text.title, text.name) == ("", "a")


def test_front_matter_becomes_title_and_metadata(tmp_path: Path) -> None:
    page = "---\ntitle: Rivers\nas_of: 2024-05-01\ntags: [a, b]\nyear: 1999\n---\n\nThe Seine.\n"
    path = write(tmp_path / "a.md", page)
    known = {"as_of": "2024-05-01", "tags": '["a", "b"]', "year": 1999}
    assert loaded(path) == [
        SourceText(path.as_posix(), "The Seine.", "Rivers", "a", known, path.as_posix())
    ]


@pytest.mark.parametrize(
    "front", ["just a line", "- a", "a: [", "day: 2024-13-45", "a: &x [1]\nb: *x", "[" * 5_000]
)
def test_what_is_no_plain_front_matter_stays_text(tmp_path: Path, front: str) -> None:
    [text] = loaded(write(tmp_path / "a.md", f"---\n{front}\n---\n\nThe Seine.\n"))
    assert "The Seine." in text.text
    assert front.split()[-1].strip("[*&]-") in text.text
    assert text.metadata == {}


def test_metadata_that_no_store_holds_is_written_as_text() -> None:
    value = {
        "big": 2**63,
        "last": 2**63 - 1,
        "nan": float("nan"),
        "far": float("-inf"),
        "day": date(2024, 5, 1),
        "count": np.int64(3),
        "set": {"b", "a"},
        "rows": [{"day": date(2024, 5, 1)}],
        "path": Path("a/b"),
    }
    assert plain_metadata(value) == {
        "big": "9223372036854775808",
        "last": 2**63 - 1,
        "nan": "NaN",
        "far": "-Infinity",
        "day": "2024-05-01",
        "count": 3,
        "set": '["a", "b"]',
        "rows": '[{"day": "2024-05-01"}]',
        "path": "a/b",
    }


@pytest.mark.parametrize("kind", ["circle", "keys", "digits"])
def test_metadata_that_cannot_be_written_is_named(kind: str) -> None:
    circle: list[object] = []
    circle.append(circle)
    value = {"circle": circle, "keys": {1: "a", "b": "c"}, "digits": 10**5_000}[kind]
    with pytest.raises(InputError, match="metadata 'k' cannot be written as JSON"):
        plain_metadata({"k": value})


def test_html_gives_title_headings_and_plain_text(tmp_path: Path) -> None:
    page = """<html><head><title>A <b>page</b></title><style>p {}</style></head><body>
    <h1>Rivers</h1><p>The <b>Seine</b> flows_past <a href="/p">Paris</a>.</p>
    <script>alert(1)</script><ul><li>one</li><li>two</li></ul></body></html>"""
    [text] = loaded(write(tmp_path / "a.html", page))
    assert "# Rivers" in text.text
    assert "The Seine flows_past Paris." in text.text
    assert "* one" in text.text
    assert "alert" not in text.text and "{}" not in text.text
    assert text.title.startswith("A ")


XML = '<?xml version="1.0"?>\n<!DOCTYPE html>\n<!-- no text -->\n'


@pytest.mark.parametrize("page", [f"{XML}<p>a.txt</p>", "a.txt", "https://example.org/a.txt"])
def test_html_that_looks_like_something_else_is_read_without_a_warning(
    tmp_path: Path, page: str
) -> None:
    [text] = loaded(write(tmp_path / "a.html", page))
    assert text.text.strip() in ("a.txt", page)


def test_pdf_gives_its_pages_as_parts(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(_pdf("Hello from page one."))
    [text] = loaded(path)
    assert "Hello from page one." in text.text
    assert text.metadata == {"page": 1}
    assert text.name == "a"


def test_a_pdf_without_text_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.pdf holds no text, only pictures: .* OCR"):
        loaded(_blank_pdf(tmp_path, None))


@pytest.mark.parametrize("cipher", ["RC4-128", "AES-256"])
def test_a_pdf_that_needs_a_password_is_named(tmp_path: Path, cipher: str) -> None:
    pytest.importorskip("cryptography")
    with pytest.raises(InputError, match=r"a\.pdf needs a password: save it without one"):
        loaded(_blank_pdf(tmp_path, "secret", cipher))
    with pytest.raises(InputError, match="holds no text"):
        loaded(_blank_pdf(tmp_path, "", cipher))


def test_whatever_a_damaged_pdf_raises_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object) -> None:
        raise KeyError("/Kids")

    path = tmp_path / "a.pdf"
    path.write_bytes(_pdf("Hello."))
    monkeypatch.setattr("pypdf.PageObject.extract_text", broken)
    with pytest.raises(InputError, match=r"a\.pdf cannot be read as PDF: '/Kids'"):
        loaded(path)


def test_html_is_read_in_its_own_encoding(tmp_path: Path) -> None:
    page = '<meta charset="shift_jis"><title>題</title><p>日本語</p>'
    (tmp_path / "a.html").write_bytes(page.encode("shift_jis"))
    (tmp_path / "b.html").write_bytes(b"<p>caf\xe9 \x97 bar</p>")
    assert [(t.title, t.text.strip()) for t in loaded(tmp_path)] == [
        ("題", "日本語"),
        ("", "café — bar"),
    ]


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.csv", "a.jsonl"])
def test_an_empty_file_is_a_document_without_text(tmp_path: Path, name: str) -> None:
    [text] = loaded(write(tmp_path / name, ""))
    assert (text.source, text.text.strip()) == ((tmp_path / name).as_posix(), "")


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.json"])
def test_text_in_utf_16_is_refused_with_the_remedy(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes('{"text": "é"}'.encode("utf-16"))
    with pytest.raises(InputError, match=r"is not UTF-8 \(byte 0xff at 0\): save it as UTF-8"):
        loaded(tmp_path / name)


def test_a_folder_gives_its_readable_files_in_order(tmp_path: Path) -> None:
    for name in ("b.txt", "a/same.txt", "c/same.txt", ".hidden.txt", ".git/x.txt", "d.png"):
        write(tmp_path / name, name)
    assert [t.text for t in loaded(tmp_path)] == ["a/same.txt", "b.txt", "c/same.txt"]


def test_paths_that_lead_nowhere_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no file or folder at .*missing: check the path"):
        loaded(tmp_path / "missing")
    write(tmp_path / "only.png", "x")
    with pytest.raises(InputError, match=r"nothing in .* can be read: files end in"):
        loaded(tmp_path)


def test_links_out_of_a_folder_are_named_and_not_followed(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    write(docs / "own.txt", "own")
    write(tmp_path / "other" / "secret.txt", "secret")
    (docs / "file.txt").symlink_to(tmp_path / "other" / "secret.txt")
    (docs / "folder").symlink_to(tmp_path / "other")
    (docs / "here").symlink_to(docs)
    (docs / "inner.txt").symlink_to(docs / "own.txt")
    (docs / "self.txt").symlink_to(docs / "self.txt")
    found = load(docs)
    assert [t.text for t in found.texts] == ["own", "own"]
    out = [f"{docs / name} is a link out of {docs}: ingest what it leads to" for name in OUT]
    lost = f"{docs / 'self.txt'} is no file that can be read: remove it"
    assert [failed.reason for failed in found.failed] == [*out, lost]


OUT = ("file.txt", "folder")


def _blank_pdf(folder: Path, password: str | None, cipher: str = "AES-256") -> Path:
    from pypdf import PdfWriter

    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    if password is not None:
        writer.encrypt(password, "owner", algorithm=cipher)
    with (folder / "a.pdf").open("wb") as file:
        writer.write(file)
    return folder / "a.pdf"


def _pdf(text: str) -> bytes:
    """Return a PDF of one page, made by hand."""
    content = f"BT /F1 12 Tf 50 700 Td ({text}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(data)
    return data + b"xref\n0 6\n0000000000 65535 f \n" + table + trailer


def test_half_a_character_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="udcd9"):
        load(["\udcd9\udc8a is not a word"])
