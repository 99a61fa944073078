"""An answer with the facts it rests on, and how they become the steps of a proof."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...state.values import ProofStep
from .view import PassageView, Span


@dataclass(frozen=True)
class Fact:
    """A value that a passage gives to something.

    Attributes:
        view: The passage.
        subject: What the value is of.
        value: Where the value stands.
    """

    view: PassageView
    subject: str
    value: Span


@dataclass(frozen=True)
class Finding:
    """What was found for a question.

    Attributes:
        answer: The short answer.
        confidence: How likely it is right, in [0, 1].
        steps: The steps that lead to it.
        missing: Short search phrases for what could not be found.
    """

    answer: str
    confidence: float
    steps: tuple[ProofStep, ...] = ()
    missing: tuple[str, ...] = ()


def lookup(fact: Fact, inputs: Sequence[int] = ()) -> ProofStep:
    """Return the step that quotes the sentence of `fact`."""
    sentence = fact.view.sentence_at(fact.value.start)
    end = max(sentence.end, fact.value.end)
    quote = fact.view.written(sentence.start, end)
    return ProofStep(
        rule="lookup",
        claim=quote,
        passage_id=fact.view.id,
        quote=quote,
        start=sentence.start,
        end=end,
        subject=fact.subject,
        object=fact.view.written(fact.value.start, fact.value.end),
        inputs=tuple(inputs),
    )


def steps_of(facts: Sequence[Fact]) -> tuple[ProofStep, ...]:
    """Return one lookup for each fact; each rests on the one before it."""
    return tuple(lookup(fact, (place,) if place else ()) for place, fact in enumerate(facts))
