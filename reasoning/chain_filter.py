"""Keeping the passages that together form a chain from the question to an answer."""

from collections.abc import Sequence

from ..state.values import Passage, QuestionFeatures


def filter_chain(
    question: str, features: QuestionFeatures, passages: Sequence[Passage]
) -> list[Passage]:
    """Return `passages`, those that form a chain first.

    Args:
        question: The question, or the query of one hop.
        features: What the question asks for.
        passages: Judged passages, best first.
    """
    return list(passages)
