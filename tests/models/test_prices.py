"""Prices by date, and tokens where nobody counted them."""

import re

import pytest

from hopgraph.models.prices import PRICES, PRICES_AS_OF, cost_usd, estimated_tokens


def test_a_call_costs_its_tokens_in_and_out() -> None:
    assert cost_usd("groq:llama-3.3-70b-versatile", 1_000_000, 0) == pytest.approx(0.59)
    assert cost_usd("groq:llama-3.3-70b-versatile", 0, 1_000_000) == pytest.approx(0.79)


def test_a_model_without_a_price_has_no_cost_rather_than_none_to_pay() -> None:
    assert cost_usd("nobody:m", 1, 1) is None


def test_a_price_can_be_ones_own() -> None:
    assert cost_usd("a:m", 500_000, 500_000, {"a:m": (1.0, 3.0)}) == pytest.approx(2.0)


def test_the_table_is_dated_and_sound() -> None:
    assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", PRICES_AS_OF)
    assert all(0 < price.input <= price.output for price in PRICES.values())
    assert all(":" in name for name in PRICES)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 1), ("a" * 40, 10), ("谁是这家公司的首席", 6), ("من هو المدير", 5), ("\ud800" * 8, 2)],
)
def test_tokens_are_estimated_by_bytes_in_any_script(text: str, tokens: int) -> None:
    assert estimated_tokens(text) == tokens
