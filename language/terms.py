"""Search terms: the words of a text as retrieval compares them, in any script."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ..reasoning.relation_words import FAMILIES
from ..reasoning.text import fold

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
)
"""Scripts written without spaces (Hangul too: its particles are attached to the word)."""

_MARKS = "\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
"""Accents, Arabic vowel signs, and the Indic blocks, whose vowel signs are no word characters."""

_TOKEN = re.compile(rf"[{UNSPACED}]|(?:[^\W_{UNSPACED}]|[{_MARKS}])+")
_UNSPACED_CHARACTER = re.compile(rf"[{UNSPACED}]")
_ARABIC = re.compile("[\u0600-\u06ff]")

_STOP_WORDS = (
    "a an the of in on at to for by with from and or is was are were be been did does do what"
    " which who whom whose when where how why that this it its his her their he she they as into"
    " than then also has have had not"
    " من في علي الي عن مع ما ماذا متي اين كيف كم هل هو هي هم هذا هذه ذلك تلك التي الذي الذين"
    " ان او ثم قد كان كانت يكون تكون اي ايه لم لا لن كل بعد قبل عند بين حتي اذا لماذا منذ"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that say nothing of the subject, folded; English and Arabic."""

_MIN_ROOT = 4
_ENDING_LIST = (
    " e y er or ion ation ition ment al ional ive ian ist ship ance ence ancy ency ity ate ic ess"
    " ly ing ed"
)
_ENDINGS = tuple(_ENDING_LIST.split(" "))

_ARABIC_PREFIXES = ("وال", "بال", "كال", "فال", "ولل", "لل", "ال")
_ARABIC_SUFFIXES = ("ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي")


class Token(NamedTuple):
    """A word of a text, or one character of a script written without spaces.

    Attributes:
        text: The word as written.
        start: Offset of its first character.
        end: Offset just past its last character.
    """

    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """Return the tokens of `text` in order."""
    return [Token(m[0], m.start(), m.end()) for m in _TOKEN.finditer(text)]


def terms(text: str) -> list[str]:
    """Return the search terms of `text` in order: folded, stemmed, without stop words."""
    return [term for term in word_terms(_TOKEN.findall(text)) if term]


def word_terms(words: Sequence[str]) -> list[str]:
    """Return the search term of each word (a token's text), "" where it has none.

    A character of a script written without spaces makes a term with the next such character.
    """
    if not _UNSPACED_CHARACTER.search("".join(words)):
        return [_word_term(word) for word in words]
    unspaced = [bool(_UNSPACED_CHARACTER.match(word)) for word in words]
    found: list[str] = []
    for place, word in enumerate(words):
        if not unspaced[place]:
            found.append(_word_term(word))
        elif unspaced[place + 1 : place + 2] == [True]:
            found.append(word + words[place + 1])
        else:
            found.append("" if place and unspaced[place - 1] else word)
    return found


@lru_cache(maxsize=1 << 16)
def name_form(word: str) -> str:
    """Return `word` as names are compared: folded, in Arabic without article and particles."""
    folded = fold(word)
    return _strip_arabic_prefix(folded) if _ARABIC.match(folded) else folded


@lru_cache(maxsize=1 << 16)
def _word_term(word: str) -> str:
    """Return the stem of `word`, or "" for a stop word."""
    if fold(word) in STOP_WORDS:
        return ""
    form = name_form(word)
    return _arabic_stem(form) if _ARABIC.match(form) else _latin_stem(form)


@lru_cache(maxsize=1 << 12)
def related_terms(term: str) -> tuple[str, ...]:
    """Return terms that may be derived from the same root: "director" to "direct", "direction".

    Most are no words; whoever asks knows which ones the corpus holds.
    """
    if not (term.isascii() and term.isalpha()):
        return ()
    roots = [term[: -len(e)] for e in _ENDINGS if term.endswith(e)]
    roots = [root for root in roots if len(root) >= _MIN_ROOT]
    found = {_latin_stem(root + ending) for root in (term, *roots) for ending in _ENDINGS}
    return tuple(sorted(found - {term}))


def relation_terms(term: str) -> frozenset[str]:
    """Return the terms of words that state the same relation: "spouse" to "wife", "marriage"."""
    return _relation_terms().get(term, frozenset())


@cache
def _relation_terms() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for family in FAMILIES:
        stems = frozenset(word_terms(sorted(family)))
        for stem in stems:
            found[stem] = found.get(stem, frozenset()) | stems - {stem}
    return found


def _latin_stem(word: str) -> str:
    for suffix, replacement in (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ed", "")):
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            return word[: -len(suffix)] + replacement
    return word


def _strip_arabic_prefix(word: str) -> str:
    for prefix in _ARABIC_PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= 3:
            return word[len(prefix) :]
    return word


def _arabic_stem(word: str) -> str:
    """Strip a leading "and", the article and endings, as light stemming does (Larkey et al.)."""
    stem = word[1:] if word.startswith("و") and len(word) >= 4 else word
    stem = _strip_arabic_prefix(stem)
    for suffix in _ARABIC_SUFFIXES:
        if stem.endswith(suffix) and len(stem) - len(suffix) >= 2:
            stem = stem[: -len(suffix)]
    return stem
