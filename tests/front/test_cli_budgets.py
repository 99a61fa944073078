"""hopgraph query --max-calls, --max-tokens, --max-seconds, --max-usd: kept before a request."""

import json
from typing import Any

import pytest
from fake_llm import FakeLLM, fake_llm, fake_llm_server
from typer.testing import CliRunner

from hopgraph.cli import app
from hopgraph.state.errors import InputError

__all__ = ["fake_llm", "fake_llm_server"]

EIFFEL = ["query", "In which country is the Eiffel Tower?", "--embeddings", "embedded"]
TEXTS = ["--text", "The Eiffel Tower is in Paris.", "--text", "Paris is the capital of France."]
NOT_SURE = {"steps": [], "answer": "", "missing": ["country of Paris"], "sub_questions": []}


@pytest.fixture
def groq(fake_llm: FakeLLM, monkeypatch: pytest.MonkeyPatch) -> FakeLLM:
    """Groq, which never finds an answer in the passages."""
    monkeypatch.setenv("GROQ_API_KEY", "gsk_fake")
    monkeypatch.setenv("GROQ_API_BASE", fake_llm.url)
    fake_llm.says(json.dumps(NOT_SURE))
    return fake_llm


def ask(*options: str) -> dict[str, Any]:
    asked = CliRunner().invoke(app, [*EIFFEL, *TEXTS, *options, "--json"], catch_exceptions=False)
    return json.loads(asked.stdout)


def test_without_a_budget_further_requests_follow(groq: FakeLLM) -> None:
    assert ask()["failures"] == []
    assert groq.stats["n_chat"] > 1


@pytest.mark.parametrize(
    "budget",
    [
        ("--max-calls", "0"),
        ("--max-tokens", "20"),
        ("--max-seconds", "0.000001"),
        ("--max-usd", "0"),
    ],
)
def test_a_budget_that_is_spent_sends_nothing_and_says_so(
    groq: FakeLLM, budget: tuple[str, str]
) -> None:
    answer = ask(*budget)
    assert groq.stats["n_chat"] == answer["usage"]["model_calls"] == 0
    assert {failure["kind"] for failure in answer["failures"]} == {"budget"}


@pytest.mark.parametrize(
    "budget",
    [
        ("--max-calls", "1"),
        ("--max-tokens", "1500"),
        ("--max-seconds", "0.2"),
        ("--max-usd", "0.0003"),
    ],
)
def test_a_budget_stops_what_the_first_request_leaves_nothing_for(
    groq: FakeLLM, budget: tuple[str, str]
) -> None:
    groq.waits(300)
    assert ask(*budget)["usage"]["model_calls"] == groq.stats["n_chat"] == 1


@pytest.mark.parametrize("name", ["max-calls", "max-tokens", "max-seconds", "max-usd"])
def test_a_budget_below_nothing_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(InputError, match=name.replace("-", "_")):
        ask(f"--{name}=-1")
