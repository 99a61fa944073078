"""A node that is native in both modes."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from langchain_core.runnables import RunnableLambda

State = TypeVar("State", bound=Mapping[str, Any])
Update = dict[str, Any]


def both(
    run: Callable[[State], Update], arun: Callable[[State], Awaitable[Update]], name: str
) -> RunnableLambda[State, Update]:
    """Return a node that runs `run` under invoke and `arun` under ainvoke."""
    return RunnableLambda(run, afunc=arun, name=name)
