"""Wrong answers a simulated reader can give: of the type asked for, and quoted word for word."""

from collections.abc import Sequence

from proving import lookup, sentences_of, told

from hopgraph.language.names import find_names
from hopgraph.reasoning.answers import dates_in, numbers_in, option_named, yes_or_no
from hopgraph.reasoning.matching import mentions, same_name
from hopgraph.reasoning.text import normalise_answer
from hopgraph.state.values import Passage, ProofStep, QuestionFeatures

_DENIED = {"yes": "no", "no": "yes"}


def wrong_answer(
    right: str,
    passages: Sequence[Passage],
    question: str,
    features: QuestionFeatures,
    language: str,
    draw: float,
) -> tuple[str, ProofStep] | None:
    """Return an answer that is not right, and the lookup that quotes it; None if there is none.

    Args:
        right: The right answer.
        passages: What was given.
        question: The question.
        features: What it asks for: a yes/no or choice is turned round, a date or number gets
            another one of the passages, all else another name of them.
        language: ISO 639-1 code of the passages.
        draw: A number in [0, 1) that chooses.
    """
    first = int(draw * 1e6) % max(1, len(passages))
    for passage in (*passages[first:], *passages[:first]):
        if said := yes_or_no(right):
            return _DENIED[said], told(passage, question)
        choices = [
            (sentence, value)
            for _, sentence in sentences_of([passage])
            for value in _values(sentence, right, features, language)
            if normalise_answer(value) not in ("", normalise_answer(right))
            and not same_name(value, passage.title if len(features.options) != 2 else "")
        ]
        if choices:
            sentence, value = choices[int(draw * 1e9) % len(choices)]
            return value, lookup(passage, sentence, passage.title, value)
    return None


def _values(sentence: str, right: str, features: QuestionFeatures, language: str) -> list[str]:
    if option_named(right, features.options):
        return [o for o in features.options if mentions(sentence, o) and not same_name(o, right)]
    if features.answer_type in ("date", "year"):
        return [span.text for span in dates_in(sentence)]
    if features.answer_type in ("number", "duration"):
        return [span.text for span in numbers_in(sentence)]
    named = find_names(sentence, language)
    return [name.text for name in named if name.type not in ("DATE", "NUM")]
