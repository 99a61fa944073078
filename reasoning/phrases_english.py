"""English phrases that stand for one thing: owned, of-phrases, relative clauses, events."""

from collections.abc import Sequence

from ..state.values import AnswerType
from .lexicon_english import (
    AGENT_VERBS,
    ARTICLES,
    ATTRIBUTE_NOUNS,
    AUXILIARIES,
    BASE_OF,
    BE,
    COMMON,
    ENTITY_NOUNS,
    FINITE_FORMS,
    ING_FORMS,
    PARTICIPLES,
    PREPOSITIONS,
    RELATIVES,
    VERB_FORMS,
    WH,
)
from .parsing import Phrase, Token, joined, subject_of
from .verbs_english import clause_end, is_verb

_AGENT_ENDINGS = ("er", "or", "ist", "ian", "man", "woman", "ress")
_NOT_AGENTS = frozenset({"number", "member", "order", "river", "tower", "year", "other", "war"})
_EVENT_LINKS = frozenset({"when", "before", "after", "since", "until", "while"})
_PLACING = frozenset({"in", "at", "from", "by", "on", "near", "about", "with", "for"})
_FUNCTION = WH | AUXILIARIES | PREPOSITIONS | ARTICLES


def noun_type(noun: str) -> AnswerType | None:
    """Return the type of thing that an entity noun stands for, None for other words."""
    kind = ENTITY_NOUNS.get(noun) or ENTITY_NOUNS.get(noun.removesuffix("s"))
    if kind is None and noun.endswith(_AGENT_ENDINGS) and noun not in _NOT_AGENTS:
        return None if noun in COMMON or noun in VERB_FORMS else "person"
    return kind


def innermost(tokens: Sequence[Token]) -> Phrase | None:
    """Return the first phrase about plain names that must be answered before the rest."""
    for find in (_event, _owned, _of_phrase, _relative, _reduced, _contact, _placed):
        for place in range(len(tokens)):
            phrase = find(tokens, place)
            if phrase is not None:
                return phrase
    return None


def _noun_phrase_start(tokens: Sequence[Token], noun: int) -> int:
    """Return where the phrase that ends in `noun` begins, its article included."""
    start = noun
    while start > 0:
        before = tokens[start - 1]
        if before.low in ARTICLES:
            return start - 1
        plain = before.kind == "word" and before.low not in _FUNCTION | {"and", "or", "'s"}
        if not plain or is_verb(tokens, start - 1):
            break
        start -= 1
    return start


def _determined(tokens: Sequence[Token], start: int) -> bool:
    """Tell whether "which" or "what" stands before `start`."""
    return start > 0 and tokens[start - 1].low in {"which", "what", "whose"}


def _bare(tokens: Sequence[Token]) -> str:
    """Write `tokens` without a leading article."""
    return joined(tokens[1:] if tokens and tokens[0].low in ARTICLES else tokens)


def _who_or_what(kind: AnswerType) -> str:
    return "Who" if kind == "person" else "What"


def _agent_question(relation: str, atom: Token) -> str | None:
    verb = AGENT_VERBS.get(relation)
    return f"Who {verb} {atom.text}?" if verb else None


def _owned(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "Versus's director" at its name."""
    if not tokens[place].atom or place + 2 >= len(tokens):
        return None
    if tokens[place + 1].low not in {"'s", "'"}:
        return None
    noun = place + 2
    while noun < len(tokens) and noun_type(tokens[noun].low) is None:
        chained = noun + 1 < len(tokens) and tokens[noun + 1].low in {"'s"}
        if tokens[noun].kind != "word" or tokens[noun].low in _FUNCTION or chained:
            break
        noun += 1
    if noun >= len(tokens) or tokens[noun].kind != "word" or tokens[noun].low in _FUNCTION:
        return None
    while (
        noun + 1 < len(tokens) and noun_type(tokens[noun + 1].low) and not is_verb(tokens, noun + 1)
    ):
        noun += 1
    chained = noun + 1 < len(tokens) and tokens[noun + 1].low in {"'s"}
    kind = noun_type(tokens[noun].low)
    if (kind is None and not chained) or (noun + 1 < len(tokens) and tokens[noun + 1].atom):
        return None
    kind = kind or ATTRIBUTE_NOUNS.get(tokens[noun].low, "entity")
    relation = joined(tokens[place + 2 : noun + 1])
    text = _agent_question(relation, tokens[place])
    text = text or f"{_who_or_what(kind)} is {joined(tokens[place : noun + 1])}?"
    return Phrase(place, noun + 1, text, tokens[place].subject, relation, kind)


def _of_phrase(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "the director of Versus" at its "of"."""
    if tokens[place].low != "of" or not 0 < place < len(tokens) - 1:
        return None
    kind = noun_type(tokens[place - 1].low)
    atom = place + 2 if tokens[place + 1].low in ARTICLES else place + 1
    if kind is None or atom >= len(tokens) or not tokens[atom].atom:
        return None
    after = [token.low for token in tokens[atom + 1 : atom + 2]]
    start = _noun_phrase_start(tokens, place - 1)
    if after in (["'s"],) or _determined(tokens, start) or _lists(tokens, atom):
        return None
    relation = _bare(tokens[start:place])
    text = _agent_question(relation, tokens[atom])
    text = text or f"{_who_or_what(kind)} is {_the(tokens[start : atom + 1])}?"
    return Phrase(start, atom + 1, text, tokens[atom].subject, relation, kind)


def _the(tokens: Sequence[Token]) -> str:
    """Write a phrase with the article it needs."""
    return joined(tokens) if tokens[0].low in ARTICLES else f"the {joined(tokens)}"


def _lists(tokens: Sequence[Token], atom: int) -> bool:
    """Tell whether `atom` is one of several: "of A and B"."""
    return atom + 2 < len(tokens) and tokens[atom + 1].low == "and" and tokens[atom + 2].atom


def _relative(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "the town where Ann was born" at its relative word."""
    if tokens[place].low not in RELATIVES or place == 0:
        return None
    pied = tokens[place - 1].low in PREPOSITIONS and tokens[place].low in {"which", "whom"}
    head = place - 2 if pied else place - 1
    if head < 0 or tokens[head].kind != "word" or tokens[head].low in _FUNCTION | {"and", "or"}:
        return None
    end = clause_end(tokens, place + 1)
    start = _noun_phrase_start(tokens, head)
    if _determined(tokens, start) or not _plain_clause(tokens[place + 1 : end]):
        return None
    return _clause_phrase(tokens, start, head, place, end)


def _clause_phrase(tokens: Sequence[Token], start: int, head: int, place: int, end: int) -> Phrase:
    noun = tokens[head].low
    kind = noun_type(noun) or ATTRIBUTE_NOUNS.get(noun, "entity")
    clause = list(tokens[place + 1 : end])
    marker = tokens[place].low
    head_words = _bare(tokens[start : head + 1])
    if marker in {"who", "that", "which"} and clause[0].low in FINITE_FORMS | AUXILIARIES:
        lead = "Who" if noun in {"person", "man", "woman"} else f"Which {head_words}"
        text = f"{lead} {joined(clause)}?"
    elif marker == "where" and clause[0].atom and clause[1].low in BE and head - start <= 1:
        text = f"In which {head_words} {clause[1].text} {joined([clause[0], *clause[2:]])}?"
    else:
        text = f"{_who_or_what(kind)} is {_the(tokens[start:end])}?"
    return Phrase(start, end, text, subject_of(clause), _relation(noun, clause), kind)


def _relation(noun: str, clause: Sequence[Token]) -> str:
    """Return the head noun and the words of its clause that carry meaning."""
    words = [t.low for t in clause if t.kind == "word" and t.low not in AUXILIARIES | ARTICLES]
    return " ".join([noun, *(word for word in words if word not in PREPOSITIONS | COMMON)])


def _plain_clause(clause: Sequence[Token]) -> bool:
    """Tell whether a clause names something and holds no clause of its own."""
    nested = any(t.low in RELATIVES - {"that", "when"} or t.low == "'s" for t in clause)
    return any(token.atom for token in clause) and not nested


def _reduced(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "the film directed by Ann" at its participle."""
    word = tokens[place].low
    if place < 1 or word not in PARTICIPLES | ING_FORMS or word in AUXILIARIES:
        return None
    noun = tokens[place - 1].low
    start = _noun_phrase_start(tokens, place - 1)
    if noun_type(noun) is None or _determined(tokens, start):
        return None
    end = clause_end(tokens, place + 1, seen_verb=True)
    inverted = (
        start > 0 and tokens[start - 1].low in AUXILIARIES and tokens[0].low not in {"who", "what"}
    )
    if not _plain_clause(tokens[place:end]) or (inverted and end == len(tokens)):
        return None
    if start == 0 or not (tokens[start].low in ARTICLES or tokens[start - 1].low in PREPOSITIONS):
        return None
    kind = noun_type(noun) or "entity"
    if word in PARTICIPLES and word not in ING_FORMS:
        text = f"Which {_bare(tokens[start:place])} was {joined(tokens[place:end])}?"
    else:
        text = f"{_who_or_what(kind)} is {_the(tokens[start:end])}?"
    clause = tokens[place:end]
    return Phrase(start, end, text, subject_of(clause), _relation(noun, clause), kind)


def _contact(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "the town Ann was born in" at its name."""
    if not tokens[place].atom or place < 2 or noun_type(tokens[place - 1].low) is None:
        return None
    start = _noun_phrase_start(tokens, place - 1)
    end = clause_end(tokens, place)
    if tokens[start].low not in ARTICLES or end <= place + 1 or not is_verb(tokens, place + 1):
        return None
    kind = noun_type(tokens[place - 1].low) or "entity"
    text = f"{_who_or_what(kind)} is {joined(tokens[start:end])}?"
    clause = tokens[place:end]
    relation = _relation(tokens[place - 1].low, clause)
    return Phrase(start, end, text, subject_of(clause), relation, kind)


def _placed(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "the castle in Lyon" and "the song by Ann" at the preposition."""
    if tokens[place].low not in _PLACING or not 1 < place < len(tokens) - 1:
        return None
    kind = noun_type(tokens[place - 1].low)
    atom = place + 2 if tokens[place + 1].low in ARTICLES else place + 1
    if kind is None or atom >= len(tokens) or not tokens[atom].atom or _lists(tokens, atom):
        return None
    start = _noun_phrase_start(tokens, place - 1)
    owned = atom + 1 < len(tokens) and tokens[atom + 1].low in {"'s"}
    if tokens[start].low not in ARTICLES or owned:
        return None
    relation = _bare(tokens[start:place])
    text = f"{_who_or_what(kind)} is {joined(tokens[start : atom + 1])}?"
    return Phrase(start, atom + 1, text, tokens[atom].subject, relation, kind)


def _event(tokens: Sequence[Token], place: int) -> Phrase | None:
    """Find "when Versus was released" at its name; only the time is asked for."""
    if not tokens[place].atom or place < 2 or tokens[place - 1].low not in _EVENT_LINKS:
        return None
    end = clause_end(tokens, place)
    if end <= place + 1 or not is_verb(tokens, place + 1):
        return None
    clause = list(tokens[place:end])
    rest = clause[1:]
    if rest[0].low in BE:
        text = f"When {rest[0].text} {joined([clause[0], *rest[1:]])}?"
    else:
        base = Token(BASE_OF.get(rest[0].low, rest[0].text))
        text = f"When did {joined([clause[0], base, *rest[1:]])}?"
    relation = " ".join(_relation("", clause).split())
    link = tokens[place - 1].low
    lead = "in" if link in {"when", "while"} else link
    return Phrase(place - 1, end, text, clause[0].subject, relation, "date", lead)
