"""choose: the passages that the searches of a hop agree on, and are not held yet."""

from typing import Any

from ..reasoning.fusion import fuse
from ..state.arms import IterativeState
from .retrieve import JUDGED_FACTOR

# The question's own ranking counts as much as this many searches of a hop.
QUESTION_WEIGHT = 2.0


def choose(state: IterativeState) -> dict[str, Any]:
    """Rank what was found so far; a model judge and the hop choose from the best of it."""
    rankings = [(QUESTION_WEIGHT, state.get("pool", []))]
    rankings += [(1.0, list(ranking.passages)) for ranking in state.get("found", [])]
    held = {passage.id for passage in state["passages"]}
    new = [passage for passage in fuse(rankings) if passage.id not in held]
    return {"ranked": new[: state["settings"].k * JUDGED_FACTOR]}
