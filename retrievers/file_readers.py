"""The texts of one file, by its ending."""

import csv
import io
import json
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..state.errors import InputError
from .source_text import SourceText, plain_metadata

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_QUOTED_CELL = re.compile(r'"[^"]*"')


def is_readable(path: Path) -> bool:
    """Tell whether the ending of `path` is one that can be read."""
    return path.suffix.lower() in _READERS


def endings() -> str:
    """Return the endings that can be read, for a message."""
    return ", ".join(sorted(_READERS))


def read_file(path: Path) -> list[SourceText]:
    """Return the texts of a file.

    Raises:
        InputError: If the file cannot be read; the message names it and the remedy.
    """
    try:
        path.as_posix().encode()
        texts = list(_READERS[path.suffix.lower()](path))
    except UnicodeEncodeError as error:
        raise InputError(f"{path} has a name that is not UTF-8: rename the file") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    # A file without a row is a document without text.
    return texts or [SourceText(path.as_posix(), "")]


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


def _read_markdown(path: Path) -> Iterator[SourceText]:
    """Give the text without front matter and inline markup, so that quotes are plain words."""
    from markdown_it import MarkdownIt

    known, text = _front_matter(_read(path))
    title = str(known.pop("title", None) or "")
    # Not references: they would take footnotes away.
    page = _page(MarkdownIt().disable("reference").render(text), path)
    yield SourceText(
        path.as_posix(),
        _plain_text(page, path),
        title,
        path.stem,
        plain_metadata(known),
        path.as_posix(),
    )


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    """Return the YAML mapping that `text` begins with between lines of ---, and the rest."""
    import yaml

    found = _FRONT_MATTER.match(text)
    if not found:
        return {}, text
    try:
        # A few aliases can stand for gigabytes.
        aliased = any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(found[1]))
        known = None if aliased else yaml.safe_load(found[1])
    except (yaml.YAMLError, ValueError, RecursionError):
        known = None
    return (known, text[found.end() :]) if isinstance(known, dict) else ({}, text)


def _read_json(path: Path) -> Iterator[SourceText]:
    try:
        value = json.loads(_read(path))
    except (ValueError, RecursionError) as error:
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
            except (ValueError, RecursionError) as error:
                raise InputError(f"{place} is not JSON ({error}): mend the line") from error
            yield _from_row(row, path, place)


def _read_csv(path: Path) -> Iterator[SourceText]:
    text = _read(path)
    # The limit is one for the whole process: it is only ever raised.
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    rows = csv.DictReader(
        io.StringIO(text, newline=""), strict=True, delimiter=_delimiter(text.partition("\n")[0])
    )
    try:
        names = [name for name in rows.fieldnames or () if name]
        if len(set(names)) < len(names):
            raise InputError(f"{path} has two columns of one name: rename one of them")
        for row in rows:
            place = f"line {rows.line_num} of {path}"
            if None in row:
                raise InputError(f"{place} has more cells than the header: quote its texts")
            cells = {str(key): str(value) for key, value in row.items() if key and value}
            if "text" not in cells:
                cells["text"] = "\n".join(f"{k}: {v}" for k, v in cells.items() if k != "id")
            yield _from_row(cells, path, place)
    except csv.Error as error:
        place = f"after line {rows.line_num}"
        raise InputError(f"{path} is not CSV {place} ({error}): mend the file") from error


def _delimiter(header: str) -> str:
    names = _QUOTED_CELL.sub("", header)
    return max(",;\t", key=names.count)


def _read_html(path: Path) -> Iterator[SourceText]:
    page = _page(path.read_bytes(), path)
    title = page.title.get_text(" ", strip=True) if page.title else ""
    text = _plain_text(page, path)
    yield SourceText(path.as_posix(), text, title, path.stem, origin=path.as_posix())


def _page(html: str | bytes, path: Path) -> "BeautifulSoup":
    from bs4 import BeautifulSoup, UnusualUsageWarning
    from bs4.exceptions import ParserRejectedMarkup

    try:
        with warnings.catch_warnings():
            # XHTML, and a text that looks like a name, are what they are.
            warnings.simplefilter("ignore", UnusualUsageWarning)
            return BeautifulSoup(html, "html.parser")
    except ParserRejectedMarkup as error:
        raise InputError(f"{path} cannot be read as HTML: save it as text") from error


def _plain_text(page: "BeautifulSoup", path: Path) -> str:
    """Return a page as Markdown without inline markup."""
    from bs4.element import PreformattedString
    from markdownify import MarkdownConverter

    converter = MarkdownConverter(
        heading_style="ATX",
        strip=["a", "b", "strong", "em", "i", "img", "code"],
        escape_asterisks=False,
        escape_underscores=False,
    )
    try:
        for tag in page(["script", "style", "title", "template", "noscript"]):
            tag.decompose()
        # Declarations and comments.
        for told in page.find_all(string=lambda text: isinstance(text, PreformattedString)):
            told.extract()
        text: str = converter.convert_soup(page)
    except RecursionError as error:
        raise InputError(f"{path} is nested too deeply: save it as text") from error
    return text


def _read_pdf(path: Path) -> Iterator[SourceText]:
    from pypdf import PdfReader
    from pypdf.errors import FileNotDecryptedError

    try:
        pages = PdfReader(path)
        title = str((pages.metadata and pages.metadata.title) or "")
        texts = [page.extract_text() for page in pages.pages]
    except FileNotDecryptedError as error:
        raise InputError(f"{path} needs a password: save it without one") from error
    except Exception as error:  # a damaged file makes pypdf raise almost anything
        raise InputError(f"{path} cannot be read as PDF: {error}") from error
    if not any(text.strip() for text in texts):
        raise InputError(f"{path} holds no text, only pictures: put it through OCR first")
    for number, text in enumerate(texts, 1):
        yield SourceText(path.as_posix(), text, title, path.stem, {"page": number}, path.as_posix())


_READERS = {
    ".txt": _read_text,
    ".md": _read_markdown,
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
