"""fill_gap: a query for each thing that is missing and can be searched for now."""

from typing import Any

from ..reasoning.gaps import conflicts
from ..reasoning.hop_planning import choose_strategy, gap_query
from ..state.arms import IterativeState
from ..state.values import Gap, HopQuery

MOST_AT_ONCE = 3


def fill_gap(state: IterativeState) -> dict[str, Any]:
    """Plan the hop: independent slots are searched for side by side."""
    queries: dict[str, HopQuery] = {}
    for gap in state["missing_info"][:MOST_AT_ONCE]:
        planned = _planned(state, gap)
        if planned is not None:
            queries.setdefault(planned.query, planned)
    return {"hop_queries": list(queries.values())}


def _planned(state: IterativeState, gap: Gap) -> HopQuery | None:
    features, facts = state["features"], state.get("known_facts", [])
    hops = state.get("hop_results", [])
    strategy = choose_strategy(
        features=features, gap=gap, conflicts=conflicts(features, facts), hop_results=hops
    )
    query = gap_query(
        gap,
        question=state["question"],
        features=features,
        facts=facts,
        strategy=strategy,
        hop_results=hops,
    )
    if not query:
        return None
    return HopQuery(query=query, strategy=strategy, gap=gap, reasoning_step=gap.text)
