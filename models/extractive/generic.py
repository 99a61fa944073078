"""Answers from the generic scorer, with a proof of one or two lookups."""

from collections.abc import Sequence

from ...state.values import QuestionFeatures, Slot
from .asked import Asked, ask
from .candidates import contains
from .chain import Chain, Filled, Guess
from .finding import Fact, Finding, steps_of
from .spans import NO_CHAIN, Featured, rank_spans
from .support import Partner
from .view import PassageView, Sentence, Span

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
    facts = best.hint.facts if best.hint else _facts(asked, best)
    return Finding(view.written(span.start, span.end), ranked[0].belief, steps_of(facts))


def guesser(views: Sequence[PassageView]) -> Guess:
    """Return what guesses the values of a slot by asking for it as a question of its own."""

    def guess(slot: Slot, subject: Filled) -> list[Filled]:
        features = QuestionFeatures(answer_type=slot.answer_type)
        asked = ask(f"{slot.relation} {subject.text}", features, views)
        return [
            Filled(
                ranked.best.candidate.span.text,
                (*subject.facts, *_facts(asked, ranked.best)),
                subject.score * ranked.belief,
                guessed=True,
            )
            for ranked in rank_spans(asked, views)[:_MOST_GUESSES]
        ]

    return guess


def _facts(asked: Asked, best: Featured) -> list[Fact]:
    view, sentence = best.candidate.view, best.candidate.sentence
    value = best.candidate.span
    anchor = _anchor(asked, sentence, value)
    partner = best.support.partner
    if anchor or contains(asked.words, view.subject_words) or partner is None:
        return [Fact(view, anchor or _topic(view, sentence, value), value)]
    name = _name_in(sentence, partner.name) or view.subject
    return [_bridge(asked, partner), Fact(view, name, value)]


def _anchor(asked: Asked, sentence: Sentence, value: Span) -> str:
    """Return the longest name of the sentence that the question names too."""
    named = [n for n in sentence.names if n != value and contains(asked.words, n.words)]
    return max(named, key=lambda n: len(n.text)).text if named else ""


def _topic(view: PassageView, sentence: Sentence, value: Span) -> str:
    """Return what the sentence speaks of, if the question names nothing of it."""
    others = [n.text for n in sentence.names if n.words != value.words]
    return view.subject or next(iter(others), value.text)


def _name_in(sentence: Sentence, folded: str) -> str:
    return next((n.text for n in sentence.names if " ".join(n.words) == folded), "")


def _bridge(asked: Asked, partner: Partner) -> Fact:
    """Return the fact of the partner's sentence that leads to the answer's sentence."""
    view, sentence = partner.view, partner.sentence
    link = _place_of(sentence, partner.name)
    subject = _anchor(asked, sentence, link) or view.subject or _topic(view, sentence, link)
    return Fact(view, subject, link)


def _place_of(sentence: Sentence, folded: str) -> Span:
    """Return where the sentence names `folded`, or the whole sentence if it is its topic."""
    wanted = tuple(folded.split(" "))
    size = len(wanted)
    for place in range(len(sentence.words) - size + 1):
        if sentence.words[place : place + size] == wanted:
            start, end = sentence.tokens[place].start, sentence.tokens[place + size - 1].end
            return Span(start, end, sentence.text[start - sentence.start : end - sentence.start])
    first = sentence.tokens[0]
    return Span(first.start, first.end, first.text)
