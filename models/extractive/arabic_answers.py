"""Answers to Arabic questions by their slots alone: of two sides, or at the end of a chain.

The generic scorer links passages by names, which it cannot tell in a script without capitals.
"""

from collections.abc import Sequence

from ...reasoning.comparison import wanted
from ...state.values import ProofStep, QuestionFeatures
from .chain import Chain
from .compare import Side, computed, lookups, winner_of
from .finding import Finding, steps_of
from .slots import follow_slots
from .view import PassageView

_SURE = 0.85
_FOLLOWED = 0.6
_FEWEST_FACTS = 2
_SAID = {True: ("yes", "نفس القيمة"), False: ("no", "مختلف")}


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


def arabic_chain(chain: Chain) -> Finding | None:
    """Return the end of a chain of stated relations through two sentences or more, else None."""
    best = next((value for value in chain.answers if value.facts and not value.guessed), None)
    if best is None or len(best.facts) < _FEWEST_FACTS:
        return None
    return Finding(best.text, _FOLLOWED * best.score, steps_of(best.facts), chain.missing)


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
