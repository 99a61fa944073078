"""retrieve: the passages for one query."""

import asyncio
from typing import Any

from ..models.retrying import scrub
from ..state.arms import EvidenceState
from ..state.errors import HopgraphError
from ..state.values import Failure, Passage
from .both import Both
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
        """Search; a search that fails is recorded, not raised.

        Raises:
            HopgraphError: The input or the store is at fault, and the caller can mend it.
        """
        try:
            pool = self._search(state)
            return {"pool": pool, "ranked": pool[: state["settings"].k * JUDGED_FACTOR]}
        except HopgraphError:
            raise
        except Exception as error:
            # The store may be anybody's service: whatever it raises is data.
            said = scrub(str(error))[:200]
            message = f"retrieval failed: {type(error).__name__}: {said}"
            return {
                "pool": [],
                "ranked": [],
                "failures": [Failure(stage="retrieve", kind="retrieval", message=message)],
            }

    async def acall(self, state: EvidenceState) -> dict[str, Any]:
        """Search in a thread: encoding keeps a processor busy."""
        return await asyncio.to_thread(self, state)

    def _search(self, state: EvidenceState) -> list[Passage]:
        settings = state["settings"]
        return self._services.corpus(settings).search(
            state.get("query") or state["question"],
            settings.k * POOL_FACTOR,
            as_of=state.get("as_of"),
            where=state.get("filter"),
            language=state["language"],
            index=settings.index,
        )


def retrieve(services: Services) -> Any:
    """Return the node."""
    node = Retrieve(services)
    return Both(node, node.acall, "retrieve")
