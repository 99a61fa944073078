"""Budgets: what is left for a question, and how parallel branches share it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..state.context import Budgets
from ..state.values import ModelCall


@dataclass(frozen=True)
class Limits:
    """What may still be used; None means no limit.

    Attributes:
        calls: Requests to chat models.
        tokens: Tokens, in and out.
        usd: US dollars.
        deadline: Seconds since the epoch after which no call may start.
    """

    calls: int | None = None
    tokens: int | None = None
    usd: float | None = None
    deadline: float | None = None


def limits_left(
    budgets: Budgets, calls: Sequence[ModelCall], deadline: float | None = None
) -> Limits:
    """Return what `calls` have left of `budgets`."""
    return Limits(
        calls=_left(budgets.max_calls, sum(c.requests for c in calls)),
        tokens=_left(
            budgets.max_tokens,
            sum(c.input_tokens + c.output_tokens for c in calls if c.requests),
        ),
        usd=None
        if budgets.max_usd is None
        else max(0.0, budgets.max_usd - sum(c.cost_usd or 0.0 for c in calls)),
        deadline=deadline,
    )


def shared(limits: Limits, branches: int) -> Limits:
    """Return one of `branches` equal parts of `limits`, for branches that run in parallel."""
    return Limits(
        calls=None if limits.calls is None else limits.calls // branches,
        tokens=None if limits.tokens is None else limits.tokens // branches,
        usd=None if limits.usd is None else limits.usd / branches,
        deadline=limits.deadline,
    )


def _left(limit: int | None, used: int) -> int | None:
    return None if limit is None else max(0, limit - used)
