"""What following the slots of a question gives."""

from collections.abc import Callable
from dataclasses import dataclass

from ...state.values import Slot
from .finding import Fact
from .view import PassageView, Span


@dataclass(frozen=True)
class Filled:
    """A value of a slot.

    Attributes:
        text: The value.
        facts: The facts that lead to it, in order; empty for a name of the question itself.
        place: Its passage and where it stands there; None for a name of the question itself.
        score: How sure it is, in [0, 1].
        guessed: Whether it, or what it rests on, was guessed by the generic scorer.
    """

    text: str
    facts: tuple[Fact, ...] = ()
    place: tuple[PassageView, Span] | None = None
    score: float = 1.0
    guessed: bool = False


@dataclass(frozen=True)
class Chain:
    """The values of a question's slots.

    Attributes:
        values: The values of each slot by its id, best first.
        last_subjects: What the last relation was asked of, best first.
        missing: Search phrases for the slots that no stated relation fills.
    """

    values: dict[str, list[Filled]]
    last_subjects: list[Filled]
    missing: tuple[str, ...] = ()

    @property
    def followed(self) -> bool:
        """Whether the last relation was asked of something that had to be found."""
        return any(subject.facts for subject in self.last_subjects)

    @property
    def answers(self) -> list[Filled]:
        """The values of the last slot."""
        return list(self.values.values())[-1] if self.values else []

    @property
    def passed(self) -> list[Filled]:
        """The values of all slots but the last: what led on, and so is no answer itself."""
        return [value for values in list(self.values.values())[:-1] for value in values]


Guess = Callable[[Slot, Filled], list[Filled]]
"""Finds values of a slot, asked of one subject."""


def no_guess(slot: Slot, subject: Filled) -> list[Filled]:
    """Guess nothing."""
    return []
