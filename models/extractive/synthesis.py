"""Takes over what sub-questions were answered with."""

from collections.abc import Sequence
from dataclasses import replace

from ...state.values import SubAnswer
from .chain import Chain, Filled
from .finding import Fact
from .view import PassageView, Span, folded_words

_TRUST = 0.8
"""How sure the last sub-answer is taken to be, as the value of the question's last slot."""


def with_sub_answers(
    chain: Chain, sub_answers: Sequence[SubAnswer], views: Sequence[PassageView]
) -> Chain:
    """Return `chain` with the last sub-answer as a value of its last slot."""
    answered = [sub for sub in sub_answers if sub.answer]
    if not answered:
        return chain
    place = _mention(answered[-1], views)
    if place is None:
        return chain
    view, span = place
    subject = answered[-1].steps[-1].subject if answered[-1].steps else view.subject
    told = Filled(span.text, (Fact(view, subject, span),), place, _TRUST)
    return replace(chain, values={**chain.values, "sub-answer": [told, *chain.answers]})


def _mention(sub: SubAnswer, views: Sequence[PassageView]) -> tuple[PassageView, Span] | None:
    """Return where the sub-answer stands: in the passage its last step quotes, or the first."""
    cited = sub.steps[-1].passage_id if sub.steps else ""
    words = folded_words(sub.answer)
    for view in sorted(views, key=lambda v: v.id != cited):
        for sentence in view.sentences if words else ():
            for place in range(len(sentence.words) - len(words) + 1):
                if sentence.words[place : place + len(words)] == words:
                    start = sentence.tokens[place].start
                    end = sentence.tokens[place + len(words) - 1].end
                    return view, Span(start, end, view.text[start:end])
    return None
