"""Facts that fill the open slots of a question, read from passages by rule."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..reasoning.gaps import fill_slots, resolved_subject
from ..reasoning.text import fold
from ..state.values import AnswerType, Fact, Passage, QuestionFeatures, Slot
from .lexicon_cues import cue_stems, stem
from .lexicon_names import NameType
from .names import Name, find_names
from .sentences import sentence_spans

_NAME_TYPES: dict[AnswerType, tuple[NameType, ...]] = {
    "person": ("PER", "MISC"),
    "place": ("LOC", "MISC", "PER"),
    "organisation": ("ORG", "MISC", "PER", "LOC"),
    "work": ("MISC", "PER", "ORG", "LOC"),
    "entity": ("MISC", "PER", "ORG", "LOC"),
    "date": ("DATE",),
    "year": ("DATE",),
    "number": ("NUM",),
    "duration": ("NUM",),
}
"""The types of names that may fill a slot, the likeliest first; others are filled by readers."""

_BRACKETED = re.compile(r"\s*\([^)]*\)\s*$")
_WORD = re.compile(r"\w+")
_FARTHEST = 80
_BEFORE_PENALTY = 15


@dataclass(frozen=True)
class _Found:
    """A possible value: the lower its cost, the surer."""

    cost: tuple[int, int, int]
    fact: Fact


def extract_facts(
    features: QuestionFeatures,
    passages: Sequence[Passage],
    known: Sequence[Fact] = (),
    language: str = "en",
) -> list[Fact]:
    """Return at most one new fact for each open slot whose dependencies are known.

    A fact is a sentence of a passage that is about the slot's subject, by its title or its
    words, holds a word for the relation, and has a value of the slot's type near it. Where
    the passage is about something else, that something is the value: in a passage about a
    director, "directed Versus" says who directed Versus.

    Args:
        features: What the question asks.
        passages: The passages that are new, best first.
        known: Facts found before.
        language: ISO 639-1 code of the passages.
    """
    facts: list[Fact] = []
    for slot in features.slots:
        filled = fill_slots(features, [*known, *facts])
        subject = resolved_subject(slot, filled)
        if slot.id in filled or not subject:
            continue
        found = [
            found
            for rank, passage in enumerate(passages)
            for found in _in_passage(features, slot, subject, passage, rank, language)
        ]
        if found:
            facts.append(min(found, key=lambda one: one.cost).fact)
    return facts


def _in_passage(
    features: QuestionFeatures,
    slot: Slot,
    subject: str,
    passage: Passage,
    rank: int,
    language: str,
) -> Iterator[_Found]:
    about = _same_name(passage.title, subject)
    mention = re.compile(rf"(?<!\w){re.escape(fold(subject))}(?!\w)")
    cues = cue_stems(slot.relation)
    taken = {fold(name) for name in (*features.anchors, subject)}
    for number, (start, end) in enumerate(sentence_spans(passage.text)):
        sentence = passage.text[start:end]
        named = bool(mention.search(fold(sentence)))
        cue_places = [m.span() for m in _WORD.finditer(sentence) if stem(m[0]) in cues]
        if not (about or named) or not cue_places:
            continue
        if not about and _may_be_title(slot, passage, taken):
            value = _BRACKETED.sub("", passage.title)
            yield _Found((0 if named else 1, rank, number), _fact(slot, passage, start, end, value))
            continue
        for name in find_names(sentence, language):
            kinds = _NAME_TYPES.get(slot.answer_type, ())
            if name.type not in kinds or fold(name.text) in taken or _part_of(name, subject):
                continue
            distance = _distance(name, cue_places)
            if distance <= _FARTHEST:
                cost = (kinds.index(name.type) * 10 + distance + number * 5, rank, number)
                yield _Found(cost, _fact(slot, passage, start, end, name.text))


def _may_be_title(slot: Slot, passage: Passage, taken: set[str]) -> bool:
    """Tell whether the passage's title can be the slot's value."""
    typed = slot.answer_type in {"person", "place", "organisation", "work", "entity"}
    title = fold(_BRACKETED.sub("", passage.title))
    return typed and bool(title) and title not in taken and not title.startswith("list of")


def _same_name(title: str, subject: str) -> bool:
    """Tell whether a passage titled `title` is about `subject`."""
    plain = fold(_BRACKETED.sub("", title))
    return plain == fold(_BRACKETED.sub("", subject)) or plain.split(",")[0] == fold(subject)


def _part_of(name: Name, subject: str) -> bool:
    return fold(name.text) in fold(subject)


def _distance(name: Name, cues: Sequence[tuple[int, int]]) -> int:
    """Return how many characters lie between a name and the nearest cue, before costing more."""
    return (
        min(
            name.start - end if end <= name.start else start - name.end + _BEFORE_PENALTY
            for start, end in cues
            if end <= name.start or name.end <= start
        )
        if any(end <= name.start or name.end <= start for start, end in cues)
        else _FARTHEST + 1
    )


def _fact(slot: Slot, passage: Passage, start: int, end: int, value: str) -> Fact:
    text = passage.text[start:end]
    return Fact(text=text, passage_id=passage.id, start=start, end=end, slot=slot.id, value=value)
