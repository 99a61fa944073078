"""Question analysis by rule: type, anchors, relations and the slots of a complete answer."""

from functools import lru_cache

from ..state.values import QuestionFeatures, Slot
from . import answer_type_arabic, answer_type_english
from .comparison import comparison_word
from .parse_arabic import ARABIC
from .parse_english import ENGLISH
from .parsing import Parse
from .rewriting import parse

_VAGUE = ("entity", "description")


@lru_cache(maxsize=512)
def parse_question(question: str, language: str = "en") -> Parse:
    """Return the steps, anchors and options of `question`; the same for analysis and plans."""
    return parse(question, ARABIC if language == "ar" else ENGLISH)


def analyze_question(question: str, language: str = "en") -> QuestionFeatures:
    """Return what can be told from `question` alone.

    Args:
        question: A question in plain words.
        language: ISO 639-1 code; Arabic has rules of its own, all others use the English ones.
    """
    found = parse_question(question, language)
    words = answer_type_arabic if language == "ar" else answer_type_english
    tokens = (ARABIC if language == "ar" else ENGLISH).tokens(question)
    asked, head = words.answer_type(tokens), words.head_noun(tokens)
    if found.chooses:
        asked = "choice"
    elif len(found.steps) > 1 and not found.options and found.steps[-1].answer_type != asked:
        # What one question asks itself ("since what year") counts; of joined ones, the last does.
        inside = language != "ar" and head and answer_type_english.asks_inside(tokens)
        asked = asked if inside and asked not in _VAGUE else found.steps[-1].answer_type
    return QuestionFeatures(
        type=words.question_type(tokens, len(found.options), bool(found.comparative)),
        answer_type=asked,
        anchors=found.anchors,
        options=found.options,
        relations=tuple(step.relation for step in found.steps if step.relation),
        slots=tuple(
            Slot(
                id=str(number),
                subject=step.subject,
                relation=step.relation,
                answer_type=step.answer_type,
                depends_on=step.depends_on,
            )
            for number, step in enumerate(found.steps, start=1)
        ),
        head=head,
        comparison=comparison_word(question, (*found.anchors, *found.options)),
    )
