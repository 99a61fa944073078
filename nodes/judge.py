"""judge: question, bridge and candidate scored together, by rule or by a model."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..reasoning.arms import NAMES_OF_MOTHRAG
from ..reasoning.budget import arm_limits
from ..reasoning.judging import judge as judge_by_rule
from ..reasoning.mothrag.qtype import classify, count
from ..reasoning.mothrag.routing import bridge_allowed
from ..state.arms import EvidenceState
from ..state.values import Failure, Passage
from .both import Both
from .searching import search
from .services import Services

if TYPE_CHECKING:
    from ..models.model_judge import Judged, Search


class Judge:
    """Re-score the ranked passages."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, state: EvidenceState) -> dict[str, Any]:
        """Judge, synchronously."""
        judge = self._services.judge(state["settings"])
        if judge is None or not _is_judged(state):
            return self._by_rule(state)
        find, failures = self._searcher(state)
        return _update(judge.judge(*self._task(state, find)), failures)

    async def acall(self, state: EvidenceState) -> dict[str, Any]:
        """Judge without blocking the event loop."""
        judge = await asyncio.to_thread(self._services.judge, state["settings"])
        if judge is None or not _is_judged(state):
            return self._by_rule(state)
        find, failures = self._searcher(state)

        async def afind(query: str, k: int) -> Sequence[Passage]:
            return await asyncio.to_thread(find, query, k)

        return _update(await judge.ajudge(*self._task(state, afind)), failures)

    @staticmethod
    def _by_rule(state: EvidenceState) -> dict[str, Any]:
        return {"ranked": judge_by_rule(_query(state), state["features"], state["ranked"])}

    @staticmethod
    def _task(state: EvidenceState, find: Any) -> tuple[Any, ...]:
        calls = state.get("calls", [])
        arm = state.get("arm", "direct")
        limits = arm_limits(
            state["settings"], calls, state.get("deadline"), arm, state.get("parallel", 1)
        )
        return _query(state), state["ranked"], find, tuple(calls), limits, f"{arm}.judge"

    def _searcher(self, state: EvidenceState) -> "tuple[Search, list[Failure]]":
        """Return the judge's own search, and the list of what fails in it."""
        failures: list[Failure] = []

        def find(query: str, k: int) -> list[Passage]:
            passages, failed = search(self._services, state, query, k)
            failures.extend(failed)
            return passages

        return find, failures


class JudgeHop(Judge):
    """Re-score what the searches of a hop agree on; by rule, their agreement is the order."""

    @staticmethod
    def _by_rule(state: EvidenceState) -> dict[str, Any]:
        return {"ranked": state["ranked"]}


def _is_judged(state: EvidenceState) -> bool:
    """Tell whether a model judges here; MothRag gates it by arm and question class."""
    if not state["ranked"]:
        return False
    if state["settings"].profile != "mothrag":
        return True
    arm = NAMES_OF_MOTHRAG[state.get("arm", "direct")]
    return bridge_allowed(arm, classify(count(state["question"])))


def _query(state: EvidenceState) -> str:
    return state.get("query") or state["question"]


def _update(judged: "Judged", failures: list[Failure]) -> dict[str, Any]:
    # Searches made side by side may fail in any order.
    failed = sorted(failures, key=lambda failure: failure.message)
    return {
        "ranked": list(judged.passages),
        "calls": list(judged.calls),
        "failures": [*judged.failures, *failed],
    }


def judge_hop(services: Services) -> Any:
    """Return the hop loop's node."""
    node = JudgeHop(services)
    return Both(node, node.acall, "judge")


def judge(services: Services) -> Any:
    """Return the node."""
    node = Judge(services)
    return Both(node, node.acall, "judge")
