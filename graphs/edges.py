"""The pure functions that choose the next node: no model, no clock, no chance."""

from collections.abc import Mapping
from typing import Any, Literal

from langgraph.types import Send

from ..reasoning.arms import arms_for, is_proved
from ..reasoning.hop_loop import hops_made, next_step
from ..reasoning.sub_questions import ready, substituted
from ..state.arms import DecompositionState, IterativeState
from ..state.reasoning import ReasoningState
from ..state.values import ArmName

FirstArm = Literal["direct", "decomposition", "iterative"]
LaterArm = Literal["decomposition", "iterative", "faithfulness", "arbitrate"]

# What a search needs to know of the question; the rest of a state stays where it is.
_ASKED = ("question", "settings", "hops", "as_of", "language", "filter", "deadline", "features")


def choose_arms(state: ReasoningState) -> list[FirstArm]:
    """Return the arms that start on the evidence: the direct arm alone, where it runs.

    Its reading is the hop loop's first and can carry the plan of the sub-questions, so the other
    arms come after it, side by side, and no prompt is asked twice.
    """
    arms = arms_for(state["question"], state["settings"])
    return ["direct"] if "direct" in arms else [*_later_arms(arms)]


def after_direct(state: ReasoningState) -> list[LaterArm]:
    """Return the arms that follow the direct arm, or what follows them."""
    settings = state["settings"]
    is_staged = settings.policy == "staged" and settings.profile == "hopgraph"
    if is_staged and is_proved(_candidate(state, "direct"), settings.confidence_threshold):
        return [after_arms(state)]
    return [*_later_arms(arms_for(state["question"], settings))]


def after_arms(state: ReasoningState) -> Literal["faithfulness", "arbitrate"]:
    """Return the node that joins the arms; a model looks at faithfulness only where it shall."""
    return "arbitrate" if state["settings"].faithfulness == "rules" else "faithfulness"


def _later_arms(arms: list[ArmName]) -> list[Literal["decomposition", "iterative"]]:
    return [arm for arm in arms if arm == "decomposition" or arm == "iterative"]


def next_sub_questions(state: DecompositionState) -> list[Send] | Literal["synthesize"]:
    """Send every sub-question that can be answered now; none left means synthesis."""
    answers = state.get("sub_answers", [])
    open_now = ready(state.get("planned", []), answers)
    if not open_now:
        return "synthesize"
    return [
        Send(
            "solve",
            {
                **_asked(state),
                "arm": "decomposition",
                "parallel": len(open_now),
                "sub_question": s.model_copy(update={"text": substituted(s, answers)}),
                "query": substituted(s, answers),
            },
        )
        for s in open_now
    ]


def plan_hop(state: IterativeState) -> Literal["fill_gap", "bridge", "finish"]:
    """Search for a named gap, or join what was learned to what is open, or stop."""
    return next_step(state)


def search_hops(state: IterativeState) -> list[Send] | Literal["finish"]:
    """Send every planned query as a search of its own; nothing planned means the end."""
    number = 1 + hops_made(state.get("hop_results", []))
    queries = [hop.query for hop in state.get("hop_queries", [])]
    searches = [
        Send("search", {**_asked(state), "query": query, "hop_number": number}) for query in queries
    ]
    return searches or "finish"


def _asked(state: Mapping[str, Any]) -> dict[str, Any]:
    known = {name: state[name] for name in _ASKED if name in state}
    return {**known, "calls": state.get("calls", [])}


def _candidate(state: ReasoningState, arm: ArmName) -> Any:
    return next((c for c in state.get("candidates", []) if c.arm == arm), None)
