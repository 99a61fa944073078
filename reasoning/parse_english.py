"""English grammar of questions: joined parts, pronouns, conditions, lists and last steps."""

from collections.abc import Sequence

from .answer_type_english import answer_type
from .compare_english import comparison
from .lexicon_english import (
    ARTICLES,
    AUXILIARIES,
    BE,
    FINITE_FORMS,
    ING_FORMS,
    PARTICIPLES,
    PREPOSITIONS,
    PRONOUNS,
    SYMMETRIC,
    VERB_FORMS,
    WH,
)
from .parsing import Phrase, Step, Token, joined, subject_of
from .phrases_english import innermost
from .rewriting import Grammar
from .tokens_english import english_tokens
from .verbs_english import clause_end, is_verb

_ASKING = frozenset({"name", "give", "tell", "find", "identify", "list", "state", "me", "us"})
_LOCATIVE = frozenset(
    {"headquarters", "birthplace", "hometown", "burial place", "seat", "location"}
)


def _facts(tokens: list[Token]) -> list[list[Token]]:
    """Split questions that are only joined: "Who built X and when did Y open?"."""
    parts: list[list[Token]] = [[]]
    for place, token in enumerate(tokens):
        after = [t.low for t in tokens[place + 1 : place + 3]] + ["", ""]
        asks = after[0] in WH or (after[0] in PREPOSITIONS and after[1] in WH)
        if token.low in {"and", ";", "?"} and asks and _has_verb(parts[-1]):
            if parts[-1] and parts[-1][-1].low in {",", ";"}:
                parts[-1].pop()
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _has_verb(part: Sequence[Token]) -> bool:
    return any(token.low in AUXILIARIES or token.low in VERB_FORMS for token in part)


def _resolved(part: list[Token], steps: Sequence[Step], names: Sequence[Token]) -> list[Token]:
    """Put names or references for the pronouns of a later part."""
    if not steps:
        return list(part)
    last, kind = f"#{len(steps)}", steps[-1].answer_type
    things = {"place", "organisation", "work", "entity"}
    result: list[Token] = []
    for token in part:
        if token.low not in PRONOUNS - {"that", "this", "these", "those"}:
            result.append(token)
            continue
        thing = token.low in {"it", "its"}
        answered = kind in things if thing else kind == "person"
        answered = answered or not names
        result.append(Token(last, "ref") if answered else names[0])
        if token.low in {"his", "its", "their"}:
            result.append(Token("'s", "suffix"))
    return result


def _asks_only(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """Tell whether the question asks for nothing but what `phrase` stands for."""
    before = [token.low for token in tokens[: phrase.start]]
    after = tokens[phrase.end :]
    while before[-2:] == ["name", "of"] or before[-3:] == ["the", "name", "of"]:
        del before[-2:]
        if before[-1:] == ["the"]:
            del before[-1:]
    if after and not (after[0].low in PREPOSITIONS | {"called", "named"} and len(after) < 5):
        return False
    if any(is_verb(after, place) for place in range(1, len(after))):
        return False
    if not before or set(before) <= _ASKING:
        return True
    if before[0] in BE and phrase.start == 2 and tokens[1].atom:
        return True
    if before[-1] not in BE or before[0] in {"when", "how", "why"}:
        return False
    words = before[:-1]
    if words[:1] == ["where"] or words[0] in PREPOSITIONS:
        return phrase.relation in _LOCATIVE
    return words[0] in {"who", "what", "which"} and not any(w in AUXILIARIES for w in words)


def _step(tokens: Sequence[Token]) -> Step:
    text = joined(tokens)
    relation = [
        token.low
        for token in tokens
        if token.kind == "word"
        and token.low
        not in WH
        | AUXILIARIES
        | ARTICLES
        | PREPOSITIONS
        | _ASKING
        | {"'s", "many", "much", "i", "you", "we"}
    ]
    return Step(
        f"{text[:1].upper()}{text[1:]}?",
        subject_of(tokens),
        " ".join(relation),
        answer_type(tokens),
    )


def _conditions(tokens: Sequence[Token]) -> list[list[Token]]:
    """Split "which actor born in X starred in Y" and "who wrote X and directed Y"."""
    if not tokens or tokens[0].low not in {"who", "which", "what"}:
        return []
    verb = next((place for place in range(1, len(tokens)) if is_verb(tokens, place)), 0)
    relative = verb > 1 and tokens[verb - 1].low in {"who", "that", "which"}
    head = list(tokens[: verb - relative])
    if not verb or any(token.atom for token in head):
        return []
    modified = relative or (verb > 1 and tokens[verb].low in (PARTICIPLES | ING_FORMS) - BE)
    for place in range(verb + 1, len(tokens)):
        joint = tokens[place].low == "and"
        first, second = list(tokens[verb:place]), list(tokens[place + joint :])
        ends = joint or (modified and clause_end(tokens, verb) == place)
        if ends and _is_condition(first) and _is_condition(second):
            modifier = modified and not relative and not joint
            return [_asked(head, first, modifier), _asked(head, second, False)]
    return []


def _is_condition(clause: Sequence[Token]) -> bool:
    """Tell whether a clause begins with a verb and names something."""
    verbs = FINITE_FORMS | PARTICIPLES | ING_FORMS | BE
    return bool(clause) and clause[0].low in verbs and any(token.atom for token in clause)


def _asked(head: list[Token], clause: list[Token], modifier: bool) -> list[Token]:
    """Put a clause after "which film", with the "was" or "is" that a modifier needs."""
    first = clause[0].low
    by = clause[1:2] and clause[1].low == "by"
    if first in PARTICIPLES - BE and (modifier or by or first not in FINITE_FORMS):
        return [*head, Token("was"), *clause]
    return [*head, Token("is"), *clause] if first in ING_FORMS else [*head, *clause]


def _listed(tokens: Sequence[Token]) -> list[list[Token]]:
    """Ask for each of "A and B" on its own, unless the question is about the two together."""
    if any(token.low in SYMMETRIC for token in tokens):
        return []
    for place in range(1, len(tokens) - 1):
        if tokens[place].low != "and" or not (tokens[place - 1].atom and tokens[place + 1].atom):
            continue
        start = place - 1
        while start >= 2 and tokens[start - 1].low == "," and tokens[start - 2].atom:
            start -= 2
        atoms = [token for token in tokens[start : place + 2] if token.atom]
        before = list(tokens[:start])
        if before and before[-1].low == "both":
            before.pop()
        return [[*before, atom, *tokens[place + 2 :]] for atom in atoms]
    return []


ENGLISH = Grammar(
    tokens=english_tokens,
    facts=_facts,
    resolved=_resolved,
    innermost=innermost,
    asks_only=_asks_only,
    comparison=comparison,
    conditions=_conditions,
    listed=_listed,
    step=_step,
)
"""How English questions are rewritten."""
