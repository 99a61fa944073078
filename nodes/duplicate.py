"""duplicate: Pool-Duplicate Dispatch, a second vote for the hop loop's answer, at no call.

MothRag copies the iterative candidate always; here only a grounded one is worth double.
"""

from typing import Any

from ..state.reasoning import ReasoningState


def duplicate(state: ReasoningState) -> dict[str, Any]:
    """Copy the iterative arm's candidate if it is grounded."""
    always = state["settings"].profile == "mothrag"
    copies = [
        candidate.model_copy(update={"arm": "duplicate"})
        for candidate in state["candidates"]
        if candidate.arm == "iterative" and (always or candidate.proof.status == "valid")
    ]
    return {"candidates": copies}
