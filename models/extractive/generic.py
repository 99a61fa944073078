"""Answers from the generic scorer, with a proof of one or two lookups."""

from collections.abc import Sequence
from functools import lru_cache

from ...state.values import AnswerType, QuestionFeatures, Slot
from .asked import Asked, ask
from .chain import Chain, Filled, Guess
from .confidence import span_confidence
from .finding import Finding, steps_of
from .path import facts_for
from .spans import NO_CHAIN, Ranked, rank_spans
from .view import PassageView

_MOST_GUESSES = 3


def best_span(
    asked: Asked, views: Sequence[PassageView], chain: Chain = NO_CHAIN
) -> Finding | None:
    """Return the span of `views` that most likely answers `asked`."""
    ranked = rank_spans(asked, views, chain)
    if not ranked:
        return None
    best = ranked[0].best
    span, view = best.candidate.span, best.candidate.view
    hint = best.hint
    facts = hint.facts if hint and not hint.guessed else facts_for(asked, best)
    confidence = span_confidence(asked, ranked, views)
    return Finding(view.written(span.start, span.end), confidence, steps_of(facts), chain.missing)


def guesser(views: Sequence[PassageView]) -> Guess:
    """Return what guesses the values of a slot by asking for it as a question of its own."""

    def guess(slot: Slot, subject: Filled) -> list[Filled]:
        question = f"{slot.relation} {subject.text}"
        asked, best = _asked_alone(question, slot.answer_type, tuple(views))
        return [
            Filled(
                candidate.span.text,
                (*subject.facts, *facts_for(asked, ranked.best)),
                (candidate.view, candidate.span),
                subject.score * ranked.belief,
                guessed=True,
            )
            for ranked in best
            for candidate in (ranked.best.candidate,)
        ]

    return guess


@lru_cache(maxsize=32)  # a question is often read again with the same passages
def _asked_alone(
    question: str, kind: AnswerType, views: tuple[PassageView, ...]
) -> tuple[Asked, list[Ranked]]:
    asked = ask(question, QuestionFeatures(answer_type=kind), views)
    return asked, rank_spans(asked, views)[:_MOST_GUESSES]
