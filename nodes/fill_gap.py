"""fill_gap: a query for each thing that is missing and can be searched for now."""

from typing import Any

from ..reasoning.gaps import conflicts
from ..reasoning.hop_planning import bridge_queries, gap_queries
from ..state.arms import IterativeState


def fill_gap(state: IterativeState) -> dict[str, Any]:
    """Plan the hop: what is missing and where the passages lead, searched for side by side."""
    features, facts = state["features"], state.get("known_facts", [])
    hops = state.get("hop_results", [])
    queries = gap_queries(
        state["missing_info"],
        question=state["question"],
        features=features,
        facts=facts,
        hop_results=hops,
        conflicts=conflicts(features, facts),
    )
    return {"hop_queries": bridge_queries([*queries, *state.get("leads", [])], hops)}
