"""Comparison steps: their two sides, whether the claim is true, and which side is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..state.values import ProofStep
from .comparison import Compared, Relation, compare_values, comparison_word, wanted
from .faithfulness import is_negated
from .matching import find_mention, same_name, without_names
from .proof_path import rests_on

_FLIPPED: dict[Relation, Relation] = {"less": "more", "more": "less"}


@dataclass(frozen=True)
class Sides:
    """The two sides of a comparison.

    Attributes:
        names: What each side may be called: the subjects on its chain of steps.
        values: The values that are compared.
        compared: How the first value stands to the second.
    """

    names: tuple[tuple[str, ...], tuple[str, ...]]
    values: tuple[str, str]
    compared: Compared

    def side_of(self, name: str) -> int | None:
        """Return 0 or 1 for the only side that `name` names, or None."""
        found = [
            side
            for side in (0, 1)
            if any(same_name(name, own) for own in (*self.names[side], self.values[side]))
        ]
        return found[0] if len(found) == 1 else None

    def relation_from(self, side: int) -> Relation:
        """Return how the value of `side` stands to the other one."""
        relation = self.compared.relation
        return relation if side == 0 else _FLIPPED.get(relation, relation)

    def winner(self, word: str) -> int | None:
        """Return the side that `word` asks for ("older", "first"), or None."""
        target = wanted(word, self.compared.kind)
        if target not in _FLIPPED:
            return None
        return next((side for side in (0, 1) if self.relation_from(side) == target), None)

    def holds(self, word: str, side: int | None) -> bool | None:
        """Tell whether `word` is true of the values, said of `side`; None if it is not clear."""
        target, relation = wanted(word, self.compared.kind), self.compared.relation
        if "unknown" in (target, relation):
            return None
        if target in ("same", "different"):
            return (relation == "same") == (target == "same")
        return None if side is None else self.relation_from(side) == target


def sides_of(step: ProofStep, steps: Sequence[ProofStep], asked: str) -> Sides:
    """Return the sides of the comparison `step`, whose inputs are numbers of `steps`.

    Args:
        step: The comparison; it has two inputs.
        steps: The steps of the proof, or those before it.
        asked: The question's comparison word, which says how values are to be read.
    """
    first, second = step.inputs
    names = (_side_names(steps, first), _side_names(steps, second))
    values = (steps[first - 1].object, steps[second - 1].object)
    word = asked or claimed_word(step, names)
    return Sides(names, values, compare_values(*values, word))


def claimed_word(step: ProofStep, names: tuple[tuple[str, ...], tuple[str, ...]]) -> str:
    """Return the comparison word of the claim, leaving out words of the sides' names."""
    return comparison_word(step.claim, (*names[0], *names[1]))


def comparison_problem(step: ProofStep, earlier: Sequence[ProofStep], asked: str) -> str:
    """Return why the comparison `step` does not hold, or "".

    Args:
        step: The comparison; its inputs come before it and hold.
        earlier: The steps before it.
        asked: The question's comparison word; it stands in for a claim that has none.
    """
    if len(step.inputs) != 2:
        return "a comparison rests on two steps"
    sides = sides_of(step, earlier, asked)
    left, right = sides.values
    if sides.compared.relation == "unknown":
        return f"{left!r} and {right!r} cannot be compared"
    word = claimed_word(step, sides.names) or asked
    true = sides.holds(word, _claimed_side(step, sides))
    if true is None:
        return "the claim does not say which of the two, or how they compare"
    named = (step.subject, *sides.names[0], *sides.names[1])
    if true == is_negated(without_names(step.claim, named)):
        return f"the claim is false: {left!r} against {right!r}"
    return ""


def _side_names(steps: Sequence[ProofStep], number: int) -> tuple[str, ...]:
    return tuple(steps[n - 1].subject for n in rests_on(steps, number) if steps[n - 1].subject)


def _claimed_side(step: ProofStep, sides: Sides) -> int | None:
    """Return the side the claim speaks of: its subject, or else the first side it names."""
    places = {side: _first_place(step.subject, sides.names[side]) for side in (0, 1)}
    if places[0] is None or places[1] is None:
        named = sides.side_of(step.subject)
        if named is not None:
            return named
    named_at = [
        (place, side)
        for side in (0, 1)
        if (place := _first_place(step.claim, (*sides.names[side], sides.values[side]))) is not None
    ]
    return min(named_at)[1] if named_at else None


def _first_place(text: str, names: Sequence[str]) -> int | None:
    found = [place[0] for name in names if (place := find_mention(text, name))]
    return min(found, default=None)
