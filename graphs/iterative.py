"""The iterative arm: read, ground, plan the next hop by rule, until done."""

from typing import Any

from langgraph.graph import END, START, StateGraph

from ..nodes.bridge import bridge
from ..nodes.choose import choose
from ..nodes.fill_gap import fill_gap
from ..nodes.ground import ground
from ..nodes.iterative import finish, read_attempt
from ..nodes.judge import judge_hop
from ..nodes.record_hop import first_hop, record_hop
from ..nodes.search_hop import search_hop
from ..nodes.services import Services
from ..state.arms import IterativeOutput, IterativeState
from .edges import plan_hop, search_hops


def build_iterative(services: Services) -> Any:
    """Return the compiled arm."""
    builder = StateGraph(IterativeState, output_schema=IterativeOutput)
    builder.add_node("first_hop", first_hop)
    builder.add_node("read", read_attempt(services))
    builder.add_node("ground", ground)
    builder.add_node("fill_gap", fill_gap)
    builder.add_node("bridge", bridge)
    builder.add_node("search", search_hop(services))
    builder.add_node("choose", choose)
    builder.add_node("judge", judge_hop(services))
    builder.add_node("record_hop", record_hop)
    builder.add_node("finish", finish(services))
    builder.add_edge(START, "first_hop")
    builder.add_edge("first_hop", "read")
    builder.add_edge("read", "ground")
    builder.add_conditional_edges("ground", plan_hop)
    builder.add_conditional_edges("fill_gap", search_hops, ["search", "finish"])
    builder.add_conditional_edges("bridge", search_hops, ["search", "finish"])
    builder.add_edge("search", "choose")
    builder.add_edge("choose", "judge")
    builder.add_edge("judge", "record_hop")
    builder.add_edge("record_hop", "read")
    builder.add_edge("finish", END)
    return builder.compile(name="iterative")
