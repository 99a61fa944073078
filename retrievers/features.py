"""What retrieval needs to know of one passage, whatever else the corpus holds.

Words and phrases are 64-bit hashes, so that a stored blob is read without decoding text: of
a million different words, two share a hash with a probability of about 3e-8.
"""

import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from ..language.sentences import sentence_spans
from ..language.terms import STOP_WORDS, Token, name_form, token_terms, tokens

FEATURES_VERSION = 1
"""Changes whenever a stored blob would be read differently: such blobs are made anew."""

STARTS_PHRASE, CAPITAL, LOWER, ALONE = 1, 2, 4, 8
"""Token flags: may start a phrase; counts as written with, or without, a capital; may be one."""

TITLE, SHORT_TITLE, ALIAS, SPAN = 0, 1, 2, 3
"""Kinds of phrases: a title; one so short that it must be a usual name; another name of the
passage's subject; words with capitals."""

MAX_SPAN_WORDS = 6
_HEADER = struct.Struct("<QIHBx")
_PHRASE_FACTOR = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1
_BRACKETED_END = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_ALSO_KNOWN_AS = re.compile(
    r"\b(?:also|better|formerly|previously|commonly) (?:known|called|written|titled) (?:as )?",
)
_LINKERS = frozenset(("of", "the", "de", "la", "du", "von", "van", "and"))
_ARTICLES = frozenset(("the", "a", "an"))


@dataclass(frozen=True, eq=False)
class Features:
    """The features of one passage; tokens are those of the title, then of the text.

    Attributes:
        digest: Hash of the text's words: equal for equal texts.
        phrases: Hashes of the names and capitalised spans, of shape (p,).
        kinds: TITLE, SHORT_TITLE, ALIAS or SPAN for each phrase, of shape (p,).
        words: Hash of each token as names are compared, of shape (n,).
        terms: Hash of each token's search term, 0 where it has none, of shape (n,).
        sentences: Number of each token's sentence, of shape (n,); 0 is the title.
        flags: Bits for each token, of shape (n,).
    """

    digest: int
    phrases: NDArray[np.uint64]
    kinds: NDArray[np.uint8]
    words: NDArray[np.uint64]
    terms: NDArray[np.uint64]
    sentences: NDArray[np.uint16]
    flags: NDArray[np.uint8]


def extract_features(title: str, text: str) -> bytes:
    """Return the features of one passage as bytes for `read_features`.

    They depend on nothing but the arguments, so they can be stored beside the passage.
    """
    title_tokens = tokens(title)
    spans = sentence_spans(text)
    sentences = [title_tokens, *(_shifted(tokens(text[a:b]), a) for a, b in spans)]
    first = text[slice(*spans[0])] if spans else ""
    names = [(_hash_phrase(words), kind) for words, kind in _names(title, first)]
    capitalised = [
        (_hash_phrase(words), SPAN)
        for sentence, source in zip(sentences, (title, *(text for _ in spans)), strict=True)
        for words in capitalised_spans(sentence, source)
    ]
    phrases = sorted({*names, *capitalised})
    flat = [word for sentence in sentences for word in sentence]
    words = np.array([_hash(name_form(word.text)) for word in flat], np.uint64)
    terms = [_hash(t) for sentence in sentences for t in token_terms(sentence)]
    numbers = [min(n, 0xFFFF) for n, sentence in enumerate(sentences) for _ in sentence]
    flags = [_flags(word, n) for sentence in sentences for n, word in enumerate(sentence)]
    digest = _hash(" ".join(name_form(word.text) for word in flat[len(title_tokens) :]))
    return b"".join(
        (
            _HEADER.pack(digest, len(flat), len(phrases), FEATURES_VERSION),
            np.array([key for key, _ in phrases], np.uint64).tobytes(),
            words.tobytes(),
            np.array(terms, np.uint64).tobytes(),
            np.array(numbers, np.uint16).tobytes(),
            np.array([kind for _, kind in phrases], np.uint8).tobytes(),
            np.array(flags, np.uint8).tobytes(),
        )
    )


def read_features(blob: bytes) -> Features:
    """Return the features in `blob`, as views of its memory.

    Raises:
        ValueError: If another version of this module wrote the blob.
    """
    digest, n, p, version = _HEADER.unpack_from(blob)
    if version != FEATURES_VERSION:
        raise ValueError(f"features of version {version}, not {FEATURES_VERSION}: extract again")
    place = _HEADER.size
    phrases = np.frombuffer(blob, np.uint64, p, place)
    words = np.frombuffer(blob, np.uint64, n, place + 8 * p)
    terms = np.frombuffer(blob, np.uint64, n, place + 8 * (p + n))
    place += 8 * (p + 2 * n)
    sentences = np.frombuffer(blob, np.uint16, n, place)
    kinds = np.frombuffer(blob, np.uint8, p, place + 2 * n)
    flags = np.frombuffer(blob, np.uint8, n, place + 2 * n + p)
    return Features(digest, phrases, kinds, words, terms, sentences, flags)


def hash_term(term: str) -> int:
    """Return the hash under which a search term is kept."""
    return _hash(term)


def hash_words(words: Iterable[str]) -> int:
    """Return the hash under which a phrase of these written words is kept."""
    return _hash_phrase([name_form(word) for word in words])


def extend_hash(prefix: int, word: int) -> int:
    """Return the hash of the phrase with hash `prefix` followed by the word with hash `word`."""
    return (prefix * _PHRASE_FACTOR + word) & _MASK


def title_words(title: str) -> list[str]:
    """Return the words of `title` as names are compared, without a bracketed end."""
    return [name_form(word.text) for word in tokens(_BRACKETED_END.sub("", title))]


def capitalised_spans(words: list[Token], source: str) -> Iterator[list[str]]:
    """Yield the runs of capitalised words in `words` (tokens of `source`), and their parts."""
    start = 0
    while start < len(words):
        end = _span_end(words, start, source)
        if end > start:
            run = [name_form(word.text) for word in words[start:end]]
            if run[0] in STOP_WORDS:
                run = run[1:]
            yield from (part for part in (run, *_parts(run)) if _is_span(part))
        start = max(end, start + 1)


def _span_end(words: list[Token], start: int, source: str) -> int:
    if not words[start].text[0].isupper():
        return start
    end = start + 1
    while end < len(words):
        gap = source[words[end - 1].end : words[end].start]
        word = words[end].text
        if gap in ("-", "'", "’") and word not in ("s", "S"):
            end += 1
        elif gap.isspace() or (gap.strip() == "." and len(words[end - 1].text) <= 2):
            if word[0].isupper():
                end += 1
            elif _links(words, end, source):
                end += 2
            else:
                break
        else:
            break
    return end


def _links(words: list[Token], place: int, source: str) -> bool:
    return (
        words[place].text in _LINKERS
        and place + 1 < len(words)
        and words[place + 1].text[0].isupper()
        and source[words[place].end : words[place + 1].start].isspace()
    )


def _parts(run: list[str]) -> Iterator[list[str]]:
    if "and" in run:
        place = run.index("and")
        yield run[:place]
        yield from _parts(run[place + 1 :]) if "and" in run[place + 1 :] else [run[place + 1 :]]


def _is_span(words: list[str]) -> bool:
    if len(words) == 1:
        return len(words[0]) > 2 and words[0] not in STOP_WORDS
    return 0 < len(words) <= MAX_SPAN_WORDS


def _names(title: str, first_sentence: str) -> Iterator[tuple[list[str], int]]:
    """Yield the names of the passage's subject: its title and what else it is called."""
    plain = _BRACKETED_END.sub("", title)
    words = [name_form(word.text) for word in tokens(plain)]
    if sum(map(len, words)) >= 3:
        long = len(words) > 1 or (len(words[0]) >= 4 and not words[0][0].isdigit())
        yield words, TITLE if long else SHORT_TITLE
    others = [plain.split(mark)[0] for mark in (",", ":") if mark in plain]
    others += _also_known_as(first_sentence)
    aliases = [[name_form(word.text) for word in tokens(other)] for other in others]
    if len(words) > 2 and words[0] in _ARTICLES:
        aliases.append(words[1:])
    for alias in aliases:
        if alias != words and (len(alias) > 1 or (alias and len(alias[0]) >= 4)):
            yield alias, ALIAS


def _also_known_as(sentence: str) -> list[str]:
    found = []
    for match in _ALSO_KNOWN_AS.finditer(sentence):
        rest = tokens(sentence[match.end() :])
        end = _span_end(rest, 0, sentence[match.end() :]) if rest else 0
        if end and rest[0].start <= 1:
            found.append(sentence[match.end() :][: rest[end - 1].end])
    return found


def _flags(word: Token, place: int) -> int:
    first = word.text[0]
    flags = 0
    if not first.islower():
        flags |= STARTS_PHRASE
        if not first.isdigit() and name_form(word.text) not in STOP_WORDS:
            flags |= ALONE
    if place:
        flags |= CAPITAL if first.isupper() else LOWER
    return flags


def _shifted(words: list[Token], offset: int) -> list[Token]:
    return [Token(word.text, word.start + offset, word.end + offset) for word in words]


def _hash_phrase(words: Iterable[str]) -> int:
    value = 0
    for word in words:
        value = extend_hash(value, _hash(word))
    return value


@lru_cache(maxsize=1 << 17)
def _hash(word: str) -> int:
    if not word:
        return 0
    return int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "little")
