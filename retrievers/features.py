"""What retrieval needs to know of one passage, whatever else the corpus holds.

Words and phrases are 64-bit hashes, so that a stored blob is read without decoding text: of
a million different words, two share a hash with a probability of about 3e-8.
"""

import re
import struct
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..language.sentences import sentence_spans
from ..language.terms import STOP_WORDS, UNSPACED, name_form, tokens, word_terms
from .phrases import SPAN, Words, capitalised_spans, names

FEATURES_VERSION = 3
"""Changes whenever a stored blob would be read differently: such blobs are made anew."""

STARTS_PHRASE, CAPITAL, LOWER, ALONE, BARE = 1, 2, 4, 8, 16
"""Token flags: may start a phrase; counts as written with, or without, a capital; may be one; has
no search term of more than one character."""

PHRASE_FACTOR = 0x9E3779B97F4A7C15
"""The hash of a phrase is that of all but its last word, times this, plus that of the last."""

_UNSPACED = re.compile(f"[{UNSPACED}]")
_HEADER = struct.Struct("<QIHBx")
_MASK = (1 << 64) - 1
Hashes = NDArray[np.uint64]


class Features(NamedTuple):
    """The features of one passage; tokens are those of the title, then of the text.

    Attributes:
        digest: Hash of the text's words: equal for equal texts.
        phrases: Hashes of the names and capitalised spans, of shape (p,).
        anchors: Hashes of the two longest search terms of each phrase; of bare words the hash of
            the phrase itself, and 0 if one may be part of a term; of shape (p, 2).
        kinds: TITLE, ALIAS or SPAN for each phrase, of shape (p,).
        words: Hash of each token as names are compared, of shape (n,).
        terms: Hash of each token's search term, 0 where it has none, of shape (n,).
        sentences: Number of each token's sentence, of shape (n,); 0 is the title.
        flags: Bits for each token, of shape (n,).
    """

    digest: int
    phrases: Hashes
    anchors: Hashes
    kinds: NDArray[np.uint8]
    words: Hashes
    terms: Hashes
    sentences: NDArray[np.uint16]
    flags: NDArray[np.uint8]


def extract_features(title: str, text: str) -> bytes:
    """Return the features of one passage as bytes for `read_features`.

    They depend on nothing but the arguments, so they can be stored beside the passage.
    """
    pieces = [title, *(text[start:end] for start, end in sentence_spans(text))]
    sentences = [tokens(piece) for piece in pieces]
    phrases = {(hash_words(words), kind): words for words, kind in names(*(*pieces, "")[:2])}
    for sentence, piece in zip(sentences, pieces, strict=True):
        phrases |= {(hash_words(w), SPAN): w for w in capitalised_spans(sentence, piece)}
    found = sorted(phrases)
    texts = [[word.text for word in sentence] for sentence in sentences]
    forms = [name_form(word) for words in texts for word in words]
    terms = [term for words in texts for term in word_terms(words)]
    numbers = [min(n, 0xFFFF) for n, words in enumerate(texts) for _ in words]
    places = [(word, n) for words in texts for n, word in enumerate(words)]
    flags = [_flags(word, n, term) for (word, n), term in zip(places, terms, strict=True)]
    digest = hash_word(" ".join(forms[len(sentences[0]) :]))
    return b"".join(
        (
            _HEADER.pack(digest, len(forms), len(found), FEATURES_VERSION),
            np.array([key for key, _ in found], np.uint64).tobytes(),
            np.array([_anchors(phrases[key]) for key in found], np.uint64).tobytes(),
            np.array([hash_word(form) for form in forms], np.uint64).tobytes(),
            np.array([hash_word(term) for term in terms], np.uint64).tobytes(),
            np.array(numbers, np.uint16).tobytes(),
            np.array([kind for _, kind in found], np.uint8).tobytes(),
            np.array(flags, np.uint8).tobytes(),
        )
    )


@lru_cache(maxsize=1 << 10)  # the searches of one question compare the same passages
def read_features(blob: bytes) -> Features:
    """Return the features in `blob`, as views of its memory.

    Raises:
        ValueError: If another version of this module wrote the blob.
    """
    digest, n, p, version = _HEADER.unpack_from(blob)
    if version != FEATURES_VERSION:
        raise ValueError(f"features of version {version}, not {FEATURES_VERSION}: extract again")
    place = _HEADER.size
    hashes = np.frombuffer(blob, np.uint64, 3 * p + 2 * n, place)
    place += 8 * len(hashes)
    return Features(
        digest=digest,
        phrases=hashes[:p],
        anchors=hashes[p : 3 * p].reshape(p, 2),
        kinds=np.frombuffer(blob, np.uint8, p, place + 2 * n),
        words=hashes[3 * p : 3 * p + n],
        terms=hashes[3 * p + n :],
        sentences=np.frombuffer(blob, np.uint16, n, place),
        flags=np.frombuffer(blob, np.uint8, n, place + 2 * n + p),
    )


@lru_cache(maxsize=1 << 17)
def hash_word(word: str) -> int:
    """Return the hash under which a search term or a word's name form is kept; 0 for ""."""
    if not word:
        return 0
    return int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "little")


def hash_words(words: Iterable[str]) -> int:
    """Return the hash under which a phrase of these words, in name form, is kept."""
    value = 0
    for word in words:
        value = longer_phrase(value, hash_word(word))
    return value


def longer_phrase(phrase: int, word: int) -> int:
    """Return the hash of the phrase that goes on with one more word, from both hashes."""
    return (phrase * PHRASE_FACTOR + word) & _MASK


def _anchors(words: Words) -> tuple[int, int]:
    terms = {term for term in word_terms(words) if len(term) > 1}
    if not terms:
        # One such character may be half of a term where a text goes on after the phrase.
        return 0 if _UNSPACED.search("".join(words)) else hash_words(words), 0
    first, second, *_ = (*sorted(terms, key=lambda t: (-len(t), t)), "")
    return hash_word(first), hash_word(second)


def _flags(word: str, place: int, term: str) -> int:
    first = word[0]
    flags = 0 if len(term) > 1 else BARE
    if not first.islower():
        flags |= STARTS_PHRASE
        if not first.isdigit() and name_form(word) not in STOP_WORDS:
            flags |= ALONE
    if place:
        flags |= CAPITAL if first.isupper() else LOWER
    return flags
