"""Usage: what the calls of one question add up to."""

from collections.abc import Sequence

from ..state.values import ModelCall, StageUsage, Usage


def usage_of(calls: Sequence[ModelCall]) -> Usage:
    """Return totals, and totals by stage; each call counts once."""
    stages = sorted({call.stage for call in calls})
    by_stage = {stage: _total([c for c in calls if c.stage == stage]) for stage in stages}
    total = _total(calls)
    return Usage(
        model_calls=total.model_calls,
        cached_calls=sum(1 for c in calls if c.requests == 0),
        input_tokens=total.input_tokens,
        output_tokens=total.output_tokens,
        cost_usd=total.cost_usd,
        by_stage=by_stage,
    )


def _total(calls: Sequence[ModelCall]) -> StageUsage:
    sent = [c for c in calls if c.requests]
    costs = [c.cost_usd for c in sent]
    known = [cost for cost in costs if cost is not None]
    return StageUsage(
        model_calls=sum(c.requests for c in sent),
        input_tokens=sum(c.input_tokens for c in sent),
        output_tokens=sum(c.output_tokens for c in sent),
        cost_usd=round(sum(known), 9) if len(known) == len(costs) else None,
    )
