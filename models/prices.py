"""What models cost, as their providers published it on one day."""

from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from ..state.errors import InputError

PRICES_AS_OF = "2026-11-29"


class Price(NamedTuple):
    """US dollars for a million tokens.

    Attributes:
        input: What a million prompt tokens cost.
        output: What a million tokens of the reply cost, thinking included.
    """

    input: float
    output: float


# Groq: https://console.groq.com/docs/models (llama: the last price before its retirement)
# Gemini: https://ai.google.dev/gemini-api/docs/pricing (3.8 Flash doubles on 2027-01-01)
PRICES: Mapping[str, Price] = {
    "groq:openai/gpt-oss-120b": Price(0.15, 0.60),
    "groq:openai/gpt-oss-20b": Price(0.075, 0.30),
    "groq:llama-3.3-70b-versatile": Price(0.59, 0.79),
    "google_genai:gemini-3.8-flash": Price(0.75, 3.75),
    "google_genai:gemini-3.5-flash": Price(1.50, 9.00),
    "google_genai:gemini-3.5-flash-lite": Price(0.30, 2.50),
    "google_genai:gemini-2.5-flash": Price(0.30, 2.50),
    "google_genai:gemini-2.5-flash-lite": Price(0.10, 0.40),
}


def checked_prices(prices: Mapping[str, tuple[float, float]]) -> dict[str, Price]:
    """Return a user's own prices.

    Raises:
        InputError: One is not a pair of amounts from 0.
    """
    remedy = 'give {"provider:model": (input, output)}, in US dollars for a million tokens'
    if not isinstance(prices, Mapping):
        raise InputError(f"prices={prices!r} are none: {remedy}")
    return {name: _checked(name, price, remedy) for name, price in prices.items()}


def _checked(name: str, price: object, remedy: str) -> Price:
    try:
        amounts = [float(amount) for amount in price] if isinstance(price, tuple | list) else []
    except (TypeError, ValueError):
        amounts = []
    if len(amounts) != 2 or not all(0 <= amount < inf for amount in amounts):
        raise InputError(f"{price!r} is no price of {name!r}: {remedy}")
    return Price(*amounts)


def cost_usd(
    model: str,
    input_tokens: int,
    output_tokens: int,
    prices: Mapping[str, tuple[float, float]] = PRICES,
) -> float | None:
    """Return what a call costs, in US dollars, or None for a model without a known price."""
    price = prices.get(model)
    if price is None:
        return None
    dollars, dollars_out = price
    return round((input_tokens * dollars + output_tokens * dollars_out) / 1_000_000, 9)


def estimated_tokens(text: str) -> int:
    """Estimate the tokens of `text` where the provider does not count them.

    Four bytes of UTF-8 make about one token: 4 English, 2 Arabic, or 1.3 Chinese characters.
    """
    return max(1, len(text.encode("utf-8", "replace")) // 4)
