"""Failures in words for a person: one line for each thing that did not work."""

from collections.abc import Sequence

from ..state.values import Failure


def told(failures: Sequence[Failure]) -> list[str]:
    """Return a line for each different message, with the stages it struck, in their order."""
    stages: dict[str, list[str]] = {}
    for failure in failures:
        struck = stages.setdefault(failure.message, [])
        if failure.stage not in struck:
            struck.append(failure.stage)
    return [f"{', '.join(struck)}: {message}" for message, struck in stages.items()]
