"""Scores of one question: exact match, token F1, and how much of the evidence was found.

Exact match and F1 are SQuAD's (Rajpurkar et al. 2016; 2.0 for empty answers), which HotpotQA,
2WikiMultiHopQA and MuSiQue took over, taken as the best over all aliases. HotpotQA's own script
also gives 0 to any partial overlap with "yes" or "no"; the published comparisons do not.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from ..reasoning.text import normalise_answer


def exact_match(prediction: str, answers: Sequence[str]) -> float:
    """Return 1.0 if the normalised prediction equals one of the normalised answers."""
    normalised = normalise_answer(prediction)
    return float(any(normalised == normalise_answer(answer) for answer in answers))


def token_f1(prediction: str, answers: Sequence[str]) -> float:
    """Return the best token F1 of the prediction over the answers, in [0, 1]."""
    return max((_f1(prediction, answer) for answer in answers), default=0.0)


def _f1(prediction: str, answer: str) -> float:
    predicted, right = normalise_answer(prediction).split(), normalise_answer(answer).split()
    if not predicted or not right:
        return float(predicted == right)
    common = (Counter(predicted) & Counter(right)).total()
    return 2 * common / (len(predicted) + len(right))


def recall_at(k: int, ranked: Sequence[str], gold: Collection[str]) -> float:
    """Return the share of `gold` among the first `k` of `ranked`; `gold` is not empty."""
    return len(set(ranked[:k]) & set(gold)) / len(set(gold))


def all_gold_at(k: int, ranked: Sequence[str], gold: Collection[str]) -> float:
    """Return 1.0 if all of `gold` is among the first `k` of `ranked`."""
    return float(set(gold) <= set(ranked[:k]))
