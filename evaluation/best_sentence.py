"""A plain answer to stand beside a run's: the best sentence of the passages it read."""

from collections.abc import Sequence

from ..language.sentences import sentences
from ..language.terms import terms
from ..state.values import Passage


def best_sentence(question: str, passages: Sequence[Passage]) -> str:
    """Return the sentence with most of the question's terms; the first of equals; "" if none.

    Args:
        question: What is asked.
        passages: What the run read, best first.
    """
    asked = frozenset(terms(question))
    found = [sentence for passage in passages for sentence in sentences(passage.text)]
    return max(found, key=lambda sentence: len(asked.intersection(terms(sentence))), default="")
