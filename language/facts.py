"""Facts that fill the open slots of a question, read from passages by rule."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..reasoning.gaps import fill_slots, resolved_subject
from ..reasoning.nationalities import COUNTRIES, COUNTRY_OF, PART_OF
from ..reasoning.text import fold
from ..state.values import AnswerType, Fact, Passage, QuestionFeatures, Slot
from .lexicon_cues import cue_stems, stem
from .lexicon_names import NameType
from .names import Name, find_names
from .sentences import sentence_spans

_NAME_TYPES: dict[AnswerType, tuple[NameType, ...]] = {
    "person": ("PER", "MISC", "ORG"),
    "place": ("LOC", "MISC", "ORG", "PER"),
    "organisation": ("ORG", "MISC", "PER", "LOC"),
    "work": ("MISC", "PER", "ORG", "LOC"),
    "entity": ("MISC", "PER", "ORG", "LOC"),
    "date": ("DATE",),
    "year": ("DATE",),
    "number": ("NUM",),
    "duration": ("NUM",),
}
"""The types of names that may fill a slot, the likeliest first; others are filled by readers."""

_NAMED: frozenset[AnswerType] = frozenset({"person", "place", "organisation", "work", "entity"})
_BRACKETED = re.compile(r"\s*\([^)]*\)\s*$")
_WORD = re.compile(r"\w+")
_MOST_SENTENCES = 12

# Costs in characters: how much farther from a cue a surer candidate may stand.
_OTHER_TYPE = 12
_BEFORE_CUE = 25
_LATER_SENTENCE = 8
_LATER_PASSAGE = 3
_NO_CUE = 90
_ELSEWHERE = 60
_IS_HEAD = -60


@dataclass(frozen=True)
class _Asked:
    """An open slot, prepared for reading."""

    slot: Slot
    subject: str
    cues: frozenset[str]
    head: str
    taken: frozenset[str]


@dataclass(frozen=True)
class _Found:
    """A possible value: the lower its cost, the surer."""

    cost: int
    rank: int
    fact: Fact


def extract_facts(
    features: QuestionFeatures,
    passages: Sequence[Passage],
    known: Sequence[Fact] = (),
    language: str = "en",
) -> list[Fact]:
    """Return at most one new fact for each open slot whose dependencies are known.

    A fact is a sentence of a passage that is about the slot's subject, by its title or its
    words, and the value of the slot's type that stands nearest to a word for the relation.
    Where the passage is about something else, that something is the value: in a passage about
    a director, "directed Versus" says who directed Versus.

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
        found = _found(_asked(features, slot, subject), passages, language)
        if found:
            facts.append(min(found, key=lambda one: (one.cost, one.rank)).fact)
    return facts


def likely_values(
    features: QuestionFeatures,
    slot: Slot,
    subject: str,
    passages: Sequence[Passage],
    language: str = "en",
) -> list[tuple[int, str]]:
    """Return what `slot` may have as its value if it is asked of `subject`.

    Returns:
        The cost of each value, in characters (see above), and the value; the likeliest first.
    """
    best: dict[str, tuple[int, str]] = {}
    for one in _found(_asked(features, slot, subject), passages, language):
        value = (one.cost + _LATER_PASSAGE * one.rank, one.fact.value)
        key = fold(one.fact.value)
        best[key] = min(value, best.get(key, value))
    return sorted(best.values())


def _found(asked: _Asked, passages: Sequence[Passage], language: str) -> list[_Found]:
    return [
        one
        for rank, passage in enumerate(passages)
        for one in _in_passage(asked, passage, rank, language)
    ]


def _asked(features: QuestionFeatures, slot: Slot, subject: str) -> _Asked:
    words = fold(slot.relation).split()
    return _Asked(
        slot=slot,
        subject=fold(subject),
        cues=cue_stems(slot.relation),
        head=words[0] if words else "",
        taken=frozenset(fold(name) for name in (*features.anchors, subject)),
    )


def _in_passage(asked: _Asked, passage: Passage, rank: int, language: str) -> Iterator[_Found]:
    about = _is_about(passage.title, asked.subject)
    mention = re.compile(rf"(?<!\w){re.escape(asked.subject)}(?!\w)")
    for number, (start, end) in enumerate(sentence_spans(passage.text)[:_MOST_SENTENCES]):
        sentence = passage.text[start:end]
        if not about and not mention.search(fold(sentence)):
            continue
        cues = [match.span() for match in _WORD.finditer(sentence) if stem(match[0]) in asked.cues]
        place = (passage, start, end)
        later = number * _LATER_SENTENCE
        if not about and cues and _may_be_value(asked, passage.title):
            value = _BRACKETED.sub("", passage.title)
            yield _Found(_ELSEWHERE + later, rank, _fact(asked.slot, place, value))
        if about or cues:
            elsewhere = 0 if about else _ELSEWHERE
            for cost, value in _values(asked, sentence, cues, language):
                yield _Found(cost + later + elsewhere, rank, _fact(asked.slot, place, value))


def _values(
    asked: _Asked, sentence: str, cues: Sequence[tuple[int, int]], language: str
) -> Iterator[tuple[int, str]]:
    """Yield the cost and text of each name in `sentence` that may fill the slot."""
    if asked.head in {"country", "nation"}:
        yield from _countries(sentence)
        return
    kinds = _NAME_TYPES.get(asked.slot.answer_type, ())
    for name in find_names(sentence, language):
        if name.type not in kinds or not _may_be_value(asked, name.text):
            continue
        cost = kinds.index(name.type) * _OTHER_TYPE + _distance(name, cues)
        yield cost + (_IS_HEAD if _is_a(asked.head, name.text) else 0), name.text


def _countries(sentence: str) -> Iterator[tuple[int, str]]:
    """Yield the countries that `sentence` names, by their names, people or parts."""
    for cost, table in ((0, COUNTRIES), (_OTHER_TYPE, PART_OF), (2 * _OTHER_TYPE, COUNTRY_OF)):
        for word, country in table.items():
            match = re.search(rf"\b{re.escape(word)}\b", sentence)
            if match:
                yield cost + match.start() // 10, country


def _is_a(head: str, name: str) -> bool:
    """Tell whether `name` says that it is a `head`: "Sample County", "Ohio" for a state."""
    words = fold(name).split()
    return bool(head) and (head in words or (head == "state" and PART_OF.get(name) is not None))


def _may_be_value(asked: _Asked, name: str) -> bool:
    """Tell whether `name` can be the value: not the subject again, nor a nationality."""
    plain = fold(_BRACKETED.sub("", name))
    if not plain or name in COUNTRY_OF or plain.startswith("list of"):
        return False
    if asked.slot.answer_type not in _NAMED:
        return True
    again = any(plain in other or other in plain for other in asked.taken)
    person = asked.slot.answer_type == "person" and (name in COUNTRIES or name in PART_OF)
    return not again and not person


def _is_about(title: str, subject: str) -> bool:
    """Tell whether a passage titled `title` is about `subject`."""
    plain = fold(_BRACKETED.sub("", title))
    return plain == fold(_BRACKETED.sub("", subject)) or plain.startswith(
        (f"{subject},", f"{subject} ")
    )


def _distance(name: Name, cues: Sequence[tuple[int, int]]) -> int:
    """Return how many characters lie between a name and the nearest cue; before it costs more."""
    after = [name.start - end for _, end in cues if end <= name.start]
    before = [start - name.end + _BEFORE_CUE for start, _ in cues if name.end <= start]
    return min([*after, *before], default=_NO_CUE + name.start)


def _fact(slot: Slot, place: tuple[Passage, int, int], value: str) -> Fact:
    passage, start, end = place
    return Fact(
        text=passage.text[start:end],
        passage_id=passage.id,
        start=start,
        end=end,
        slot=slot.id,
        value=value,
    )
