"""Texts made into drafts: versions of documents with the passages they consist of."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from ..state.values import MetadataValue
from .chroma_store import StoredText
from .chunking import Chunk, chunks
from .encoding import CorpusEncoder, content_hash, encoded_text
from .source_text import SourceText
from .versions import Version, VersionKeys, checked_day


@dataclass(frozen=True)
class Piece:
    """A passage of a draft.

    Attributes:
        text: The passage.
        content: Hash of what is encoded of it.
        metadata: The metadata of the part it was cut from.
        whole: True if it may be longer than the encoder reads.
    """

    text: StoredText
    content: str
    metadata: Mapping[str, MetadataValue]
    whole: bool


@dataclass(frozen=True)
class Draft:
    """A version that is not yet written.

    Attributes:
        version: The version; its series and day are "" where the document names none.
        supersedes: The source it names as the one it takes the place of, or "".
        texts: The texts it is made of.
    """

    version: Version
    supersedes: str
    texts: tuple[SourceText, ...]


def drafts(texts: Iterable[SourceText], keys: VersionKeys) -> list[Draft]:
    """Return a draft for each document in `texts`; blank texts are left out.

    Texts of one source are parts of one document unless they differ in series or day.

    Raises:
        InputError: If a day cannot be read.
    """
    groups: dict[tuple[str, str, str], list[SourceText]] = {}
    for text in texts:
        if text.text.strip():
            day = _value(text, keys.as_of)
            day = checked_day(day, keys.as_of) if day else ""
            key = (text.source, _value(text, keys.series), day)
            groups.setdefault(key, []).append(text)
    return [_draft(key, group, keys) for key, group in groups.items()]


def pieces(draft: Draft, encoder: CorpusEncoder) -> list[Piece]:
    """Cut a draft into passages; each id is there once."""
    found: dict[str, Piece] = {}
    source = draft.version.source
    for text in draft.texts:
        for chunk in _chunks(text, encoder):
            stored = StoredText(
                _hash(source, chunk.title, chunk.text), source, chunk.title, chunk.text
            )
            content = content_hash(chunk.title, chunk.text)
            piece = Piece(stored, content, text.metadata, text.whole)
            found.setdefault(stored.id, piece)
    return list(found.values())


def beyond_limit(pieces: Sequence[Piece], encoder: CorpusEncoder) -> int:
    """Return how many passages are longer than the encoder reads."""
    texts = (encoded_text(p.text.title, p.text.text) for p in pieces if p.whole)
    return sum(encoder.token_count(text) > encoder.max_tokens for text in texts)


def _draft(key: tuple[str, str, str], texts: Sequence[SourceText], keys: VersionKeys) -> Draft:
    source, series, day = key
    first = texts[0]
    version = Version(
        number=0,
        source=source,
        series=series,
        as_of=day,
        title=first.title,
        metadata=first.metadata,
        origin=first.origin,
        digest=_hash(*(_told(text) for text in texts)),
    )
    return Draft(version, _value(first, keys.supersedes), tuple(texts))


def _chunks(text: SourceText, encoder: CorpusEncoder) -> list[Chunk]:
    if text.whole:
        return [Chunk(text.title, text.text)]
    return chunks(text.text, text.title, text.name, encoder.max_tokens, encoder.token_count)


def _value(text: SourceText, key: str) -> str:
    value = text.metadata.get(key)
    return "" if value is None else str(value)


def _told(text: SourceText) -> str:
    parts = [text.title, text.name, text.text, text.whole, dict(text.metadata)]
    return json.dumps(parts, ensure_ascii=False, sort_keys=True)


def _hash(*parts: str) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()[:32]
