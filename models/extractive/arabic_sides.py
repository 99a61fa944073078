"""Arabic questions about two things: each side's value is followed through the slots."""

from collections.abc import Sequence

from ...reasoning.comparison import wanted
from ...state.values import ProofStep, QuestionFeatures
from .compare import Side, computed, lookups, winner_of
from .finding import Finding
from .slots import follow_slots
from .view import PassageView

_SURE = 0.85
_SAID = {True: ("نعم", "نفس القيمة"), False: ("لا", "مختلف")}


def arabic_comparison(features: QuestionFeatures, views: Sequence[PassageView]) -> Finding | None:
    """Return the side the question asks for, or whether both are the same; None if unclear."""
    sides = _sides(features, views)
    if len(sides) != 2:
        return None
    if wanted(features.comparison, "name") == "same":
        return _shared(sides)
    winner = winner_of(sides, features.comparison)
    if winner is None:
        return None
    found = computed(sides, winner, features.comparison)
    if features.answer_type != "yes_no":
        return found
    return Finding(_SAID[winner == 0][0], found.confidence, found.steps)


def _sides(features: QuestionFeatures, views: Sequence[PassageView]) -> list[Side]:
    """Return the options whose value is found: that of the slot which nothing rests on."""
    needed = {number for slot in features.slots for number in slot.depends_on}
    last = [slot.id for slot in features.slots if slot.id not in needed]
    values = follow_slots(features.slots, views).values
    if len(features.options) != 2 or len(last) != 2:
        return []
    return [
        Side(option, values[number][0].facts, ())
        for option, number in zip(features.options, last, strict=True)
        if values.get(number) and values[number][0].facts
    ]


def _shared(sides: Sequence[Side]) -> Finding:
    first, second = (set(side.facts[-1].value.words) for side in sides)
    answer, word = _SAID[bool(first & second)]
    steps, ends = lookups(sides)
    claim = " ".join(f"{side.option} ({side.value})،" for side in sides)
    claim = f"{claim} {word}"
    steps.append(ProofStep(rule="comparison", claim=claim, inputs=tuple(ends)))
    return Finding(answer, _SURE, tuple(steps))
