"""Which arms a question is given, and when an answer needs no further arm."""

from ..state.context import Context
from ..state.values import ArmName, Candidate
from .mothrag.routing import arm_subset

NAMES_OF_MOTHRAG: dict[ArmName, str] = {
    "direct": "v3bu",
    "decomposition": "decompose",
    "iterative": "iter",
    "duplicate": "iter_dup_a",
}
"""What MothRag calls the arms."""

_ARM_OF_MOTHRAG: dict[str, ArmName] = {name: arm for arm, name in NAMES_OF_MOTHRAG.items()}


def arms_for(question: str, settings: Context) -> list[ArmName]:
    """Return the arms of the profile, in the order of their names in the workflow."""
    if settings.profile == "mothrag":
        return [_ARM_OF_MOTHRAG[name] for name in arm_subset(question)]
    return ["direct", "decomposition", "iterative", "duplicate"]


def is_proved(candidate: Candidate | None, threshold: float) -> bool:
    """Tell whether `candidate` can stand without further arms.

    A valid proof is enough for a reader that has no measure of its own confidence (1.0); a
    reader that has one must reach `threshold` too, since a quote proves that a span stands in
    the text, not that it answers the question.
    """
    return (
        candidate is not None
        and not candidate.abstained
        and candidate.proof.status == "valid"
        and not candidate.missing
        and candidate.confidence >= threshold
    )
