"""Texts from everything that can be ingested: strings, files, folders, LangChain documents."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from ..state.errors import InputError
from ..state.values import MetadataValue

Ingestible = str | Path | Document | BaseLoader
Documents = Ingestible | Iterable[Ingestible]


@dataclass(frozen=True)
class SourceText:
    """A text to ingest; texts of one source are parts of one document, in order.

    Attributes:
        source: The document's own name.
        text: The text.
        title: Its title, or "" if its headings must do.
        name: What titles it without title and headings: a file's name, or "".
        metadata: What else is known of it.
        origin: The path that was ingested to get it, or "".
        whole: True if the text is one passage, never to be cut.
    """

    source: str
    text: str
    title: str = ""
    name: str = ""
    metadata: Mapping[str, MetadataValue] = field(default_factory=dict)
    origin: str = ""
    whole: bool = False

    def __post_init__(self) -> None:
        """Refuse what no store can keep."""
        told = [part for pair in self.metadata.items() for part in pair if isinstance(part, str)]
        for part in (self.source, self.text, self.title, *told):
            try:
                part.encode()
            except UnicodeEncodeError as error:
                raise InputError(
                    f"{part[:40]!a} holds {part[error.start]!a}, which is no character: "
                    "read the text with its own encoding"
                ) from error


def one_by_one(documents: Documents) -> list[Ingestible]:
    """Return what was given to ingest, one by one.

    Raises:
        InputError: If it is nothing that can be ingested.
    """
    if isinstance(documents, str | Path | Document | BaseLoader):
        return [documents]
    if isinstance(documents, bytes | Mapping) or not isinstance(documents, Iterable):
        raise InputError(_not_a_document(documents))
    return list(documents)


def load(documents: Iterable[Ingestible], *, empty_folders: bool = False) -> Iterator[SourceText]:
    """Yield the texts of `documents`.

    A `str` is always text and a `Path` always a file or a folder. A folder with nothing to read
    is an error unless `empty_folders` is set.

    Raises:
        InputError: If something cannot be read.
    """
    for document in documents:
        if isinstance(document, str):
            yield SourceText(f"text:{_hash(document)}", document)
        elif isinstance(document, Path):
            yield from _load_path(document, empty_folders)
        elif isinstance(document, Document):
            yield _from_document(document)
        elif isinstance(document, BaseLoader):
            yield from map(_from_document, document.lazy_load())
        else:
            raise InputError(_not_a_document(document))


def _not_a_document(value: object) -> str:
    return (
        f"{type(value).__name__} {str(value)[:40]!r} is not a document: give a str (text), "
        "a Path, a LangChain Document or a LangChain loader"
    )


def _load_path(path: Path, may_be_empty: bool) -> Iterator[SourceText]:
    if path.is_dir():
        files = sorted(f for f in path.rglob("*") if _is_readable(f, path))
        if not files and not may_be_empty:
            raise InputError(f"nothing in {path} can be read: files end in {_endings()}")
        for file in files:
            yield from _load_file(file)
    elif path.is_file():
        if path.suffix.lower() not in _READERS:
            raise InputError(f"{path} cannot be read: files end in {_endings()}")
        yield from _load_file(path)
    else:
        raise InputError(f"no file or folder at {path}: check the path")


def _is_readable(file: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    return not hidden and file.is_file() and file.suffix.lower() in _READERS


def _endings() -> str:
    return ", ".join(sorted(_READERS))


def _load_file(path: Path) -> Iterator[SourceText]:
    try:
        texts = _READERS[path.suffix.lower()](path)
        # A file without a row is a document without text.
        yield from chain([next(texts, SourceText(path.as_posix(), ""))], texts)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error


def _read(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path} is not UTF-8 (byte {data[error.start]:#04x} at {error.start}): "
            "save it as UTF-8"
        ) from error


def _read_text(path: Path) -> Iterator[SourceText]:
    yield SourceText(path.as_posix(), _read(path), name=path.stem, origin=path.as_posix())


def _read_json(path: Path) -> Iterator[SourceText]:
    try:
        value = json.loads(_read(path))
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"{path} is not JSON ({error}): mend the file") from error
    for row in value if isinstance(value, list) else [value]:
        yield _from_row(row, path, str(path))


def _read_json_lines(path: Path) -> Iterator[SourceText]:
    # Not splitlines: a JSON string may hold other line ends as they are.
    for number, line in enumerate(_read(path).split("\n"), 1):
        place = f"line {number} of {path}"
        if line.strip():
            try:
                row = json.loads(line)
            except (json.JSONDecodeError, RecursionError) as error:
                raise InputError(f"{place} is not JSON ({error}): mend the line") from error
            yield _from_row(row, path, place)


def _read_csv(path: Path) -> Iterator[SourceText]:
    rows = csv.DictReader(io.StringIO(_read(path), newline=""), strict=True)
    try:
        for row in rows:
            cells = {str(key): str(value) for key, value in row.items() if key and value}
            if "text" not in cells:
                cells["text"] = "\n".join(f"{k}: {v}" for k, v in cells.items() if k != "id")
            yield _from_row(cells, path, f"line {rows.line_num} of {path}")
    except csv.Error as error:
        place = f"after line {rows.line_num}"
        raise InputError(f"{path} is not CSV {place} ({error}): mend the file") from error


def _read_html(path: Path) -> Iterator[SourceText]:
    from bs4 import BeautifulSoup
    from markdownify import MarkdownConverter

    page = BeautifulSoup(path.read_bytes(), "html.parser")
    title = page.title.get_text(" ", strip=True) if page.title else ""
    for tag in page(["script", "style", "title", "template", "noscript"]):
        tag.decompose()
    converter = MarkdownConverter(
        heading_style="ATX",
        strip=["a", "b", "strong", "em", "i", "img", "code"],
        escape_asterisks=False,
        escape_underscores=False,
    )
    text = converter.convert_soup(page)
    yield SourceText(path.as_posix(), text, title, path.stem, origin=path.as_posix())


def _read_pdf(path: Path) -> Iterator[SourceText]:
    from pypdf import PdfReader
    from pypdf.errors import FileNotDecryptedError

    try:
        pages = PdfReader(path)
        title = str((pages.metadata and pages.metadata.title) or "")
        for number, page in enumerate(pages.pages, 1):
            yield SourceText(
                path.as_posix(),
                page.extract_text(),
                title,
                path.stem,
                {"page": number},
                path.as_posix(),
            )
    except FileNotDecryptedError as error:
        raise InputError(f"{path} needs a password: save it without one") from error
    except Exception as error:  # a damaged file makes pypdf raise almost anything
        raise InputError(f"{path} cannot be read as PDF: {error}") from error


_READERS = {
    ".txt": _read_text,
    ".md": _read_text,
    ".json": _read_json,
    ".jsonl": _read_json_lines,
    ".csv": _read_csv,
    ".html": _read_html,
    ".pdf": _read_pdf,
}


def _from_row(row: object, path: Path, place: str) -> SourceText:
    """Return the text of a JSON object: `text` and `title` are read, the rest is metadata."""
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        raise InputError(f"{place} has no text: write objects with a string under 'text'")
    rest = {key: value for key, value in row.items() if key not in ("text", "title", "source")}
    source = row.get("source")
    if source is None:
        source = rest.pop("id", None)
    return SourceText(
        path.as_posix() if source is None else str(source),
        row["text"],
        str(row.get("title") or ""),
        path.stem,
        plain_metadata(rest),
        path.as_posix(),
    )


def _from_document(document: Document) -> SourceText:
    rest = dict(document.metadata)
    title = str(rest.pop("title", None) or "")
    source = rest.pop("source", None) or document.id or f"text:{_hash(document.page_content)}"
    return SourceText(str(source), document.page_content, title, metadata=plain_metadata(rest))


def plain_metadata(metadata: Mapping[str, Any]) -> dict[str, MetadataValue]:
    """Return `metadata` with everything that is not a plain value written as JSON."""
    return {
        str(key): value
        if value is None or isinstance(value, str | int | float | bool)
        else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
        for key, value in metadata.items()
    }


def _hash(text: str) -> str:
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]
