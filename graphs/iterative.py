"""The iterative arm: read, ground, plan the next hop by rule, until done."""

from typing import Any

from langgraph.graph import END, START, StateGraph

from ..nodes.bridge import bridge
from ..nodes.fill_gap import fill_gap
from ..nodes.first_hop import first_hop
from ..nodes.ground import ground
from ..nodes.iterative import finish, read_attempt
from ..nodes.record_hop import record_hop
from ..nodes.services import Services
from ..state.arms import HopOutput, HopState, IterativeOutput, IterativeState
from .edges import plan_hop, search_hops


def build_iterative(services: Services, evidence: Any) -> Any:
    """Return the compiled arm; `evidence` is the subgraph that searches."""
    builder = StateGraph(IterativeState, output_schema=IterativeOutput)
    builder.add_node("first_hop", first_hop)
    builder.add_node("read", read_attempt(services))
    builder.add_node("ground", ground)
    builder.add_node("fill_gap", fill_gap)
    builder.add_node("bridge", bridge)
    builder.add_node("hop", _build_hop(evidence))
    builder.add_node("finish", finish(services))
    builder.add_edge(START, "first_hop")
    builder.add_edge("first_hop", "read")
    builder.add_edge("read", "ground")
    builder.add_conditional_edges("ground", plan_hop)
    builder.add_conditional_edges("fill_gap", search_hops, ["hop", "finish"])
    builder.add_conditional_edges("bridge", search_hops, ["hop", "finish"])
    builder.add_edge("hop", "read")
    builder.add_edge("finish", END)
    return builder.compile(name="iterative")


def _build_hop(evidence: Any) -> Any:
    builder = StateGraph(HopState, output_schema=HopOutput)
    builder.add_node("evidence", evidence)
    builder.add_node("record_hop", record_hop)
    builder.add_edge(START, "evidence")
    builder.add_edge("evidence", "record_hop")
    builder.add_edge("record_hop", END)
    return builder.compile(name="hop")
