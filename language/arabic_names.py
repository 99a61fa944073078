"""Names in Arabic sentences: runs of words that no table knows, with the noun before them."""

import re
from dataclasses import dataclass

from ..reasoning.lexicon_arabic import noun_type
from ..reasoning.nationalities_arabic import ARABIC_COUNTRIES, ARABIC_NATIONALITIES
from ..reasoning.text import fold
from ..reasoning.tokens_arabic import arabic_tokens
from ..state.values import AnswerType

_FIGURE = re.compile(r"\s*\S*\d.*")
_PLACING = frozenset({"في", "ب", "الي"})
_NAMED_ALONE = frozenset(
    fold(noun)
    for noun in (
        *("مدينة", "بلدة", "قرية", "دولة", "بلد", "ولاية", "محافظة", "شركة"),
        *("فيلم", "رواية", "كتاب", "أغنية", "ألبوم", "مسلسل", "مسرحية", "قصيدة", "لوحة"),
    )
)
"""Nouns that are no part of the name after them; a river or a university is named with its."""

_CREDITS = frozenset({fold("بطولة")})
"""Nouns of things that also say what someone does in a film: "من بطولة سامي"."""


@dataclass(frozen=True)
class ArabicName:
    """A name in an Arabic sentence.

    Attributes:
        text: The name, with its noun where that belongs to it ("نهر النيل").
        start: Its offset in the sentence.
        end: The offset just past it.
        noun: The folded noun before it ("مدينه"), or "".
        kind: What the noun, or the word before, says that it is; None if nothing tells.
    """

    text: str
    start: int
    end: int
    noun: str
    kind: AnswerType | None


def arabic_names(sentence: str) -> list[ArabicName]:
    """Return the names of `sentence` in reading order; nationalities and figures are none."""
    found: list[ArabicName] = []
    place = 0
    before = ""
    after_name = False
    for token in arabic_tokens(sentence):
        start = sentence.find(token.text, place)
        if start < 0:
            continue
        place = start + len(token.text)
        name = _name(token.text, token.name, start, before, after_name) if token.atom else None
        if name:
            found.append(name)
        after_name, before = token.atom, token.text
    return found


def _name(whole: str, alone: str, start: int, before: str, after_name: bool) -> ArabicName | None:
    """Return the name a token holds; after another name, "مدينة ساحلية" only describes it."""
    noun = whole[: len(whole) - len(alone)].strip() if alone else ""
    kept = _FIGURE.sub("", whole).strip()
    name = kept[len(noun) :].strip()
    describes = after_name and noun and fold(name).endswith(("ي", "يه")) and name[:2] != "ال"
    if not name or describes or fold(name) in ARABIC_NATIONALITIES:
        return None
    credited = before == "من" and fold(noun) in _CREDITS
    if fold(noun) not in _NAMED_ALONE and not credited:
        name = kept
    start += kept.index(name)
    kind = "person" if credited else _kind(name, noun, before)
    return ArabicName(name, start, start + len(name), "" if credited else fold(noun), kind)


def _kind(name: str, noun: str, before: str) -> AnswerType | None:
    if noun:
        return noun_type(noun)
    if is_country(name) or fold(before) in _PLACING:
        return "place"
    return noun_type(before) if before.startswith("ال") else None


def is_country(name: str) -> bool:
    """Tell whether `name` is a country's."""
    return fold(name) in ARABIC_COUNTRIES
