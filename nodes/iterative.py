"""iterative: read what the hops have brought; at the end, give the best attempt."""

from typing import Any

from ..models.reading import Reading, ReadingTask
from ..reasoning.budget import arm_limits
from ..reasoning.hop_loop import passages_to_read
from ..reasoning.mothrag.proof import status_of
from ..state.arms import IterativeState
from ..state.values import Candidate
from .both import Both
from .reading import aread, claimed, grounded, read, reading_task, spent
from .services import Services


class ReadAttempt:
    """Read; the first reading is the direct arm's, which is not asked for twice."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, state: IterativeState) -> dict[str, Any]:
        """Read, synchronously."""
        task = _task(state, best_effort=False)
        return _attempt(task, read(self._services, state, task))

    async def acall(self, state: IterativeState) -> dict[str, Any]:
        """Read without blocking the event loop."""
        task = _task(state, best_effort=False)
        return _attempt(task, await aread(self._services, state, task))


class Finish:
    """Give the best attempt; where all abstained, ask once for the most likely answer."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, state: IterativeState) -> dict[str, Any]:
        """Finish, synchronously."""
        best = state.get("best")
        if not _may_guess(state, best):
            return {"candidates": _proposed(state, best)}
        task = _task(state, best_effort=True)
        return _last(state, task, read(self._services, state, task))

    async def acall(self, state: IterativeState) -> dict[str, Any]:
        """Finish without blocking the event loop."""
        best = state.get("best")
        if not _may_guess(state, best):
            return {"candidates": _proposed(state, best)}
        task = _task(state, best_effort=True)
        return _last(state, task, await aread(self._services, state, task))


def _task(state: IterativeState, best_effort: bool) -> ReadingTask:
    passages = passages_to_read(
        state["passages"],
        state.get("hop_results", []),
        state.get("known_facts", []),
        state["settings"].k,
    )
    return reading_task(state, "best_effort" if best_effort else "read", "iterative", passages)


def _attempt(task: ReadingTask, reading: Reading) -> dict[str, Any]:
    return {"attempt": claimed("iterative", reading, task), **spent(reading)}


def _may_guess(state: IterativeState, best: Candidate | None) -> bool:
    if best is None or not best.abstained or not state["passages"]:
        return False
    limits = arm_limits(
        state["settings"], state.get("calls", []), state.get("deadline"), "iterative"
    )
    return limits.calls is None or limits.calls > 0


def _last(state: IterativeState, task: ReadingTask, reading: Reading) -> dict[str, Any]:
    best = state.get("best")
    candidate = claimed("iterative", reading, task)
    if candidate is not None and not candidate.abstained:
        best = grounded(candidate, task.passages, state["features"])
    return {"candidates": _proposed(state, best), **spent(reading)}


def _proposed(state: IterativeState, best: Candidate | None) -> list[Candidate]:
    """Return what the arm proposes; MothRag's own arbitration asks for its own verdict."""
    if best is None:
        return []
    if state["settings"].profile != "mothrag":
        return [best]
    said = status_of(best, state["passages"])
    return [best.model_copy(update={"mothrag_status": said})]


def read_attempt(services: Services) -> Any:
    """Return the node that reads."""
    node = ReadAttempt(services)
    return Both(node, node.acall, "read")


def finish(services: Services) -> Any:
    """Return the node that ends the arm."""
    node = Finish(services)
    return Both(node, node.acall, "finish")
