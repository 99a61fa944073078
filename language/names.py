"""Names in text, found and typed by rule."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ..reasoning.name_spans import name_spans, quoted_spans
from ..reasoning.quantities import find_dates, find_numbers
from .lexicon_names import (
    ARABIC_BEFORE,
    ARABIC_STOPS,
    INSIDE,
    NOUNS_BEFORE,
    PREPOSITIONS_OF_PLACE,
    NameType,
)

_TYPES: tuple[NameType, ...] = ("PER", "ORG", "LOC", "MISC")
_WORD = re.compile(r"\w+")
_ARABIC_WORD = re.compile(r"[\u0621-\u0652]+")
_PROCLITIC = re.compile(r"^[وفبلك](?=ال)|^لل|^[وف](?=\w{4})")
_MOST_ARABIC_WORDS = 4
_QUOTES = frozenset({'"', "\u201c", "«"})


@dataclass(frozen=True)
class Name:
    """A name, date or number in a text.

    Attributes:
        text: The name as written.
        start: Its offset in the text.
        end: The offset just past it.
        type: PER, ORG, LOC or MISC for names (MISC where nothing tells), DATE or NUM.
    """

    text: str
    start: int
    end: int
    type: NameType


def find_names(text: str, language: str = "en") -> list[Name]:
    """Return the names, dates and numbers of `text` in reading order, without overlaps."""
    return list(_names(text, language))


@lru_cache(maxsize=2048)
def _names(text: str, language: str) -> tuple[Name, ...]:
    """Remembered: the hops of a question read the same sentences again and again."""
    found = [Name(d.text, d.start, d.end, "DATE") for d in find_dates(text, language)]
    spans = name_spans(text)
    if language == "ar":
        _add_apart(found, [_arabic_name(text, *span) for span in quoted_spans(text)])
        _add_apart(found, _announced(text))
    _add_apart(found, [Name(text[a:b], a, b, _type(text, a, b)) for a, b in spans])
    numbers = find_numbers(text, language)
    _add_apart(found, [Name(text[n.start : n.end], n.start, n.end, "NUM") for n in numbers])
    return tuple(sorted(found, key=lambda name: name.start))


def _add_apart(found: list[Name], names: list[Name]) -> None:
    """Add the `names` that overlap nothing found before."""
    for name in names:
        if all(name.end <= other.start or other.end <= name.start for other in found):
            found.append(name)


def _type(text: str, start: int, end: int) -> NameType:
    """Return the type of an English name: the noun before it goes before the words in it."""
    inside = [word.lower() for word in _WORD.findall(text[start:end])]
    before = [word.lower() for word in _WORD.findall(text[max(0, start - 40) : start])]
    last = before[-1] if before else ""
    announced: NameType | None
    announced = next((kind for kind in _TYPES if last in NOUNS_BEFORE[kind]), None)
    announced = announced or _announced_type(last)
    if announced or text[start - 1 : start] in _QUOTES:
        return announced or "MISC"
    for kind, words in INSIDE.items():
        if words.intersection(inside):
            return kind
    if last in PREPOSITIONS_OF_PLACE:
        return "LOC"
    person = 2 <= len(inside) <= 4 and len(inside[-1]) > 1 and not inside[-1].isdigit()
    return "PER" if person and inside[0] not in {"the", "a"} else "MISC"


def _arabic_name(text: str, start: int, end: int) -> Name:
    before = _ARABIC_WORD.findall(text[:start])
    return Name(
        text[start:end], start, end, _announced_type(before[-1]) or "MISC" if before else "MISC"
    )


def _announced_type(word: str) -> NameType | None:
    plain = _PROCLITIC.sub("", word)
    for kind in _TYPES:
        if (
            word in ARABIC_BEFORE[kind]
            or plain in ARABIC_BEFORE[kind]
            or f"ال{plain}" in ARABIC_BEFORE[kind]
        ):
            return kind
    return None


def _announced(text: str) -> list[Name]:
    """Return the Arabic names that a word before them announces, as in "مدينة فاس"."""
    words = list(_ARABIC_WORD.finditer(text))
    names: list[Name] = []
    for place, word in enumerate(words):
        kind = _announced_type(word[0])
        if kind is None or (names and word.start() < names[-1].end):
            continue
        last = place
        for follower in words[place + 1 : place + 1 + _MOST_ARABIC_WORDS]:
            gap = text[words[last].end() : follower.start()]
            if gap.strip() or follower[0] in ARABIC_STOPS or _announced_type(follower[0]):
                break
            if follower[0].startswith("و") and last > place:
                break
            last += 1
        if last > place:
            start, end = words[place + 1].start(), words[last].end()
            names.append(Name(text[start:end], start, end, kind))
    return names
