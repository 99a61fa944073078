"""Fills the slots of a question one after the other, by the relations that passages state."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...reasoning.nationalities import COUNTRIES, COUNTRY_OF
from ...reasoning.text import fold
from ...state.values import AnswerType, Slot
from .arabic import arabic_values, is_arabic
from .attributes import event_date_of, life_of, nationality_of
from .candidates import contains
from .chain import Chain, Filled, Guess, no_guess
from .finding import Fact
from .keys import keys
from .links import linked_views
from .relations import BY_NAME, KINSHIPS, RELATIONS, Relation
from .view import PassageView, Sentence, Span, folded_words

_MOST_VALUES = 4
_MOST_GUESSED_OF = 2
_NEXT_VALUE = 0.8
_UNLINKED = 0.5
_BETWEEN = 3
_UNEXPLAINED = 0.6
_BIRTH = re.compile(r"\b(?:born|birth\w*)\b")
_DEATH = re.compile(r"\b(?:die|died|dies|death)\b")
_ORIGIN = re.compile(r"\b(?:nationality|citizenship|citizen)\b|^country\b(?! \w+ed\b)")
_EVENT = re.compile(
    r"\b(?:released?|founded|established|formed|published|started|opened|launched|came|premiered"
    r"|created|began|recently|earlier|first|built)\b"
)
_YEAR = re.compile(r"(?<!\d)\d{3,4}(?!\d)")
_LIGHT = frozenset(keys("place date city town state film song album book novel person name year"))
_LIST_JOINT = re.compile(r",? (?:and|&) |, ")


def follow_slots(
    slots: Sequence[Slot], views: Sequence[PassageView], guess: Guess = no_guess
) -> Chain:
    """Fill the slots in order; a slot may have no value.

    Args:
        slots: The slots, in dependency order.
        views: The passages.
        guess: Finds values of a slot, asked of one subject, that no stated relation gives.
    """
    values: dict[str, list[Filled]] = {}
    subjects: list[Filled] = []
    missing: list[str] = []
    for slot in slots:
        reference = slot.subject.startswith("#")
        subjects = values.get(slot.subject[1:], []) if reference else [Filled(slot.subject)]
        if reference and not slot.relation:
            values[slot.id] = subjects
            continue
        final = not any(slot.id in other.depends_on for other in slots)
        relations, unexplained = read_slot(slot)
        found: list[Filled] = []
        if is_arabic(slot):
            found = _best([v for s in subjects for v in arabic_values(s, slot, views)], 0)
        for place, name in enumerate(relations):
            last = place == len(relations) - 1
            found = _best(
                [
                    value
                    for subject in subjects
                    for value in _one_hop(subject, name, views, slot, last and final)
                ],
                unexplained if last else 0,
            )
            subjects = subjects if last else found
        if not found and slot.relation:
            missing += [f"{slot.relation} {subject.text}" for subject in subjects[:1]]
        if not found and len(slots) > 1:
            found = _best([v for s in subjects[:_MOST_GUESSED_OF] for v in guess(slot, s)], 0)
        values[slot.id] = found
    return Chain(values, subjects, tuple(missing))


def _best(found: list[Filled], unexplained: int) -> list[Filled]:
    penalty = _UNEXPLAINED**unexplained
    found.sort(key=lambda f: -round(f.score, 9))
    return [replace(f, score=f.score * penalty) for f in found[:_MOST_VALUES]]


def read_slot(slot: Slot) -> tuple[tuple[str, ...], int]:
    """Tell which relations a slot asks for, the innermost first, and how many words are left.

    Of several relations in one slot ("nationality father") the last is the innermost.
    """
    words = slot.relation.lower()
    found: list[tuple[int, tuple[str, ...]]] = []
    attribute = _attribute(words, slot.answer_type)
    if attribute:
        cue, name = attribute
        found.append((words.find(cue), (name,)))
        words = words.replace(cue, " " * len(cue))
    for kinship, relations in KINSHIPS.items():
        place = re.search(rf"\b{kinship}\b", words)
        if place:
            found.append((place.start(), relations))
            words = words.replace(kinship, " " * len(kinship))
    for relation in RELATIONS:
        place = relation.cue.search(words)
        if place:
            found.append((place.start(), (relation.name,)))
            words = relation.cue.sub(" ", words)
    found.sort(reverse=True)
    return tuple(n for _, names in found for n in names), _rest(words)


def _rest(words: str) -> int:
    return sum(key not in _LIGHT for key in keys(words))


def _attribute(words: str, kind: AnswerType) -> tuple[str, str] | None:
    """Return the words that ask for an attribute of a life or a thing, and its name."""
    when = kind in ("date", "year")
    if cue := _BIRTH.search(words):
        return cue.group(), "born_date" if when else "born_place"
    if kind != "description" and (cue := _DEATH.search(words)):
        return cue.group(), "died_date" if when else "died_place"
    if cue := _ORIGIN.search(words):
        return cue.group(), "nationality"
    if when and (cue := _EVENT.search(words)):
        return cue.group(), "event_date"
    return None


def _one_hop(
    state: Filled, name: str, views: Sequence[PassageView], slot: Slot, last: bool
) -> Iterator[Filled]:
    """Yield the values that the passages about `state` give to the relation `name`.

    Where they give none, other passages may ("Y founded X").
    """
    found = list(_of_own_passages(state, name, views, slot, last))
    yield from found or _of_other_passages(state, name, views)


def _of_other_passages(state: Filled, name: str, views: Sequence[PassageView]) -> Iterator[Filled]:
    relation = BY_NAME.get(name)
    if relation is None:
        return
    words = folded_words(state.text)
    for view in views:
        for sentence in view.sentences:
            for value in _said_before(words, view, sentence, relation):
                fact = Fact(view, state.text, value)
                yield Filled(
                    value.text, (*state.facts, fact), (view, value), state.score * _NEXT_VALUE
                )


def _said_before(
    words: tuple[str, ...], view: PassageView, sentence: Sentence, relation: Relation
) -> Iterator[Span]:
    """Yield the names that are said to stand in a relation to the words after them."""
    for name in sentence.names:
        for pattern in relation.after_patterns:
            hit = pattern.match(view.text, name.end, sentence.end)
            after = [t for t in sentence.tokens if hit and t.start >= hit.end()]
            said = tuple(fold(t.text) for t in after[: len(words) + _BETWEEN])
            if hit and contains(said, words) and _can_be_value(words, name, relation):
                yield name


def _of_own_passages(
    state: Filled, name: str, views: Sequence[PassageView], slot: Slot, last: bool
) -> Iterator[Filled]:
    for place, view in enumerate(linked_views(state.text, views)):
        values = list(dict.fromkeys(values_of(view, name)))[:_MOST_VALUES]
        for rank, value in enumerate(values):
            score = state.score * _NEXT_VALUE ** (rank + place)
            if not last and all(v is view for v in linked_views(value.text, views)):
                score *= _UNLINKED
            if last and slot.answer_type == "year":
                value = _year_of(value)
            fact = Fact(view, _subject_name(state, view), value)
            yield Filled(value.text, (*state.facts, fact), (view, value), score)


def _year_of(date: Span) -> Span:
    year = _YEAR.search(date.text)
    if not year:
        return date
    return Span(date.start + year.start(), date.start + year.end(), year.group())


def _subject_name(state: Filled, view: PassageView) -> str:
    named = f" {' '.join(folded_words(state.text))} " in view.folded
    return state.text if named and not view.title else view.subject


def values_of(view: PassageView, name: str) -> Iterator[Span]:
    """Yield what `view` says its subject's relation or attribute `name` is, best first."""
    if not view.sentences:
        return
    match name:
        case "born_date" | "born_place" | "died_date" | "died_place":
            value = getattr(life_of(view), name)
            found = [value] if value else []
        case "nationality":
            value = nationality_of(view)
            found = [value] if value else []
        case "event_date":
            value = event_date_of(view)
            found = [value] if value else []
        case _:
            found = list(_stated(view, BY_NAME[name]))
    yield from found


def _stated(view: PassageView, relation: Relation) -> Iterator[Span]:
    seen: set[tuple[str, ...]] = set()
    patterns = [(p, True) for p in relation.before_patterns]
    patterns += [(p, False) for p in relation.after_patterns]
    for pattern, before in patterns:
        for sentence in view.sentences:
            for value in _matching(view, sentence, pattern, before):
                if value.words not in seen and _can_be_value(view.subject_words, value, relation):
                    seen.add(value.words)
                    yield value


def _matching(
    view: PassageView, sentence: Sentence, pattern: re.Pattern[str], before: bool
) -> Iterator[Span]:
    matched: Span | None = None
    for name in sentence.names:
        if before:
            hit = pattern.search(view.text, max(sentence.start, name.start - 160), name.start)
        else:
            hit = pattern.match(view.text, name.end, sentence.end)
        # A name joined to a value by "and" is a value too.
        joined = matched and _LIST_JOINT.fullmatch(view.text, matched.end, name.start)
        matched = name if hit or joined else None
        if matched:
            yield name


def _can_be_value(subject: tuple[str, ...], value: Span, relation: Relation) -> bool:
    if value.words == subject or value.text in COUNTRY_OF:
        return False
    if relation.of_person and value.text in COUNTRIES:
        return False
    return not contains(subject, value.words) or relation.name in (
        "capital",
        "location",
    )
