"""The decomposition arm: plan, solve what is ready (in parallel), again, then synthesize."""

from typing import Any

from langgraph.graph import END, START, StateGraph

from ..nodes.decomposition import answer_sub_question, synthesize
from ..nodes.gather import gather
from ..nodes.plan import plan
from ..nodes.services import Services
from ..state.arms import ArmOutput, DecompositionState, SolveOutput, SolveState
from .edges import next_sub_questions


def build_decomposition(services: Services, evidence: Any) -> Any:
    """Return the compiled arm; `evidence` is the subgraph that searches."""
    builder = StateGraph(DecompositionState, output_schema=ArmOutput)
    builder.add_node("plan", plan(services))
    builder.add_node("solve", _build_solve(services, evidence))
    builder.add_node("gather", gather)
    builder.add_node("synthesize", synthesize(services))
    builder.add_edge(START, "plan")
    builder.add_conditional_edges("plan", next_sub_questions, ["solve", "synthesize"])
    builder.add_edge("solve", "gather")
    builder.add_conditional_edges("gather", next_sub_questions, ["solve", "synthesize"])
    builder.add_edge("synthesize", END)
    return builder.compile(name="decomposition")


def _build_solve(services: Services, evidence: Any) -> Any:
    builder = StateGraph(SolveState, output_schema=SolveOutput)
    # A drawing of all levels needs names that differ.
    builder.add_node("sub_evidence", evidence)
    builder.add_node("answer_sub_question", answer_sub_question(services))
    builder.add_edge(START, "sub_evidence")
    builder.add_edge("sub_evidence", "answer_sub_question")
    builder.add_edge("answer_sub_question", END)
    return builder.compile(name="solve")
