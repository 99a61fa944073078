"""plan: which sub-questions the decomposition arm answers."""

from typing import Any

from ..models.reading import Reading, ReadingTask
from ..reasoning.sub_questions import sound_plan, uncovered
from ..state.arms import DecompositionState
from ..state.values import SubQuestion
from .both import Both
from .reading import aread, read, reading_task
from .services import Services


class Plan:
    """Take the plan at hand; ask for one only where no reader has been asked yet."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, state: DecompositionState) -> dict[str, Any]:
        """Plan, synchronously."""
        plan = _plan_at_hand(state)
        if plan or _was_asked(state):
            return {"planned": list(plan)}
        readings = [read(self._services, state, _task(state, ()))]
        lacking = uncovered(state["features"], readings[0].plan)
        if lacking and _may_repair(readings[0]):
            readings.append(read(self._services, state, _task(state, lacking, readings[0])))
        return _update(readings)

    async def acall(self, state: DecompositionState) -> dict[str, Any]:
        """Plan without blocking the event loop."""
        plan = _plan_at_hand(state)
        if plan or _was_asked(state):
            return {"planned": list(plan)}
        readings = [await aread(self._services, state, _task(state, ()))]
        lacking = uncovered(state["features"], readings[0].plan)
        if lacking and _may_repair(readings[0]):
            readings.append(await aread(self._services, state, _task(state, lacking, readings[0])))
        return _update(readings)


def _plan_at_hand(state: DecompositionState) -> tuple[SubQuestion, ...]:
    """Return the direct arm's plan, or the rules', whichever first covers the question."""
    proposed = [c.plan for c in state.get("candidates", []) if c.arm == "direct"]
    for plan in (*proposed, tuple(state.get("sub_questions", []))):
        sound = sound_plan(plan)
        if sound and not uncovered(state["features"], sound):
            return sound
    return ()


def _was_asked(state: DecompositionState) -> bool:
    # The first reply can carry a plan: one that did not will not come from asking again.
    direct = any(c.arm == "direct" for c in state.get("candidates", []))
    return direct or not state["settings"].decompose


def _may_repair(reading: Reading) -> bool:
    return bool(sound_plan(reading.plan)) and not reading.failures


def _task(
    state: DecompositionState, lacking: tuple[str, ...], first: Reading | None = None
) -> ReadingTask:
    question = state["question"]
    if lacking:
        question = f"{question}\n(The sub-questions must also speak of: {', '.join(lacking)}.)"
    known = dict(state)
    if first is not None:
        known["calls"] = [*state.get("calls", []), *first.calls]
    return reading_task(known, "plan", "decomposition", state["passages"], question=question)


def _update(readings: list[Reading]) -> dict[str, Any]:
    plans = [sound_plan(reading.plan) for reading in readings]
    best = next((plan for plan in reversed(plans) if plan), ())
    return {
        "planned": list(best),
        "calls": [call for reading in readings for call in reading.calls],
        "failures": [failure for reading in readings for failure in reading.failures],
    }


def plan(services: Services) -> Any:
    """Return the node."""
    node = Plan(services)
    return Both(node, node.acall, "plan")
