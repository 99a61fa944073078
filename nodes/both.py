"""A node that is native in both modes."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, TypeVar

from langchain_core.runnables import Runnable, RunnableConfig

State = TypeVar("State", bound=Mapping[str, Any])
Update = dict[str, Any]


class Both(Runnable[State, Update], Generic[State]):
    """A node that runs `run` under invoke and `arun` under ainvoke.

    Unlike LangChain's `RunnableLambda`, whose functions a cache of the process holds, it keeps
    no dropped graph and its corpus alive. The graph traces its nodes itself.
    """

    def __init__(
        self, run: Callable[[State], Update], arun: Callable[[State], Awaitable[Update]], name: str
    ) -> None:
        self.name = name
        self._run = run
        self._arun = arun

    def invoke(self, input: State, config: RunnableConfig | None = None, **_: Any) -> Update:
        """Run, synchronously."""
        return self._run(input)

    async def ainvoke(self, input: State, config: RunnableConfig | None = None, **_: Any) -> Update:
        """Run without blocking the event loop."""
        return await self._arun(input)
