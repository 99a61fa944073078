"""retrieve: the passages for one query."""

import asyncio
from typing import Any

from ..state.arms import EvidenceState
from .both import Both
from .searching import search
from .services import Services

# The judge and the chain filter choose from this many times the passages a reader is given,
JUDGED_FACTOR = 2
# and later hops from this many times.
POOL_FACTOR = 4


class Retrieve:
    """Search the corpus."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, state: EvidenceState) -> dict[str, Any]:
        """Search; a search that fails is recorded, not raised."""
        settings = state["settings"]
        query = state.get("query") or state["question"]
        pool, failures = search(self._services, state, query, settings.k * POOL_FACTOR)
        ranked = pool[: settings.k * JUDGED_FACTOR]
        return {"pool": pool, "ranked": ranked, "failures": failures}

    async def acall(self, state: EvidenceState) -> dict[str, Any]:
        """Search in a thread: encoding keeps a processor busy."""
        return await asyncio.to_thread(self, state)


def retrieve(services: Services) -> Any:
    """Return the node."""
    node = Retrieve(services)
    return Both(node, node.acall, "retrieve")
