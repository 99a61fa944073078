"""Prices by date, and tokens where nobody counted them."""

import re
from typing import Any

import pytest

from hopgraph.models.prices import (
    PRICES,
    PRICES_AS_OF,
    checked_prices,
    cost_usd,
    estimated_tokens,
)
from hopgraph.state.errors import InputError


def test_a_call_costs_its_tokens_in_and_out() -> None:
    assert cost_usd("groq:llama-3.3-70b-versatile", 1_000_000, 0) == pytest.approx(0.59)
    assert cost_usd("groq:llama-3.3-70b-versatile", 0, 1_000_000) == pytest.approx(0.79)


def test_a_model_without_a_price_has_no_cost_rather_than_none_to_pay() -> None:
    assert cost_usd("nobody:m", 1, 1) is None


def test_a_price_can_be_ones_own() -> None:
    assert cost_usd("a:m", 500_000, 500_000, {"a:m": (1.0, 3.0)}) == pytest.approx(2.0)


def test_prices_of_ones_own_are_pairs_of_amounts() -> None:
    assert checked_prices({"a:m": (1, 0.5), "b:m": [0, 0]}) == {"a:m": (1.0, 0.5), "b:m": (0, 0)}  # type: ignore[dict-item]


@pytest.mark.parametrize(
    "prices",
    [
        {"a:m": 1.0},
        {"a:m": "12"},
        {"a:m": (1.0,)},
        {"a:m": ("much", "more")},
        {"a:m": (-1.0, 2.0)},
        {"a:m": (1.0, float("nan"))},
        {"a:m": (1.0, float("inf"))},
        ["a:m"],
    ],
)
def test_what_is_no_price_is_refused_with_the_remedy(prices: Any) -> None:
    with pytest.raises(InputError, match="US dollars for a million tokens"):
        checked_prices(prices)


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
