"""direct: read the evidence once, answer and prove."""

from typing import Any

from ..models.reading import Reading, ReadingTask
from ..state.reasoning import ReasoningState
from .both import Both
from .reading import aread, claimed, grounded, read, reading_task, spent
from .services import Services


class Direct:
    """The direct arm: one read."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, state: ReasoningState) -> dict[str, Any]:
        """Read, synchronously."""
        task = _task(state)
        return _update(state, task, read(self._services, state, task))

    async def acall(self, state: ReasoningState) -> dict[str, Any]:
        """Read without blocking the event loop."""
        task = _task(state)
        return _update(state, task, await aread(self._services, state, task))


def _task(state: ReasoningState) -> ReadingTask:
    return reading_task(state, "read", "direct", state["passages"])


def _update(state: ReasoningState, task: ReadingTask, reading: Reading) -> dict[str, Any]:
    candidate = claimed("direct", reading, task)
    if candidate is None:
        return spent(reading)
    return {
        "candidates": [grounded(candidate, task.passages, state["features"])],
        **spent(reading),
    }


def direct(services: Services) -> Any:
    """Return the node."""
    node = Direct(services)
    return Both(node, node.acall, "direct")
