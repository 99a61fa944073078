"""What two things are alike ("What profession do X and Y have in common?"), by their leads."""

import re
from collections.abc import Iterator, Sequence

from ...reasoning.nationalities import COUNTRY_OF
from ...state.values import QuestionFeatures
from .asked import Asked
from .compare import Side, compared
from .finding import Fact, Finding
from .links import linked_views
from .view import PassageView, Sentence, Span

_OF_BOTH = re.compile(r"\b(?:both|in common|shared?|shares)\b")
_CLASS = re.compile(
    r"\b(?:professions?|occupations?|careers?|jobs?|kinds?|types?|sorts?|genres?)\b"
    r"|^what (?:do|does|did) .* (?:have in common|share)\W*$"
)
_IS_A = re.compile(r"\b(?:is|was|are|were)\b(?: (?:an?|the|one of the))?")
_CONFIDENCE = 0.5
_LONGEST = 3


def in_common(
    asked: Asked, features: QuestionFeatures, views: Sequence[PassageView]
) -> Finding | None:
    """Return the words that the leads of two things share, where the question asks for a class.

    Returns:
        None if it asks for something else, or they share nothing that the question does not say.
    """
    question = asked.text.lower()
    names = features.anchors[:2]
    if len(names) < 2 or not _OF_BOTH.search(question) or not _CLASS.search(question):
        return None
    for left in linked_views(names[0], views):
        for right in linked_views(names[1], views):
            pair = _longest_shared(asked, left, right) if left is not right else None
            if pair:
                sides = [
                    Side(name, (Fact(view, view.subject, span),), (view,))
                    for name, view, span in zip(names, (left, right), pair, strict=True)
                ]
                word = left.written(pair[0].start, pair[0].end)
                return Finding(word, _CONFIDENCE, compared(sides, same=True))
    return None


def _longest_shared(
    asked: Asked, left: PassageView, right: PassageView
) -> tuple[Span, Span] | None:
    """Return the longest piece that both leads say of their subjects, as each has it."""
    said = dict(reversed(list(_pieces(asked, right))))
    found = [(keys, span, said[keys]) for keys, span in _pieces(asked, left) if keys in said]
    best = max(found, key=lambda piece: len(piece[0]), default=None)
    return best[1:] if best else None


def _pieces(asked: Asked, view: PassageView) -> Iterator[tuple[tuple[str, ...], Span]]:
    """Yield runs of words, by their keys, that the lead says its subject is."""
    lead = view.body[0]
    start = _IS_A.search(view.text, lead.start, lead.end)
    for first in range(len(lead.tokens) if start else 0):
        for last in range(first, min(first + _LONGEST, len(lead.tokens))):
            if not _tells(asked, view, lead, last) or (start and lead.starts[first] < start.end()):
                break
            begin, end = lead.starts[first], lead.ends[last]
            text = view.text[begin:end]
            if "," not in text:
                yield lead.keys[first : last + 1], Span(begin, end, text)


def _tells(asked: Asked, view: PassageView, lead: Sentence, place: int) -> bool:
    """Tell whether a word of the lead says what its subject is, and is not in the question."""
    key, text = lead.keys[place], lead.tokens[place].text
    noun = text[0].islower() and not text.endswith("ed") and text not in COUNTRY_OF
    return bool(key) and key not in asked.near and noun
