"""Arabic phrases that stand for one thing: of-chains, relative clauses, times of events."""

from collections.abc import Sequence

from ..state.values import AnswerType
from .lexicon_arabic import (
    ACTIONS,
    AGENTS,
    COPULAS,
    ELATIVES,
    KNOWN,
    PREPOSITIONS,
    QUESTION_WORDS,
    RELATIVES,
    VERBS,
    bare,
    is_verb_form,
    noun_type,
)
from .parsing import Phrase, Token, joined, subject_of
from .text import fold

_TIME_LINKS = frozenset(fold(word) for word in ("عندما", "حين", "حينما"))
_ORDER_LINKS = frozenset(fold(word) for word in ("قبل", "بعد", "منذ"))
_CLOSING = frozenset({"،", ",", "؛", "؟", "?"})


def innermost(tokens: Sequence[Token]) -> Phrase | None:
    """Return the first phrase about plain names that must be answered before the rest."""
    for find in (_event, _of_phrase, _linked, _relative):
        for place in range(len(tokens)):
            phrase = find(tokens, place)
            if phrase is not None:
                return phrase
    return None


def is_verb(token: Token) -> bool:
    """Tell whether `token` is a verb of the tables."""
    return token.kind == "word" and is_verb_form(token.low)


def wording(kind: AnswerType | None) -> str:
    """Return the question word for a thing of type `kind`."""
    return "من" if kind == "person" else "ما"


def content(tokens: Sequence[Token]) -> str:
    """Return the words of `tokens` that say what is asked."""
    plain = (KNOWN - VERBS - ELATIVES - ACTIONS) | COPULAS
    return " ".join(
        bare_noun(token.text) if noun_type(token.text) else token.text
        for token in tokens
        if token.kind == "word" and token.low not in plain
    )


def _listed(tokens: Sequence[Token], place: int) -> bool:
    """Tell whether the name at `place` is one of several."""
    return place + 2 < len(tokens) and tokens[place + 1].low == "و" and tokens[place + 2].atom


def _noun_start(tokens: Sequence[Token], noun: int) -> int:
    """Return where the phrase around `noun` begins: "أكبر مدينة", "أول رئيس"."""
    return noun - 1 if noun and tokens[noun - 1].low in ELATIVES else noun


def _asked_for(tokens: Sequence[Token], start: int) -> bool:
    return start > 0 and bare(tokens[start - 1].text) in {"اي", "ايه"}


def _of_phrase(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "مخرج فيرسوس" at its name."""
    if not tokens[place].atom or place == 0 or tokens[place - 1].kind != "word":
        return None
    noun = tokens[place - 1]
    kind = _owned_type(noun, tokens[place])
    start = _noun_start(tokens, place - 1)
    clause_verb = is_verb(noun) and place > 1 and tokens[place - 2].low in RELATIVES
    if kind is None or clause_verb or _asked_for(tokens, start) or _listed(tokens, place):
        return None
    relation = joined(tokens[start:place])
    verb = AGENTS.get(bare(noun.text)) if start == place - 1 else None
    text = f"من {verb} {tokens[place].text}؟" if verb else ""
    text = text or f"{wording(kind)} {joined(tokens[start : place + 1])}؟"
    return Phrase(start, place + 1, text, tokens[place].subject, relation, kind)


def _owned_type(noun: Token, owner: Token) -> AnswerType | None:
    """Return the type of `noun` of `owner`; "مؤسسة شركة نور" is a woman, "مؤسسة نور" is not."""
    founder = bare(noun.text) == fold("مؤسسة") and owner.name
    return "person" if founder else noun_type(noun.text)


def _linked(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "أكبر مدينة في تونس" and "المدير التنفيذي لشركة نور" at the preposition."""
    if tokens[place].low not in {"ل", "في", "من"} or not 0 < place < len(tokens) - 1:
        return None
    if not tokens[place + 1].atom or _listed(tokens, place + 1):
        return None
    noun = place - 1
    while noun > 0 and tokens[noun].kind == "word" and noun_type(tokens[noun].text) is None:
        if is_verb(tokens[noun]) or tokens[noun].low in QUESTION_WORDS | PREPOSITIONS:
            return None
        noun -= 1
    kind = noun_type(tokens[noun].text) if tokens[noun].kind == "word" else None
    start = _noun_start(tokens, noun)
    defined = tokens[noun].text.startswith("ال") or start < noun or tokens[place].low == "ل"
    if kind is None or not defined or _asked_for(tokens, start):
        return None
    relation = joined(tokens[start:place])
    text = f"{wording(kind)} {joined(tokens[start : place + 2])}؟"
    return Phrase(start, place + 2, text, tokens[place + 1].subject, relation, kind)


def clause_end(tokens: Sequence[Token], start: int) -> int:
    """Return the token at which the clause that begins at `start` ends.

    A clause ends at a comma, before another question word, and at its second verb.
    """
    seen = False
    for place in range(start, len(tokens)):
        token = tokens[place]
        following = tokens[place + 1].low if place + 1 < len(tokens) else ""
        joins = token.kind == "prefix" and (following in QUESTION_WORDS or is_verb_form(following))
        if token.low in _CLOSING or joins:
            return place
        if is_verb(token) and seen and not is_verb(tokens[place - 1]):
            return place
        seen = seen or is_verb(token)
    return len(tokens)


def _relative(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "المدينة التي ولد فيها سامي" at its relative word."""
    if tokens[place].low not in RELATIVES or place == 0:
        return None
    head = place - 1
    while head > 0 and tokens[head].kind == "word" and noun_type(tokens[head].text) is None:
        head -= 1
    end = clause_end(tokens, place + 1)
    clause = tokens[place + 1 : end]
    start = _noun_start(tokens, head)
    nested = any(token.low in RELATIVES for token in clause)
    kind = noun_type(tokens[head].text) if tokens[head].kind == "word" else None
    if nested or kind is None or _asked_for(tokens, start):
        return None
    if not any(token.atom for token in clause):
        return None
    text = f"{wording(kind)} {joined(tokens[start:end])}؟"
    relation = f"{bare_noun(tokens[head].text)} {content(clause)}".strip()
    return Phrase(start, end, text, subject_of(clause), relation, kind)


def bare_noun(word: str) -> str:
    """Return `word` without its article, otherwise as written."""
    return word[2:] if word.startswith("ال") else word


def _event(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "عندما صدر فيرسوس" and "بعد وفاة سامي" at the link; only the time is asked for."""
    link = tokens[place].low
    if link not in _TIME_LINKS | _ORDER_LINKS or not 0 < place < len(tokens) - 2:
        return None
    first = place + 2 if tokens[place + 1].low == "ان" else place + 1
    if tokens[first].low in ACTIONS and first + 1 < len(tokens) and tokens[first + 1].atom:
        end = first + 2
        text = f"متى كان{'ت' if tokens[first].text.endswith('ة') else ''}"
        text = f"{text} {joined(tokens[first:end])}؟"
    elif is_verb(tokens[first]) and first + 1 < len(tokens) and tokens[first + 1].atom:
        end = clause_end(tokens, first)
        text = f"متى {joined(tokens[first:end])}؟"
    else:
        return None
    lead = "في" if link in _TIME_LINKS else tokens[place].text
    subject = tokens[first + 1].subject
    return Phrase(place, end, text, subject, tokens[first].text, "date", lead)
