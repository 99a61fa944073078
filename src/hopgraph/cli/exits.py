"""Exit codes of the command line."""

from ..state.values import Answer

ANSWERED = 0
BAD_INPUT = 2
ABSTAINED = 3
NO_PROVIDER = 4
LEFT_OUT = 5
INTERRUPTED = 130

PROVIDER_KINDS = frozenset(
    {"auth", "rate_limit", "timeout", "unreachable", "bad_request", "too_large", "provider"}
)


def exit_code(answer: Answer) -> int:
    """Return the exit code that tells how a question ended."""
    if not answer.abstained:
        return ANSWERED
    failed = any(failure.kind in PROVIDER_KINDS for failure in answer.failures)
    return NO_PROVIDER if failed else ABSTAINED
