"""chain_filter: keep the passages that together form a chain, at most as many as are read."""

from typing import Any

from ..reasoning.chain_filter import filter_chain
from ..reasoning.mothrag.chain_filter import filter_chain as filter_chain_as_mothrag
from ..state.arms import EvidenceState


def chain_filter(state: EvidenceState) -> dict[str, Any]:
    """Filter the ranked passages."""
    settings = state["settings"]
    ranked = state["ranked"]
    if settings.profile == "mothrag":
        kept = filter_chain_as_mothrag(state["question"], ranked)
    else:
        kept = filter_chain(state.get("query") or state["question"], state["features"], ranked)
    return {"passages": kept[: settings.k]}
