"""Whether an answer is in the language of its question."""

from ..language.detect import detect_language, is_in_script_of
from ..state.values import Answer


def language_right(question: str, answer: Answer) -> bool:
    """Tell whether `answer` says it is in the question's language, and is.

    Letters of another script are right only where the answer stands word for word in a passage
    that is in the question's language: a Latin name in an Arabic text is what that text says.
    Digits have no language.
    """
    asked = detect_language(question)
    if answer.language != asked:
        return False
    return is_in_script_of(answer.answer, asked) or any(
        answer.answer in passage.text and detect_language(passage.text) == asked
        for passage in answer.evidence
    )
