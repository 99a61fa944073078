"""Several rankings joined into one."""

from collections.abc import Sequence

from ..state.values import Passage

_FIRST = 1
"""What the first rank counts as: a small number lets the top of each ranking decide."""


def fuse(rankings: Sequence[tuple[float, Sequence[Passage]]]) -> list[Passage]:
    """Return the passages of all rankings, those first that stand high in many.

    Reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009): a passage scores the sum
    of weight / (1 + its rank from 0) over the rankings that hold it; ties go by id.

    Args:
        rankings: The weight of each ranking, and its passages, best first.
    """
    scores: dict[str, float] = {}
    passages: dict[str, Passage] = {}
    for weight, ranking in rankings:
        for rank, passage in enumerate(ranking):
            scores[passage.id] = scores.get(passage.id, 0.0) + weight / (_FIRST + rank)
            passages.setdefault(passage.id, passage)
    return sorted(passages.values(), key=lambda p: (-round(scores[p.id], 9), p.id))
