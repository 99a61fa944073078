"""What kind of thing a name stands for, by its own words, its neighbours and its passage."""

import re
from functools import lru_cache

from ...language.lexicon_names import INSIDE, NOUNS_BEFORE, PREPOSITIONS_OF_PLACE, NameType
from ...reasoning.lexicon_english import ENTITY_NOUNS
from ...reasoning.nationalities import COUNTRIES, PART_OF
from ...reasoning.text import fold
from ...state.values import AnswerType
from .view import REMEMBERED_VIEWS, PassageView, Span

_KIND_OF: dict[NameType, AnswerType] = {
    "PER": "person",
    "LOC": "place",
    "ORG": "organisation",
    "MISC": "entity",
}
_IS_A = re.compile(r"\b(?:is|was|are|were) (?:an?|the|one of the)\b([^.,;()]*)")
_APPOSITION = re.compile(r", (?:an?|the)\b([^.,;()]*)")
_PHRASE_END = re.compile(
    r"\b(?:of|in|on|at|by|for|from|with|who|which|that|and|or|to|as|based|located|directed"
    r"|written|founded|known|born|best)\b"
)
_BEFORE_WORD = re.compile(r"([\w-]+)[ \"“']*$")


def kind_of_subject(view: PassageView) -> AnswerType | None:
    """Return what the first sentence says its subject is ("... is an American novelist")."""
    return _kind_of_subject(view)


def kind_of_name(view: PassageView, span: Span) -> AnswerType | None:
    """Return what kind of thing the name at `span` is, or None if nothing tells."""
    if span.text in COUNTRIES or span.text in PART_OF:
        return "place"
    words = span.text.lower().split()
    for label, inside in INSIDE.items():
        if words[-1] in inside or (len(words) > 2 and words[0] in inside):
            return _KIND_OF[label]
    apposition = _APPOSITION.match(view.text, span.end)
    found = _last_noun(apposition[1]) if apposition else None
    return found or _announced(view.text[max(0, span.start - 40) : span.start])


def _announced(before: str) -> AnswerType | None:
    """Return what the word just before a name says that it is."""
    match = _BEFORE_WORD.search(before)
    word = match[1].lower() if match else ""
    if word in ENTITY_NOUNS:
        return ENTITY_NOUNS[word]
    if word in PREPOSITIONS_OF_PLACE:
        return "place"
    return next((_KIND_OF[label] for label, nouns in NOUNS_BEFORE.items() if word in nouns), None)


@lru_cache(maxsize=REMEMBERED_VIEWS)
def _kind_of_subject(view: PassageView) -> AnswerType | None:
    if not view.sentences:
        return None
    lead = view.body[0]
    match = _IS_A.search(view.text, lead.start, lead.end)
    return (_last_noun(match[1]) if match else None) or ("person" if view.is_person else None)


def _last_noun(phrase: str) -> AnswerType | None:
    """Return the kind of the last known noun of a phrase, up to its first preposition."""
    end = _PHRASE_END.search(phrase)
    words = fold(phrase[: end.start()] if end else phrase).split()
    for word in reversed(words):
        if word in ENTITY_NOUNS:
            return ENTITY_NOUNS[word]
    return None
