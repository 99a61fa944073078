"""A budget is kept before a call is made: the prompt counts, and the most its reply may have."""

from collections.abc import Callable
from typing import Any

import pytest
from fake_llm import FakeLLM, fake_llm, fake_llm_server
from hypothesis import given
from hypothesis import strategies as st

from hopgraph.models.access import ChatAccess
from hopgraph.models.exchange import Prompt
from hopgraph.models.prices import cost_usd
from hopgraph.models.reply_room import (
    LEAST_REPLY_TOKENS,
    MOST_REPLY_TOKENS,
    BudgetSpent,
    limit_field,
    room_for_reply,
)
from hopgraph.reasoning.budget import Limits

__all__ = ["fake_llm", "fake_llm_server"]

PRICES = {"a:m": (1.0, 4.0)}
PROMPT = Prompt("Be brief.", "Where is the mill?")
CLIENTS: list[Any] = [FakeLLM.groq, FakeLLM.gemini]


@given(
    prompt=st.integers(1, 20_000),
    most=st.integers(1, 20_000),
    tokens=st.none() | st.integers(0, 30_000),
    usd=st.none() | st.floats(0, 0.1),
)
def test_a_call_that_is_made_stays_within_what_is_left(
    prompt: int, most: int, tokens: int | None, usd: float | None
) -> None:
    limits = Limits(tokens=tokens, usd=usd)
    try:
        room = room_for_reply("a:m", prompt, most, limits, PRICES)
    except BudgetSpent:
        return
    if tokens is None and usd is None:
        assert room is None
        return
    assert room is not None
    assert min(LEAST_REPLY_TOKENS, most) <= room <= most
    assert tokens is None or prompt + room <= tokens
    cost = cost_usd("a:m", prompt, room, PRICES)
    assert cost is not None
    assert usd is None or cost <= usd + 1e-9


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(tokens=1_199), "1199 tokens are left, and the prompt has about 1000"),
        (Limits(usd=0.0017), "$0.001700 is left, and the prompt and its reply cost $0.001800"),
        (Limits(usd=0.0), "$0.000000 is left"),
    ],
)
def test_a_call_whose_reply_has_no_room_is_not_made(limits: Limits, words: str) -> None:
    with pytest.raises(BudgetSpent) as told:
        room_for_reply("a:m", 1_000, MOST_REPLY_TOKENS, limits, PRICES)
    assert words in str(told.value)


def test_a_reply_that_costs_nothing_has_all_the_room_there_is() -> None:
    free = {"a:m": (1.0, 0.0)}
    assert room_for_reply("a:m", 10, 500, Limits(usd=0.01), free) == 500


@pytest.fixture
def sent(fake_llm: FakeLLM, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the server is sent."""
    bodies: list[dict[str, Any]] = []
    parse = fake_llm.module.Handler._parse
    monkeypatch.setattr(
        fake_llm.module.Handler,
        "_parse",
        staticmethod(lambda path, body: bodies.append(body) or parse(path, body)),
    )
    return bodies


def _most(body: dict[str, Any]) -> int | None:
    settings = body.get("generationConfig", body)
    return settings.get("max_tokens") or settings.get("maxOutputTokens")


@pytest.mark.parametrize("client", CLIENTS)
def test_the_provider_is_told_what_the_budget_leaves(
    fake_llm: FakeLLM, sent: list[dict[str, Any]], client: Callable[[FakeLLM], Any]
) -> None:
    fake_llm.says("Osterby")
    access = ChatAccess(client(fake_llm))
    access.ask("direct", PROMPT, limits=Limits(tokens=306))
    access.ask("direct", PROMPT, limits=Limits(tokens=100_000))
    access.ask("direct", PROMPT)
    assert [_most(body) for body in sent] == [300, MOST_REPLY_TOKENS, None]


@pytest.mark.parametrize(
    ("client", "own"),
    [(FakeLLM.groq, {"max_tokens": 250}), (FakeLLM.gemini, {"max_output_tokens": 250})],
)
def test_a_models_own_limit_is_never_raised(
    fake_llm: FakeLLM, sent: list[dict[str, Any]], client: Any, own: dict[str, int]
) -> None:
    fake_llm.says("Osterby")
    access = ChatAccess(client(fake_llm, **own))
    access.ask("direct", PROMPT, limits=Limits(tokens=100_000))
    assert _most(sent[0]) == 250


async def test_async_calls_are_limited_alike(fake_llm: FakeLLM, sent: list[dict[str, Any]]) -> None:
    fake_llm.says("Osterby")
    access = ChatAccess(fake_llm.groq())
    await access.aask("direct", PROMPT, limits=Limits(tokens=306))
    await access.aclose()
    assert _most(sent[0]) == 300


def test_a_model_that_takes_no_limit_is_asked_without_one() -> None:
    assert limit_field(object()) is None
