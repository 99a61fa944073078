"""hopgraph query where one arm's provider fails: the answer of the others, and what failed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fake_llm import FakeLLM, fake_llm, fake_llm_server
from typer.testing import CliRunner, Result

from hopgraph.cli import app

__all__ = ["fake_llm", "fake_llm_server"]

KEY = "gsk_0123456789abcdefghij"
TOWER = "The Eiffel Tower is in Paris."
PARIS = "Paris is the capital of France."
ASKED = ["query", "In which country is the Eiffel Tower?", "--text", TOWER, "--text", PARIS]
PARTS = [
    {"id": "1", "text": "In which city is the Eiffel Tower?", "depends_on": []},
    {"id": "2", "text": "In which country is #1?", "depends_on": ["1"]},
]


def without_parts(request: dict[str, Any]) -> Any:
    """Prove the answer; refuse what is asked for a part of the question only."""
    if "Question: In which city" in request["text"]:
        return {"status": 401, "reply": f"Invalid API Key: {KEY}"}
    places = {text: n for n, text in re.findall(r"<passage (\d+)>\n(.*)\n</", request["user"])}
    steps = [
        lookup(places[TOWER], TOWER, "Eiffel Tower", "Paris"),
        {**lookup(places[PARIS], PARIS, "Paris", "France"), "inputs": [1]},
    ]
    return json.dumps({"steps": steps, "answer": "France", "missing": [], "sub_questions": PARTS})


def lookup(place: str, text: str, subject: str, found: str) -> dict[str, Any]:
    step = {"rule": "lookup", "claim": text, "passage": int(place), "quote": text}
    return {**step, "subject": subject, "object": found, "inputs": []}


@pytest.fixture
def refusing(fake_llm: FakeLLM, monkeypatch: pytest.MonkeyPatch) -> FakeLLM:
    monkeypatch.setenv("GROQ_API_KEY", KEY)
    monkeypatch.setenv("GROQ_API_BASE", fake_llm.url)
    fake_llm.uses(without_parts)
    return fake_llm


def ask(*options: str | Path) -> Result:
    asked = [*ASKED, "--embeddings", "embedded", "--policy", "exhaustive", *map(str, options)]
    return CliRunner().invoke(app, asked, catch_exceptions=False)


def test_the_answer_is_given_and_what_failed_is_shown_without_the_key(refusing: FakeLLM) -> None:
    shown = ask()
    assert shown.exit_code == 0
    assert shown.stdout.startswith("France\n")
    assert " ! decomposition: " in shown.stdout
    assert "check the API key" in shown.stdout
    assert KEY not in shown.output


def test_asking_again_with_a_reply_cache_sends_only_what_failed(
    refusing: FakeLLM, tmp_path: Path
) -> None:
    cache = tmp_path / "replies.sqlite"
    first = json.loads(ask("--json", "--reply-cache", cache).stdout)
    sent = refusing.stats["n_chat"]
    again = json.loads(ask("--json", "--reply-cache", cache).stdout)
    assert len(first["failures"]) == 1
    assert first["usage"]["model_calls"] == sent
    assert again["usage"]["model_calls"] == refusing.stats["n_chat"] - sent == 1
    assert {**again, "usage": {}} == {**first, "usage": {}}
