"""Follows relations through Arabic text: the name of the right kind nearest to a cue.

Arabic has no capitals, and its passages often no title: a sentence states a relation of what it
names, by a word of the relation's family, in any order of words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...language.arabic_names import ArabicName, arabic_names, is_country
from ...language.lexicon_cues import cue_stems, stem
from ...reasoning.lexicon_arabic import ELATIVES, RELATIONAL, bare, noun_type
from ...reasoning.matching import find_mention, mentions, same_name
from ...reasoning.nationalities_arabic import ARABIC_NATIONALITIES
from ...reasoning.text import fold
from ...state.values import AnswerType, Slot
from .chain import Filled
from .finding import Fact
from .view import PassageView, Sentence, Span

_ARABIC = re.compile("[\u0600-\u06ff]")
_COUNTRY_NOUNS = frozenset({"دوله", "بلد", "بلاد"})
_SETTLEMENTS = frozenset({"مدينه", "بلده", "قريه"})
_CONTAINED = cue_stems("يقع عاصمة مدينة بلدة قرية جزيرة")
_PARENTS = frozenset(stem(word) for word in ("والد", "أب", "أم"))
_CHILDREN = frozenset(stem(word) for word in ("ابن", "ابنة", "بنت", "نجل"))
_MOST_VALUES = 3
_MOST_CONTAINERS = 3
_NEXT_VALUE = 0.8

# Costs in characters: how much farther from a cue a surer value may stand.
_BEFORE_CUE = 25
_OTHER_KIND = 30
_NOT_HEAD = 15
_UNNAMED_SUBJECT = 40
_TOO_FAR = 160


@dataclass(frozen=True)
class _Asked:
    """What is asked of a subject.

    Attributes:
        subject: Its name.
        head: The noun for the value ("مدينه"), or "".
        kind: The type of the value.
        cues: Stems of the words that state the relation.
        kin: The words for the value where it is a parent or a child, whose direction counts.
    """

    subject: str
    head: str
    kind: AnswerType
    cues: frozenset[str]
    kin: frozenset[str] | None = None


def is_arabic(slot: Slot) -> bool:
    """Tell whether the relation of `slot` is in Arabic."""
    return bool(_ARABIC.search(slot.relation))


def arabic_values(state: Filled, slot: Slot, views: Sequence[PassageView]) -> list[Filled]:
    """Return what the passages say the relation of `slot` is of `state`, best first."""
    asked = _asked(state.text, slot)
    if asked.head in _COUNTRY_NOUNS and asked.kind == "place":
        return _countries(state, asked, views)
    return _values(state, asked, views)


def _asked(subject: str, slot: Slot) -> _Asked:
    words = slot.relation.split()
    head = bare(words[0]) if words and noun_type(words[0]) else ""
    named = [word for word in words if fold(word) not in ELATIVES]
    rest = named[1:] if head and bare(head) not in RELATIONAL and len(named) > 1 else named
    cues = cue_stems(" ".join(rest or words))
    own = {stem(word) for word in words if slot.answer_type == "person"}
    kin = next((kin for kin in (_PARENTS, _CHILDREN) if kin & own), None)
    return _Asked(subject, head, slot.answer_type, cues, kin)


def _values(state: Filled, asked: _Asked, views: Sequence[PassageView]) -> list[Filled]:
    found = [
        (cost, rank, view, value)
        for rank, view in enumerate(views)
        for cost, value in _in_view(asked, view)
        if cost < _TOO_FAR
    ]
    found.sort(key=lambda f: (f[0], f[1]))
    values: list[Filled] = []
    for _, _, view, span in found:
        if all(value.text != span.text for value in values):
            fact = Fact(view, asked.subject, span)
            score = state.score * _NEXT_VALUE ** len(values)
            values.append(Filled(span.text, (*state.facts, fact), (view, span), score))
    return values[:_MOST_VALUES]


def _in_view(asked: _Asked, view: PassageView) -> Iterator[tuple[int, Span]]:
    """Yield the cost and place of each value in a passage."""
    about = same_name(view.title, asked.subject)
    for sentence in view.sentences:
        mention = find_mention(sentence.text, asked.subject)
        if mention is None and not about:
            about = False
            continue
        cues = [
            (token.start, token.end)
            for token in sentence.tokens
            if stem(token.text) in asked.cues and not _inside(token.start, sentence, mention)
        ]
        if asked.kind == "nationality":
            cues = cues or [(sentence.start, sentence.start)]
        unnamed = 0 if mention else _UNNAMED_SUBJECT
        for extra, span in _candidates(asked, view, sentence) if cues else ():
            if not _turned_round(asked, span, cues, sentence, mention):
                yield unnamed + extra + _distance(span, cues), span


def _inside(place: int, sentence: Sentence, mention: tuple[int, int] | None) -> bool:
    return mention is not None and mention[0] <= place - sentence.start < mention[1]


def _distance(span: Span, cues: Sequence[tuple[int, int]]) -> int:
    """Return how many characters lie between a value and the nearest cue; before it costs more."""
    after = [span.start - end for _, end in cues if end <= span.start]
    before = [start - span.end + _BEFORE_CUE for start, _ in cues if span.end <= start]
    return min([*after, *before], default=_TOO_FAR)


def _turned_round(
    asked: _Asked,
    span: Span,
    cues: Sequence[tuple[int, int]],
    sentence: Sentence,
    mention: tuple[int, int] | None,
) -> bool:
    """Tell whether a sentence makes the value the child where the parent is asked, or reverse."""
    if asked.kin is None or mention is None:
        return False
    subject = sentence.start + mention[0]
    for start, end in cues:
        word = sentence.text[start - sentence.start : end - sentence.start]
        of_value = end <= span.start and not end <= subject < span.start
        same = stem(word) in asked.kin
        if stem(word) in _PARENTS | _CHILDREN and same == of_value and word[-1] != "ه":
            return True
    return False


def _candidates(asked: _Asked, view: PassageView, sentence: Sentence) -> Iterator[tuple[int, Span]]:
    """Yield the cost and place of each name, date, number or adjective of the asked kind."""
    match asked.kind:
        case "date" | "year":
            for date in view.dates:
                if _within(date.start, date.end, sentence):
                    yield 0, _year(date.start, date.text, asked.kind == "year")
        case "number" | "duration":
            dates = {date.start for date in view.dates}
            for number in view.numbers:
                if _within(number.start, number.end, sentence) and number.start not in dates:
                    yield 0, Span(number.start, number.end, number.text)
        case "nationality":
            for token in sentence.tokens:
                if fold(token.text) in ARABIC_NATIONALITIES:
                    yield 0, Span(token.start, token.end, token.text)
        case "person" | "place" | "organisation" | "work" | "entity":
            for name in arabic_names(sentence.text):
                cost = _cost(asked, name)
                if cost is not None:
                    start, end = sentence.start + name.start, sentence.start + name.end
                    yield cost, Span(start, end, view.text[start:end])


def _within(start: int, end: int, sentence: Sentence) -> bool:
    return sentence.start <= start and end <= sentence.end


def _year(start: int, text: str, only: bool) -> Span:
    """Return a date, without the word for "year" before it; or its year alone."""
    year = re.search(r"\d{3,4}", text)
    if year and (only or text[: year.start()].isspace() or text[0].isalpha()):
        return Span(start + year.start(), start + year.end(), year.group())
    return Span(start, start + len(text), text)


def _cost(asked: _Asked, name: ArabicName) -> int | None:
    """Return what it costs to take `name` for the value, None if it cannot be."""
    if same_name(name.text, asked.subject) or mentions(name.text, asked.subject):
        return None
    if asked.kind == "person" and name.kind in {"place", "work", "organisation"}:
        return None
    if asked.kind == "place" and name.kind == "person":
        return None
    right = asked.kind == "entity" or name.kind == asked.kind
    cost = 0 if right else _OTHER_KIND if name.kind else _OTHER_KIND // 2
    return cost + (_NOT_HEAD if asked.head and name.noun and name.noun != asked.head else 0)


def _countries(state: Filled, asked: _Asked, views: Sequence[PassageView]) -> list[Filled]:
    """Return the countries that the place asked for lies in, container by container."""
    places = _values(state, replace(asked, cues=asked.cues | _CONTAINED), views)
    last: list[Filled] = []
    for _ in range(_MOST_CONTAINERS):
        countries = [place for place in places if is_country(place.text)]
        if countries or not places:
            return countries or last
        last = [place for place in places if not _is_settlement(place)] or last
        places = [
            outer
            for place in places
            for outer in _values(place, _Asked(place.text, "", "place", _CONTAINED), views)
            if not any(mentions(outer.text, fact.subject) for fact in outer.facts)
        ]
    return last


def _is_settlement(place: Filled) -> bool:
    """Tell whether the passage calls a place a town."""
    if place.place is None:
        return False
    view, span = place.place
    before = view.text[max(0, span.start - 12) : span.start].split()
    return bool(before) and bare(before[-1]) in _SETTLEMENTS
