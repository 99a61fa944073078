"""bridge: a query that joins what was learned to what is still open."""

from typing import Any

from ..reasoning.hop_planning import bridge_query
from ..state.arms import IterativeState
from ..state.values import HopQuery, HopStrategy


def bridge(state: IterativeState) -> dict[str, Any]:
    """Plan the hop."""
    query = bridge_query(
        question=state["question"],
        features=state["features"],
        facts=state.get("known_facts", []),
        hop_results=state.get("hop_results", []),
    )
    if not query:
        return {"hop_queries": []}
    planned = HopQuery(query=query, strategy=HopStrategy.RELATION_BRIDGING, reasoning_step=query)
    return {"hop_queries": [planned]}
