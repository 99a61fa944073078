"""What the searching nodes share: a search whose fault is data."""

from collections.abc import Mapping
from typing import Any

from ..models.retrying import scrub
from ..state.errors import InputError
from ..state.values import Failure, Passage
from .services import Services


def search(
    services: Services, state: Mapping[str, Any], query: str, k: int
) -> tuple[list[Passage], list[Failure]]:
    """Return the `k` best passages for `query`; none, and the failure, where the search broke.

    Encoder and store may be anybody's service, and any search of a question may be the one that
    breaks: what the others found stays.

    Raises:
        InputError: What was asked for cannot be searched for.
        StoreError: There is no store to search in.
    """
    settings = state["settings"]
    corpus = services.corpus(settings)
    try:
        passages = corpus.search(
            query,
            k,
            as_of=state.get("as_of"),
            where=state.get("filter"),
            language=state["language"],
            index=settings.index,
        )
    except InputError:
        raise
    except Exception as error:
        return [], [retrieval_failure("retrieve", error)]
    return passages, []


def retrieval_failure(stage: str, error: Exception) -> Failure:
    """Return the failure of an encoder or a store, in one line without keys."""
    # First without keys, then cut: half a key is no longer known as one.
    said = scrub(" ".join(str(error).split()))[:200]
    message = f"retrieval failed: {type(error).__name__}: {said}"
    return Failure(stage=stage, kind="retrieval", message=message)
