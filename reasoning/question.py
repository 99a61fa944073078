"""Question analysis by rule: type, anchors, relations and the slots of a complete answer."""

from functools import lru_cache

from ..state.values import QuestionFeatures, Slot
from .answer_type_english import answer_type, head_noun, question_type
from .parse_english import parse_english
from .parsing import Parse
from .tokens_english import english_tokens


@lru_cache(maxsize=512)
def parse_question(question: str, language: str = "en") -> Parse:
    """Return the steps, anchors and options of `question`; the same for analysis and plans."""
    return parse_english(question)


def analyze_question(question: str, language: str = "en") -> QuestionFeatures:
    """Return what can be told from `question` alone.

    Args:
        question: A question in plain words.
        language: ISO 639-1 code; Arabic has rules of its own, all others use the English ones.
    """
    parse = parse_question(question, language)
    tokens = english_tokens(question)
    asked = answer_type(tokens)
    if parse.options:
        asked = asked if asked == "yes_no" else "choice"
    elif len(parse.steps) > 1:
        asked = parse.steps[-1].answer_type
    return QuestionFeatures(
        type=question_type(tokens, len(parse.options), bool(parse.comparative)),
        answer_type=asked,
        anchors=parse.anchors,
        options=parse.options,
        relations=tuple(step.relation for step in parse.steps if step.relation),
        slots=tuple(
            Slot(
                id=str(number),
                subject=step.subject,
                relation=step.relation,
                answer_type=step.answer_type,
                depends_on=step.depends_on,
            )
            for number, step in enumerate(parse.steps, start=1)
        ),
        head=head_noun(tokens),
    )
