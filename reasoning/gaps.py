"""What is known and what is missing: facts against the slots of a complete answer."""

import re
from collections.abc import Mapping, Sequence

from ..state.values import Fact, Gap, QuestionFeatures, Slot
from .text import fold

_REFERENCE = re.compile(r"#(\d+)")


def fill_slots(features: QuestionFeatures, facts: Sequence[Fact]) -> dict[str, str]:
    """Return the value of each slot that is filled, by the slot's id, in dependency order.

    The value that most facts give wins; between equals, the one that was found first.
    """
    return {
        slot.id: values[0] for slot in features.slots if (values := slot_values(slot.id, facts))
    }


def slot_values(slot: str, facts: Sequence[Fact]) -> list[str]:
    """Return the different values that `facts` give to a slot, the best supported first."""
    values: dict[str, str] = {}
    support: dict[str, int] = {}
    for fact in facts:
        if fact.slot == slot and fact.value:
            key = fold(fact.value)
            values.setdefault(key, fact.value)
            support[key] = support.get(key, 0) + 1
    return [values[key] for key in sorted(values, key=lambda key: -support[key])]


def conflicts(features: QuestionFeatures, facts: Sequence[Fact]) -> list[str]:
    """Return the ids of slots to which different passages give different values.

    A value that holds the other ("Lyon" and "Lyon, Ruritania") is no contradiction.
    """
    return [slot.id for slot in features.slots if _contradicted(slot.id, facts)]


def _contradicted(slot: str, facts: Sequence[Fact]) -> bool:
    stated = [(f.passage_id, fold(f.value)) for f in facts if f.slot == slot and f.value]
    return any(
        one_id != other_id and one not in other and other not in one
        for place, (one_id, one) in enumerate(stated)
        for other_id, other in stated[place + 1 :]
    )


def resolved_subject(slot: Slot, filled: Mapping[str, str]) -> str:
    """Return what `slot` is asked of, "" while it rests on a slot that is not filled."""
    subject = substituted(slot.subject, filled)
    return "" if _REFERENCE.search(subject) else subject


def substituted(text: str, filled: Mapping[str, str]) -> str:
    """Put the values of filled slots for the placeholders of `text`."""
    return _REFERENCE.sub(lambda match: filled.get(match[1], match[0]), text)


def open_gaps(
    features: QuestionFeatures,
    facts: Sequence[Fact],
    missing: Sequence[str] = (),
    language: str = "en",
) -> list[Gap]:
    """Return what is missing: open slots, slots to verify, then a reader's phrases.

    Open slots come in dependency order and only where everything they rest on is known, so
    that all of them may be searched for side by side.
    """
    filled = fill_slots(features, facts)
    gaps = [
        Gap(text=_gap_text(slot, filled, language), slot=slot.id, answer_type=slot.answer_type)
        for slot in features.slots
        if slot.id not in filled and all(needed in filled for needed in slot.depends_on)
    ]
    gaps += [
        _contradiction(slot, facts) for slot in features.slots if _contradicted(slot.id, facts)
    ]
    known = {fold(gap.text) for gap in gaps}
    for phrase in missing:
        if phrase.strip() and fold(phrase) not in known:
            known.add(fold(phrase))
            gaps.append(Gap(text=phrase.strip()))
    return gaps


def _contradiction(slot: Slot, facts: Sequence[Fact]) -> Gap:
    values = " / ".join(slot_values(slot.id, facts))
    text = f"{slot.relation}: {values}" if slot.relation else values
    return Gap(text=text, slot=slot.id, answer_type=slot.answer_type)


def _gap_text(slot: Slot, filled: Mapping[str, str], language: str) -> str:
    subject = substituted(slot.subject, filled)
    if not subject or not slot.relation:
        return subject or slot.relation
    return f"{slot.relation} {subject}" if language == "ar" else f"{subject}: {slot.relation}"
