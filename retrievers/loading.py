"""Texts from everything that can be ingested: strings, files, folders, LangChain documents."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from ..state.errors import InputError
from .file_readers import endings, is_readable, read_file
from .reports import FailedFile
from .source_text import SourceText, plain_metadata
from .versions import VersionKeys, checked_day

Ingestible = str | Path | Document | BaseLoader
Documents = Ingestible | Iterable[Ingestible]


@dataclass(frozen=True)
class Loaded:
    """What was read.

    Attributes:
        texts: The texts, in order.
        roots: The files and folders among what was given.
        failed: The files in them that could not be read.
    """

    texts: list[SourceText] = field(default_factory=list)
    roots: list[Path] = field(default_factory=list)
    failed: list[FailedFile] = field(default_factory=list)

    def is_unread(self, path: Path) -> bool:
        """Tell whether `path` could not be read, or lies in a folder that could not."""
        return any(path.is_relative_to(failed.path) for failed in self.failed)


def load(
    documents: Documents,
    metadata: Mapping[str, Any] | None = None,
    keys: VersionKeys | None = None,
    *,
    empty_folders: bool = False,
) -> Loaded:
    """Read `documents`: a `str` is always text, a `Path` always a file or a folder.

    A file that cannot be read does not keep the others from being read.

    Args:
        documents: What to read.
        metadata: What is known of every document that does not tell it itself.
        keys: The metadata keys of versions.
        empty_folders: Whether a folder with nothing to read is no error.

    Raises:
        InputError: If something is no document, a path leads nowhere, or no file can be read.
    """
    known, loaded = plain_metadata(metadata or {}), Loaded()
    day = (keys or VersionKeys()).as_of

    def finished(text: SourceText) -> SourceText:
        _check_day(text.metadata, day)
        return replace(text, metadata={**known, **text.metadata})

    _check_day(known, day)
    for document in _one_by_one(documents):
        if not isinstance(document, Path):
            loaded.texts.extend(finished(text) for text in _texts(document))
            continue
        root = _spelled(document)
        loaded.roots.append(root)
        files, unread = _files(root, empty_folders)
        loaded.failed.extend(unread)
        for file in files:
            try:
                loaded.texts.extend([finished(text) for text in read_file(file)])
            except InputError as error:
                loaded.failed.append(_failed(file, str(error)))
    if loaded.failed and not any(text.text.strip() for text in loaded.texts):
        raise InputError("; ".join(failed.reason for failed in loaded.failed))
    return loaded


def _spelled(path: Path) -> Path:
    """Return `path` as it is called whatever way it was written: from here, if it lies below."""
    # Not resolve: what is behind a link keeps the name of the link.
    whole, here = Path(os.path.abspath(path)), Path.cwd()
    return whole.relative_to(here) if whole.is_relative_to(here) else whole


def _check_day(metadata: Mapping[str, Any], key: str) -> None:
    if metadata.get(key):
        checked_day(metadata[key], key)


def _one_by_one(documents: Documents) -> list[Ingestible]:
    if isinstance(documents, str | Path | Document | BaseLoader):
        return [documents]
    if isinstance(documents, bytes | Mapping) or not isinstance(documents, Iterable):
        raise InputError(_not_a_document(documents))
    return list(documents)


def _texts(document: object) -> Iterator[SourceText]:
    if isinstance(document, str):
        yield SourceText(f"text:{_hash(document)}", document)
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


def _files(path: Path, may_be_empty: bool) -> tuple[list[Path], list[FailedFile]]:
    """Return the readable files at `path`, and what stands there but cannot be read."""
    if path.is_file():
        if not is_readable(path):
            raise InputError(f"{path} cannot be read: files end in {endings()}")
        return [path], []
    if not path.is_dir():
        raise InputError(f"no file or folder at {path}: check the path")
    files, failed = _walked(path)
    if not files and not failed and not may_be_empty:
        raise InputError(f"nothing in {path} can be read: files end in {endings()}")
    return files, failed


def _walked(folder: Path) -> tuple[list[Path], list[FailedFile]]:
    """Go through a folder: hidden files are passed over, links out of it are not followed."""
    files: list[Path] = []
    failed: list[FailedFile] = []

    def unread(error: OSError) -> None:
        path = Path(error.filename)
        failed.append(_failed(path, f"{path} cannot be read: {error.strerror}"))

    home = folder.resolve()
    for parent, folders, names in os.walk(folder, onerror=unread):
        folders[:] = [name for name in folders if not name.startswith(".")]
        links = [name for name in folders if Path(parent, name).is_symlink()]
        shown = [name for name in names if not name.startswith(".") and is_readable(Path(name))]
        for path in (Path(parent, name) for name in (*links, *shown)):
            # Not resolve: a link that leads to itself makes it fail.
            if not Path(os.path.realpath(path)).is_relative_to(home):
                reason = f"{path} is a link out of {folder}: ingest what it leads to"
                failed.append(_failed(path, reason))
            elif path.is_file():
                files.append(path)
            elif not path.is_dir():
                failed.append(_failed(path, f"{path} is no file that can be read: remove it"))
    return sorted(files), sorted(failed, key=lambda file: file.path)


def _failed(path: Path, reason: str) -> FailedFile:
    named = reason if str(path) in reason else f"{path}: {reason}"
    return FailedFile(path.as_posix(), named)


def _from_document(document: Document) -> SourceText:
    rest = dict(document.metadata)
    title = str(rest.pop("title", None) or "")
    source = rest.pop("source", None) or document.id or f"text:{_hash(document.page_content)}"
    return SourceText(str(source), document.page_content, title, metadata=plain_metadata(rest))


def _hash(text: str) -> str:
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]
