"""What type of question an Arabic question is, and what type of answer it wants."""

from collections.abc import Sequence

from ..state.values import AnswerType, QuestionType
from .lexicon_arabic import (
    ELATIVES,
    QUESTION_WORDS,
    RELATIVES,
    attribute_type,
    bare,
    noun_type,
)
from .parsing import Token
from .text import fold


def _words(line: str) -> frozenset[str]:
    return frozenset(fold(word) for word in line.split())


_CAUSAL = _words("لماذا سبب أسباب بسبب السبب الأسباب تأثير أثر نتائج نتيجة")
_PROCEDURAL = _words("خطوات الخطوات طريقة كيفية يمكنني أستطيع")
_TEMPORAL = _words("متى عام سنة تاريخ قبل بعد خلال عندما مدة قرن العام السنة")
_TIME_UNITS = _words("سنة سنوات عاما عام يوما أيام شهرا أشهر ساعة ساعات دقيقة مدة")
_WH: dict[str, AnswerType] = {
    "من": "person",
    "اين": "place",
    "متي": "date",
    "لماذا": "description",
    "كيف": "description",
    "هل": "yes_no",
}


def question_type(tokens: Sequence[Token], sides: int, compares: bool) -> QuestionType:
    """Return the type of a question with so many `sides`, by whole words in any order."""
    words = {token.low for token in tokens} | {bare(token.text) for token in tokens}
    first = tokens[0].low if tokens else ""
    if compares:
        return "comparison"
    if sides > 1:
        return "choice"
    if words & _CAUSAL:
        return "causal"
    if words & _PROCEDURAL:
        return "procedural"
    if "كم" in words and not words & _TIME_UNITS:
        return "count"
    if first == "هل":
        return "yes_no"
    if words & ELATIVES:
        return "superlative"
    return "temporal" if words & _TEMPORAL else "factual"


def answer_type(tokens: Sequence[Token]) -> AnswerType:
    """Return the type of the short answer, from the question word and the noun it asks for."""
    low = [token.low for token in tokens]
    for place, word in enumerate(low):
        following = low[place + 1] if place + 1 < len(low) else ""
        if word == "من" and (place > 1 or following in {"اي", "ايه"}):
            continue
        if word in _WH:
            return _WH[word]
        if word == "كم":
            return "duration" if following in _TIME_UNITS else "number"
        if word in QUESTION_WORDS:
            return _first_noun_type(tokens[place + 1 :])
    return _first_noun_type(tokens)


def head_noun(tokens: Sequence[Token]) -> str:
    """Return the noun that "أي" or "ما" asks for, without its article, or ""."""
    for place, token in enumerate(tokens[:-1]):
        if token.low in {"اي", "ايه", "ما"}:
            following = tokens[place + 1 :]
            while following and following[0].low in {"هو", "هي"}:
                following = following[1:]
            if following and following[0].low in ELATIVES:
                following = following[1:]
            if following and bare(following[0].text) == "اسم":
                following = following[1:]
            word = following[0].text if following and following[0].kind == "word" else ""
            known = noun_type(word) or attribute_type(word) if word else None
            return word.removeprefix("ال") if known else ""
    return ""


def _first_noun_type(tokens: Sequence[Token]) -> AnswerType:
    """Return the type of the first noun, "اسم" left out: "ما اسم عاصمة ..."."""
    for token in tokens:
        if token.low in RELATIVES or token.atom:
            break
        if bare(token.text) in {"اسم", "اسماء"} or token.kind != "word":
            continue
        kind = attribute_type(token.text) or noun_type(token.text)
        if kind:
            return kind
    return "entity"
