"""search_hop: one of the searches that a hop makes side by side."""

import asyncio
from typing import Any

from ..state.arms import SearchState
from ..state.values import Ranking
from .both import Both
from .retrieve import Retrieve
from .services import Services


class SearchHop:
    """Search for one planned query."""

    def __init__(self, services: Services) -> None:
        self._retrieve = Retrieve(services)

    def __call__(self, state: SearchState) -> dict[str, Any]:
        """Search; what was held before is found again, which says that it belongs here."""
        update = self._retrieve(state)
        found = Ranking(
            query=state["query"],
            hop_number=state["hop_number"],
            passages=tuple(update["ranked"]),
        )
        return {"found": [found], "failures": update["failures"]}

    async def acall(self, state: SearchState) -> dict[str, Any]:
        """Search in a thread: encoding keeps a processor busy."""
        return await asyncio.to_thread(self, state)


def search_hop(services: Services) -> Any:
    """Return the node."""
    node = SearchHop(services)
    return Both(node, node.acall, "search")
