"""The judge by rule: question, bridge and candidate scored together, without a model."""

from collections.abc import Sequence

from ..state.values import Passage, QuestionFeatures


def judge(question: str, features: QuestionFeatures, passages: Sequence[Passage]) -> list[Passage]:
    """Return `passages` in the order of how well each continues the chain, best first.

    Retrieval has scored each candidate together with the question and the bridge passage that
    leads to it (`Passage.why`), with the rarity of every word at hand, so its score decides.
    Scoring again by the relations asked, the type of the answer, new words or bridges cost
    recall or left it as it was, also as a fitted linear model: benchmarks/retrieval/README.md.

    Args:
        question: The question, or a sub-question.
        features: What the question asks for.
        passages: Retrieved passages, of one search or of several.
    """
    return sorted(passages, key=lambda passage: -passage.score)
