"""Where English verbs stand in a question, and where the clause around them ends."""

from collections.abc import Sequence

from .lexicon_english import (
    ARTICLES,
    ATTRIBUTE_NOUNS,
    AUXILIARIES,
    BASE_FORMS,
    COMMON,
    DO,
    ENTITY_NOUNS,
    ING_FORMS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    VERB_FORMS,
    WH,
)
from .parsing import Token

_BEFORE_VERBS = frozenset({"not", "also", "first", "last", "both", "and", "or", "people", "to"})
_DETERMINING = COMMON - AUXILIARIES - WH - PRONOUNS - RELATIVES - _BEFORE_VERBS
_CLOSING = frozenset({",", ";", "?"})


def is_verb(tokens: Sequence[Token], place: int) -> bool:
    """Tell whether the word at `place` is used as a verb, judged by the word before it."""
    word = tokens[place].low
    if word in AUXILIARIES:
        return True
    if word not in VERB_FORMS:
        return False
    before = tokens[place - 1] if place else Token("", "mark")
    noun_follows = before.low in ARTICLES | (PREPOSITIONS - {"to"}) | {"'s", "same"}
    if word in BASE_FORMS and before.low in PREPOSITIONS and _asks_with_do(tokens, place):
        return True
    if noun_follows or before.low in _DETERMINING:
        return word in ING_FORMS and before.low in PREPOSITIONS
    plain_noun = word in ENTITY_NOUNS or word in ATTRIBUTE_NOUNS
    return not plain_noun or before.atom or before.low in AUXILIARIES | RELATIVES


def _asks_with_do(tokens: Sequence[Token], place: int) -> bool:
    return any(token.low in DO for token in tokens[:place])


def clause_end(tokens: Sequence[Token], start: int, seen_verb: bool = False) -> int:
    """Return the token at which the clause that begins at `start` ends.

    A clause holds one group of verbs; the next verb belongs to the question around it.
    Returns `start` where no clause is found.
    """
    place = start
    while place < len(tokens):
        token = tokens[place]
        if token.low in _CLOSING:
            break
        if is_verb(tokens, place):
            before = tokens[place - 1].low if place else ""
            joined_on = before in {"to", "not"} or (token.low in ING_FORMS and seen_verb)
            if seen_verb and not joined_on:
                break
            place = _group_end(tokens, place)
            seen_verb = True
            continue
        place += 1
    return place if seen_verb else start


def _group_end(tokens: Sequence[Token], place: int) -> int:
    """Return the end of the verb group at `place`: "has been acquired"."""
    while place < len(tokens) and tokens[place].low in AUXILIARIES | {"not", "also", "first"}:
        place += 1
    verb = place < len(tokens) and tokens[place].low in VERB_FORMS
    return place + 1 if verb and is_verb(tokens, place) else place
