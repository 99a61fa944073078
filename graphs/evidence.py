"""The evidence subgraph: retrieve, judge, keep what forms a chain."""

from typing import Any

from langgraph.graph import END, START, StateGraph

from ..nodes.chain_filter import chain_filter
from ..nodes.judge import judge
from ..nodes.retrieve import retrieve
from ..nodes.services import Services
from ..state.arms import EvidenceOutput, EvidenceState


def build_evidence(services: Services) -> Any:
    """Return the compiled subgraph."""
    builder = StateGraph(EvidenceState, output_schema=EvidenceOutput)
    builder.add_node("retrieve", retrieve(services))
    builder.add_node("judge", judge(services))
    builder.add_node("chain_filter", chain_filter)
    builder.add_edge(START, "retrieve")
    builder.add_edge("retrieve", "judge")
    builder.add_edge("judge", "chain_filter")
    builder.add_edge("chain_filter", END)
    return builder.compile(name="evidence")
