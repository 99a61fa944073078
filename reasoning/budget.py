"""Budgets: what is left for a question, and how branches that run side by side share it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..state.context import Budgets, Context
from ..state.values import ArmName, ModelCall


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


def arm_limits(
    settings: Context,
    calls: Sequence[ModelCall],
    deadline: float | None,
    arm: ArmName,
    parallel: int = 1,
) -> Limits:
    """Return what one of `parallel` branches of `arm` may still use.

    The direct arm runs alone. The two that run side by side each get an equal part of what was
    left when they started, because neither sees what the other uses.
    """
    own = [c for c in calls if is_stage_of(c.stage, arm)]
    before = [c for c in calls if not is_stage_of(c.stage, arm)]
    side_by_side = 1 if arm == "direct" else 2
    part = _part(limits_left(settings.budgets, before, deadline), side_by_side)
    return _part(_less(part, own), parallel)


def shared_limits(limits: Limits, branches: int) -> list[Limits]:
    """Return what each of `branches` that run side by side may use.

    Equal parts; where the calls do not suffice for all, the first ones have one each.
    """
    calling = branches if limits.calls is None else min(branches, limits.calls)
    part = _part(limits, max(1, calling))
    return [part] * calling + [replace(part, calls=0)] * (branches - calling)


def is_stage_of(stage: str, arm: str) -> bool:
    """Tell whether `stage` ("iterative", "iterative.judge") belongs to `arm`."""
    return stage == arm or stage.startswith(f"{arm}.")


def _less(limits: Limits, calls: Sequence[ModelCall]) -> Limits:
    used = Budgets(max_calls=limits.calls, max_tokens=limits.tokens, max_usd=limits.usd)
    return limits_left(used, calls, limits.deadline)


def _part(limits: Limits, branches: int) -> Limits:
    return Limits(
        calls=None if limits.calls is None else limits.calls // branches,
        tokens=None if limits.tokens is None else limits.tokens // branches,
        usd=None if limits.usd is None else limits.usd / branches,
        deadline=limits.deadline,
    )


def _left(limit: int | None, used: int) -> int | None:
    return None if limit is None else max(0, limit - used)
