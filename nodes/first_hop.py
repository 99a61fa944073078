"""first_hop: the evidence that all arms share counts as the loop's first hop."""

from typing import Any

from ..reasoning.hop_planning import choose_strategy
from ..state.arms import HopState, IterativeState
from ..state.values import HopQuery
from .record_hop import record_hop


def first_hop(state: IterativeState) -> dict[str, Any]:
    """Record the first hop."""
    query = HopQuery(
        query=state["question"],
        strategy=choose_strategy(features=state["features"], gap=None),
        reasoning_step=state["question"],
    )
    shared: HopState = {
        "settings": state["settings"],
        "features": state["features"],
        "language": state["language"],
        "passages": state["passages"],
        "hop": query,
        "hop_number": 1,
    }
    return record_hop(shared)
