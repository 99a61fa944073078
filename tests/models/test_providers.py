"""The providers' real clients against a loopback server: what goes over the wire, and how often."""

import asyncio
import gc
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fake_llm import FakeLLM, fake_llm, fake_llm_server

from hopgraph.models.access import ChatAccess
from hopgraph.models.exchange import Prompt, Reply
from hopgraph.models.names import resolve_chat, resolve_embeddings

__all__ = ["fake_llm", "fake_llm_server"]

PROMPT = Prompt("Be brief.", "Where is the mill?")
CLIENTS: list[Any] = [FakeLLM.groq, FakeLLM.gemini]


def quick(model: Any) -> ChatAccess:
    async def no_wait(_: float) -> None:
        return None

    return ChatAccess(model, sleep=lambda _: None, asleep=no_wait)


def untidy(test: Any) -> Any:
    """Let Google's async client warn, and leave things behind, in this test alone."""
    for warning in ("DeprecationWarning", "ResourceWarning", "RuntimeWarning"):
        test = pytest.mark.filterwarnings(f"ignore::{warning}")(test)
    test = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")(test)
    return pytest.mark.usefixtures("swept")(test)


@pytest.fixture
def swept() -> Iterator[None]:
    """Collect what a test left behind while its own filters are in force."""
    yield
    gc.collect()


async def closed(access: ChatAccess, model: Any) -> None:
    """Close what was opened in this event loop; Google's client closes its own."""
    await access.aclose()
    if hasattr(model.client, "aio"):
        await model.client.aio.aclose()


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize(
    ("status", "words", "kind", "requests"),
    [
        (429, "Rate limit reached, please try again in 60ms", "rate_limit", 3),
        (503, "over capacity", "provider", 3),
        (413, "Request too large", "too_large", 1),
        (429, "Request too large: Limit 8000, Requested 32979", "too_large", 1),
        (400, "bad request", "bad_request", 1),
        (401, "Invalid API Key gsk_0123456789", "auth", 1),
        (404, "The model does not exist", "bad_request", 1),
    ],
)
def test_the_servers_count_of_calls_is_ours_whatever_went_wrong(
    fake_llm: FakeLLM,
    client: Callable[..., Any],
    status: int,
    words: str,
    kind: str,
    requests: int,
) -> None:
    fake_llm.says(rules=[{"match": "", "status": status, "reply": words}])
    # The client's own retries are on: they must not happen uncounted.
    reply = quick(client(fake_llm, max_retries=2)).ask("direct", PROMPT)
    assert reply.failure is not None
    assert reply.failure.kind == kind
    assert "0123456789" not in reply.failure.message
    assert reply.call is not None
    assert reply.call.requests == requests == fake_llm.stats["n_calls"]


@untidy
@pytest.mark.parametrize("client", CLIENTS)
async def test_a_fault_that_passes_is_counted_in_the_async_way_too(
    fake_llm: FakeLLM, client: Callable[..., Any]
) -> None:
    fake_llm.says("on the Ure", [{"match": "", "status": 503, "times": 1}])
    model = client(fake_llm)
    access = quick(model)
    reply = await access.aask("direct", PROMPT)
    await closed(access, model)
    assert reply.text == "on the Ure"
    assert reply.call is not None
    assert reply.call.requests == 2 == fake_llm.stats["n_calls"]
    assert reply.call.input_tokens > 0


@pytest.mark.parametrize("client", CLIENTS)
def test_a_server_that_is_not_there_is_unreachable(
    fake_llm: FakeLLM, client: Callable[..., Any]
) -> None:
    reply = quick(client(fake_llm, base_url="http://127.0.0.1:9")).ask("direct", PROMPT)
    assert reply.failure is not None
    assert reply.failure.kind == "unreachable"


@pytest.mark.parametrize("client", CLIENTS)
def test_a_server_that_is_slow_times_out(fake_llm: FakeLLM, client: Callable[..., Any]) -> None:
    fake_llm.waits(400)
    reply = quick(client(fake_llm, timeout=0.1)).ask("direct", PROMPT)
    assert reply.failure is not None
    assert reply.failure.kind == "timeout"


@untidy
@pytest.mark.parametrize("client", CLIENTS)
def test_one_access_serves_one_event_loop_after_another(
    fake_llm: FakeLLM, client: Callable[..., Any]
) -> None:
    access = quick(client(fake_llm))
    replies = [asyncio.run(access.aask("direct", Prompt("", f"question {n}"))) for n in range(3)]
    assert [r.failure for r in replies] == [None] * 3
    assert [r.call.requests for r in replies if r.call] == [1, 1, 1]
    assert fake_llm.stats["n_calls"] == 3


def test_tokens_are_counted_though_a_streaming_client_reports_none(fake_llm: FakeLLM) -> None:
    fake_llm.says("on the Ure")
    plain, streamed = (
        quick(fake_llm.groq(streaming=streaming)).ask("direct", PROMPT).call
        for streaming in (False, True)
    )
    assert plain is not None
    assert streamed is not None
    assert streamed.reply == plain.reply
    assert abs(streamed.input_tokens - plain.input_tokens) <= 1
    assert streamed.output_tokens == plain.output_tokens


def test_a_graph_that_streams_messages_counts_what_a_plain_call_counts(fake_llm: FakeLLM) -> None:
    from langchain_core.callbacks import UsageMetadataCallbackHandler
    from langchain_core.runnables import RunnableLambda

    fake_llm.says("on the Ure")
    access = quick(fake_llm.gemini(model="gemini-2.5-flash"))
    handler = UsageMetadataCallbackHandler()

    def ask(prompt: Prompt) -> Reply:
        return access.ask("direct", prompt)

    asked = RunnableLambda(ask)
    reply: Reply = asked.invoke(PROMPT, {"callbacks": [handler]})
    assert reply.call is not None
    seen = handler.usage_metadata["gemini-2.5-flash"]
    assert (seen["input_tokens"], seen["output_tokens"]) == (
        reply.call.input_tokens,
        reply.call.output_tokens,
    )


def test_groq_is_asked_for_repeatable_replies(
    fake_llm: FakeLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "gsk_fake")
    monkeypatch.setenv("GROQ_API_BASE", fake_llm.url)
    sent: list[dict[str, Any]] = []
    parse = fake_llm.module.Handler._parse
    monkeypatch.setattr(
        fake_llm.module.Handler,
        "_parse",
        staticmethod(lambda path, body: sent.append(body) or parse(path, body)),
    )
    quick(resolve_chat("groq:llama-3.3-70b-versatile")).ask("direct", PROMPT)
    assert sent[0]["model"] == "llama-3.3-70b-versatile"
    assert sent[0]["seed"] == 7
    assert sent[0]["temperature"] < 1e-6
    assert "max_tokens" not in json.dumps(sent[0])


@pytest.mark.parametrize(
    ("model", "temperature"), [("gemini-2.5-flash", 0.0), ("gemini-3.5-flash-lite", None)]
)
def test_gemini_is_asked_for_repeatable_replies_as_far_as_the_model_takes_it(
    fake_llm: FakeLLM,
    monkeypatch: pytest.MonkeyPatch,
    model: str,
    temperature: float | None,
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "AIzaFake")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", fake_llm.url)
    sent: list[dict[str, Any]] = []
    parse = fake_llm.module.Handler._parse
    monkeypatch.setattr(
        fake_llm.module.Handler,
        "_parse",
        staticmethod(lambda path, body: sent.append(body) or parse(path, body)),
    )
    quick(resolve_chat(f"google_genai:{model}")).ask("direct", PROMPT)
    assert sent[0]["generationConfig"]["seed"] == 7
    assert sent[0]["generationConfig"].get("temperature") == temperature


def test_gemini_embeds_many_texts_in_batches_it_accepts(
    fake_llm: FakeLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "AIzaFake")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", fake_llm.url)
    model = resolve_embeddings("google_genai:gemini-embedding-2")
    vectors = model.embed_documents([f"text {n}" for n in range(250)])
    assert len(vectors) == 250
    stats = fake_llm.stats
    assert stats["n_embed_texts"] == 250
    assert stats["n_embed"] == 3
