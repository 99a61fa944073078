"""How long a reply may be, so that a call that is made stays within its budget."""

from collections.abc import Mapping
from typing import Any

from ..reasoning.budget import Limits
from .prices import cost_usd

MOST_REPLY_TOKENS = 4_096
"""Tokens a reply may have under a budget, where its model has no limit of its own."""

LEAST_REPLY_TOKENS = 200
"""Tokens below which no reply holds an answer with its proof: such a call is not made."""

_FIELDS = ("max_tokens", "max_output_tokens")
_CUT = frozenset({"length", "max_tokens"})


class BudgetSpent(Exception):  # noqa: N818 - it is a state of affairs, not a mistake
    """The next request would go beyond what a question may use."""


def limit_field(model: object) -> str | None:
    """Return the argument that limits a model's replies, as LangChain's providers name it."""
    fields = getattr(type(model), "model_fields", {})
    return next((name for name in _FIELDS if name in fields), None)


def room_for_reply(
    model: str,
    prompt_tokens: int,
    most: int,
    limits: Limits,
    prices: Mapping[str, tuple[float, float]],
) -> int | None:
    """Return how many tokens the reply may have; None where no budget limits it.

    Args:
        model: The model's name.
        prompt_tokens: Tokens of the prompt, at least 1.
        most: Tokens the model gives at most.
        limits: What may still be used.
        prices: US dollars per million tokens, (input, output) by model name.

    Raises:
        BudgetSpent: Prompt and reply do not fit into what is left.
    """
    if limits.tokens is None and limits.usd is None:
        return None
    room = most
    if limits.tokens is not None:
        room = min(room, limits.tokens - prompt_tokens)
        if room < min(LEAST_REPLY_TOKENS, most):
            raise BudgetSpent(
                f"{limits.tokens} tokens are left, and the prompt has about {prompt_tokens} "
                f"and its reply needs {LEAST_REPLY_TOKENS}"
            )
    if limits.usd is not None:
        room = min(room, _affordable(model, prompt_tokens, most, limits.usd, prices))
    return room


def is_cut(message: Any) -> bool:
    """Tell whether a provider says that it cut the reply at its limit."""
    told = message.response_metadata
    reason = told.get("finish_reason") or told.get("stop_reason") or ""
    return str(reason).lower() in _CUT


def _affordable(
    model: str,
    prompt_tokens: int,
    most: int,
    usd: float,
    prices: Mapping[str, tuple[float, float]],
) -> int:
    asked = cost_usd(model, prompt_tokens, 0, prices)
    if asked is None:
        raise BudgetSpent(f"max_usd cannot be kept: no price is known for {model}")
    least = cost_usd(model, prompt_tokens, min(LEAST_REPLY_TOKENS, most), prices)
    if usd <= 0 or (least or 0.0) > usd:
        raise BudgetSpent(f"${usd:.6f} is left, and the prompt and its reply cost ${least:.6f}")
    dollars_out = prices[model][1]
    return most if dollars_out <= 0 else min(most, int((usd - asked) * 1_000_000 / dollars_out))
