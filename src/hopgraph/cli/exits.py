"""Exit codes of the command line."""

from ..state.values import Answer

ANSWERED = 0
BAD_INPUT = 2
ABSTAINED = 3
FAILED = 4
LEFT_OUT = 5
UNMENDED = 6
INTERRUPTED = 130

FAULTS = frozenset({"auth", "rate_limit", "timeout", "unreachable", "bad_request", "too_large"})
FAULTS |= {"provider", "retrieval"}
"""Kinds of failure that lie with a provider or the store, not with the question."""


def exit_code(answer: Answer) -> int:
    """Return the exit code that tells how a question ended."""
    if not answer.abstained:
        return ANSWERED
    failed = any(failure.kind in FAULTS for failure in answer.failures)
    return FAILED if failed else ABSTAINED
