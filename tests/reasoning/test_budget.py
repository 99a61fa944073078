"""Budgets: nothing is spent twice, however many arms run side by side."""

from hypothesis import given
from hypothesis import strategies as st

from hopgraph.reasoning.budget import Limits, arm_limits, limits_left, shared_limits
from hopgraph.state.context import Budgets, Context
from hopgraph.state.values import ArmName, ModelCall


def _call(number: int, stage: str, requests: int = 1) -> ModelCall:
    return ModelCall(id=f"{stage}{number}", stage=stage, model="m", requests=requests)


def test_no_budget_means_no_limit() -> None:
    assert limits_left(Budgets(), [_call(1, "direct")]) == Limits()


def test_what_was_used_is_taken_off() -> None:
    budgets = Budgets(max_calls=5, max_tokens=100, max_usd=1.0)
    used = ModelCall(
        id="a", stage="direct", model="m", input_tokens=30, output_tokens=20, cost_usd=0.25
    )
    assert limits_left(budgets, [used]) == Limits(calls=4, tokens=50, usd=0.75)


def test_a_cached_reply_costs_nothing() -> None:
    cached = ModelCall(id="a", stage="direct", model="m", input_tokens=30, requests=0)
    assert limits_left(Budgets(max_calls=1, max_tokens=10), [cached]) == Limits(calls=1, tokens=10)


@given(st.integers(0, 12), st.lists(st.sampled_from(["decomposition", "iterative"]), max_size=40))
def test_arms_side_by_side_never_exceed_the_budget(max_calls: int, turns: list[ArmName]) -> None:
    settings = Context(budgets=Budgets(max_calls=max_calls))
    before = [_call(0, "direct")] if max_calls else []
    made: dict[str, list[ModelCall]] = {"decomposition": [], "iterative": []}
    for number, arm in enumerate(turns):
        limits = arm_limits(settings, [*before, *made[arm]], None, arm)
        if limits.calls:
            made[arm].append(_call(number, arm))
    assert len(before) + sum(map(len, made.values())) <= max_calls


def test_calls_of_a_stage_within_an_arm_count_for_the_arm() -> None:
    settings = Context(budgets=Budgets(max_calls=4))
    calls = [_call(1, "iterative.judge"), _call(2, "iterative")]
    assert arm_limits(settings, calls, None, "iterative").calls == 0
    assert arm_limits(settings, calls, None, "decomposition").calls == 1


@given(st.integers(0, 9), st.integers(0, 6))
def test_branches_share_what_is_left_and_the_first_ones_come_first(
    left: int, branches: int
) -> None:
    calls = [limits.calls or 0 for limits in shared_limits(Limits(calls=left), branches)]
    assert len(calls) == branches
    assert sum(calls) <= left
    assert calls == sorted(calls, reverse=True)
    assert sum(1 for own in calls if own) == min(left, branches)


def test_branches_without_limits_have_none() -> None:
    assert shared_limits(Limits(), 2) == [Limits(), Limits()]
    assert shared_limits(Limits(tokens=9, usd=1.0), 2) == [Limits(tokens=4, usd=0.5)] * 2
