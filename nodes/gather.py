"""gather: wait for the sub-questions that were sent together."""

from typing import Any

from ..state.arms import DecompositionState


def gather(state: DecompositionState) -> dict[str, Any]:
    """Add nothing: the reducers have merged the branches; the edge looks at the whole."""
    return {}
