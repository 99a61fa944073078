"""Arabic grammar of questions: joined parts, pronouns, lists and last steps."""

from collections.abc import Sequence

from .answer_type_arabic import answer_type
from .compare_arabic import comparison
from .lexicon_arabic import (
    PREPOSITIONS,
    QUESTION_WORDS,
    RELATIVES,
    attribute_type,
    bare,
)
from .parsing import Phrase, Step, Token, joined, subject_of
from .phrases_arabic import content, innermost, is_verb
from .rewriting import Grammar
from .text import fold
from .tokens_arabic import arabic_tokens

_MARKS = frozenset({"،", ",", "؛"})
_OPENING = frozenset(
    fold(word) for word in ("هو", "هي", "اسم", "ما", "من", "أي", "أية", "اذكر", "كان", "كانت")
)
_TRAILING = PREPOSITIONS | {fold(word) for word in ("قبل", "بعد", "عام", "سنة")}
_BOTH = frozenset(fold(word) for word in ("كلا", "كل", "كليهما", "كلتا"))
_SYMMETRIC = frozenset(fold(word) for word in ("بين", "تزوج", "حرب", "الحرب", "معركة", "الفرق"))
_SITES = frozenset(fold(word) for word in ("مقر", "موقع", "مكان", "مسقط رأس"))
_STANDING = frozenset({"يقع", "تقع", "هو", "كان", "يوجد"})
_THINGS = frozenset({"place", "organisation", "work", "entity"})


def _facts(tokens: list[Token]) -> list[list[Token]]:
    """Split questions that are only joined: "من بنى X ومتى افتتح Y"."""
    parts: list[list[Token]] = [[]]
    for place, token in enumerate(tokens):
        following = tokens[place + 1].low if place + 1 < len(tokens) else ""
        second = tokens[place + 2].low if place + 2 < len(tokens) else ""
        asks = following in QUESTION_WORDS - {"من"} or (following == "من" and place > 1)
        asks = asks or (following in PREPOSITIONS and second in {"اي", "ايه"})
        joins = token.low in {"و", "ف", "؟"} and token.text != tokens[0].text
        if joins and asks and any(t.low in QUESTION_WORDS for t in parts[-1]):
            if parts[-1] and parts[-1][-1].low in _MARKS:
                parts[-1].pop()
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part] or [[]]


def _resolved(part: list[Token], steps: Sequence[Step], names: Sequence[Token]) -> list[Token]:
    """Put names or references for attached pronouns, and the subject a later verb lacks."""
    if not steps:
        return part
    answered = steps[-1].answer_type in _THINGS | {"person"} or not names
    known = Token(f"#{len(steps)}", "ref") if answered else names[0]
    result = [known if token.kind == "suffix" else token for token in part]
    if not any(token.atom for token in result):
        result.append(known)
    return result


def _asks_only(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """Tell whether the question asks for nothing but what `phrase` stands for."""
    before = [token.low for token in tokens[: phrase.start]]
    after = tokens[phrase.end :]
    if (before == ["هل"] and not after) or (
        phrase.start == 2 and before[0] == "هل" and tokens[1].atom
    ):
        return True
    if [token.kind for token in after[:1]] == ["prefix"] and all(w in _OPENING for w in before):
        return True
    if after and not (after[0].low in _TRAILING and len(after) < 4):
        return False
    if any(is_verb(token) for token in after):
        return False
    if before[:1] == ["اين"]:
        return bare(phrase.relation) in _SITES and all(word in _STANDING for word in before[1:])
    named = any(bare(word) == "اسم" for word in before)
    return all(word in _OPENING or (named and word in QUESTION_WORDS) for word in before)


def _step(tokens: Sequence[Token]) -> Step:
    return Step(f"{joined(tokens)}؟", subject_of(tokens), _relation(tokens), answer_type(tokens))


def _relation(tokens: Sequence[Token]) -> str:
    asked = content(tokens)
    measures = [t.text for t in tokens if t.kind == "word" and attribute_type(t.text)]
    return asked or " ".join(measures)


def _conditions(tokens: Sequence[Token]) -> list[list[Token]]:
    """Split "الفيلم الذي أخرجه X وفاز بجائزة Y" and "من كتب X وأخرج Y"."""
    relative = next((i for i, token in enumerate(tokens) if token.low in RELATIVES), 0)
    head = list(tokens[: relative + 1])
    for place in range(len(head) + 1, len(tokens) - 1):
        first, second = tokens[len(head) : place], tokens[place + 1 :]
        joins = tokens[place].kind == "prefix" and tokens[place].low == "و" and is_verb(second[0])
        if joins and any(t.atom for t in first) and any(t.atom for t in second):
            return [[*head, *first], [*head, *second]]
    return []


def _listed(tokens: Sequence[Token]) -> list[list[Token]]:
    """Ask for each of "A وB" on its own, unless the question is about the two together."""
    if any(token.low in _SYMMETRIC for token in tokens):
        return []
    for place in range(1, len(tokens) - 1):
        if tokens[place].low != "و":
            continue
        if tokens[place - 1].atom and tokens[place + 1].atom:
            before = list(tokens[: place - 1])
            while before and before[-1].low in _BOTH | {"من"} and len(before) > 1:
                before.pop()
            rest = list(tokens[place + 2 :])
            return [[*before, atom, *rest] for atom in (tokens[place - 1], tokens[place + 1])]
    return []


ARABIC = Grammar(
    tokens=arabic_tokens,
    facts=_facts,
    resolved=_resolved,
    innermost=innermost,
    asks_only=_asks_only,
    comparison=comparison,
    conditions=_conditions,
    listed=_listed,
    step=_step,
)
"""How Arabic questions are rewritten."""
