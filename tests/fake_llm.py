"""A loopback server that speaks the providers' wire formats, reached by their real clients."""

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from langchain_google_genai import ChatGoogleGenerativeAI
from langchain_groq import ChatGroq


@dataclass(frozen=True)
class FakeLLM:
    """The running server.

    Attributes:
        url: Its address, without a path.
        module: The server's module; its STATE holds the settings and the log of calls.
    """

    url: str
    module: ModuleType

    def groq(self, **settings: Any) -> ChatGroq:
        """A real ChatGroq client of this server."""
        return ChatGroq(
            **{"model": "fake-model", "api_key": "gsk_fake", "base_url": self.url, **settings}
        )

    def gemini(self, **settings: Any) -> ChatGoogleGenerativeAI:
        """A real Gemini client of this server."""
        return ChatGoogleGenerativeAI(
            **{"model": "gemini-fake", "api_key": "AIzaFake", "base_url": self.url, **settings}
        )

    def says(self, answer: str = "", rules: list[dict[str, Any]] | None = None) -> None:
        """Set the answer to all prompts, and the rules tried before it."""
        self.module.STATE.answer = answer
        self.module.STATE.rules = list(rules or [])

    def uses(self, reply: Any) -> None:
        """Answer by `reply(request)`; a None falls through to the rules."""
        self.module.STATE.plugin = reply

    def waits(self, milliseconds: float) -> None:
        """Set the time every answer takes."""
        self.module.STATE.latency_ms = milliseconds

    @property
    def stats(self) -> dict[str, Any]:
        """Counts, concurrency and times of the calls so far."""
        stats: dict[str, Any] = self.module.STATE.stats()
        return stats

    @property
    def prompts(self) -> list[str]:
        """The prompts received, in order of arrival."""
        return [f"{c['system']}\n{c['user']}" for c in self.module.STATE.calls]


@pytest.fixture(scope="session")
def fake_llm_server(shared: Path) -> Iterator[FakeLLM]:
    """The server, started once; skips where its source is absent."""
    source = shared / "tools" / "fake_llm_server.py"
    spec = importlib.util.spec_from_file_location("fake_llm_server", source)
    if not source.is_file() or spec is None or spec.loader is None:
        pytest.skip(f"no fake model server at {source}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    server, url = module.start(latency_ms=0)
    yield FakeLLM(url, module)
    server.shutdown()
    server.server_close()


@pytest.fixture
def fake_llm(fake_llm_server: FakeLLM) -> FakeLLM:
    """The server as new: no calls, no rules, no latency."""
    fake_llm_server.module.STATE.reset()
    fake_llm_server.says("Paris")
    fake_llm_server.uses(None)
    fake_llm_server.waits(0)
    return fake_llm_server
