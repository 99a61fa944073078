"""bridge: queries that join what the passages brought to what is still open."""

from typing import Any

from ..reasoning.hop_planning import bridge_queries
from ..state.arms import IterativeState


def bridge(state: IterativeState) -> dict[str, Any]:
    """Plan the hop."""
    return {"hop_queries": bridge_queries(state.get("leads", []), state.get("hop_results", []))}
