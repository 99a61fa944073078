"""Models by name: defaults by environment, what is known, and what to install or set."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding
from scripted import ScriptedChat

from hopgraph.models import names
from hopgraph.models.defaults import (
    DEFAULT_CHAT,
    DEFAULT_EMBEDDINGS,
    DEFAULT_JUDGE,
    ECONOMY_JUDGE,
    EMBEDDED_ENCODER,
)
from hopgraph.models.names import (
    default_chat_name,
    default_embeddings_name,
    model_name,
    provider_of,
    resolve_chat,
    resolve_embeddings,
    without_own_retries,
)
from hopgraph.models.prices import PRICES
from hopgraph.state.errors import InputError

KEYS = ("GROQ_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in KEYS:
        monkeypatch.delenv(key, raising=False)


def test_without_a_key_nothing_is_asked_and_the_embedded_encoder_encodes() -> None:
    assert default_chat_name({}) is None
    assert default_chat_name({"GROQ_API_KEY": "", "GOOGLE_API_KEY": "x"}) is None
    assert default_embeddings_name({"GROQ_API_KEY": "x", "GOOGLE_API_KEY": ""}) == EMBEDDED_ENCODER


def test_a_key_chooses_its_providers_default() -> None:
    assert default_chat_name({"GROQ_API_KEY": "x"}) == DEFAULT_CHAT
    for key in ("GOOGLE_API_KEY", "GEMINI_API_KEY"):
        assert default_embeddings_name({key: "x"}) == DEFAULT_EMBEDDINGS


def test_every_default_that_is_asked_has_a_price() -> None:
    assert {DEFAULT_CHAT, DEFAULT_JUDGE, ECONOMY_JUDGE} <= set(PRICES)
    assert PRICES[ECONOMY_JUDGE].input < PRICES[DEFAULT_JUDGE].input


@pytest.mark.parametrize("name", [DEFAULT_CHAT, DEFAULT_JUDGE, ECONOMY_JUDGE])
def test_a_model_keeps_the_name_it_was_asked_for_by(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in KEYS:
        monkeypatch.setenv(key, "x")
    assert model_name(resolve_chat(name)) == name


def test_embeddings_keep_the_name_they_were_asked_for_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "x")
    assert model_name(resolve_embeddings(DEFAULT_EMBEDDINGS)) == DEFAULT_EMBEDDINGS
    for name in ("embedded", EMBEDDED_ENCODER):
        assert model_name(resolve_embeddings(name)) == EMBEDDED_ENCODER


def test_objects_pass_and_are_named_after_themselves() -> None:
    chat, embeddings = ScriptedChat(), DeterministicFakeEmbedding(size=4)
    assert resolve_chat(chat) is chat
    assert resolve_embeddings(embeddings) is embeddings
    assert model_name(chat) == "scripted:scripted"
    assert model_name(embeddings) == "DeterministicFakeEmbedding"
    assert model_name("a:b") == "a:b"


def test_a_name_tells_the_provider_that_receives_the_text() -> None:
    assert provider_of("groq:openai/gpt-oss-120b") == "groq"


@pytest.mark.parametrize(
    ("resolve", "name", "words"),
    [
        (resolve_chat, "gpt-9", "provider:model"),
        (resolve_chat, "extractive", "give provider:model here"),
        (resolve_chat, "groq:", "groq:openai/gpt-oss-120b"),
        (resolve_embeddings, "minilm", "embedded:all-MiniLM-L6-v2-int8"),
        (resolve_embeddings, "embedded:other", "google_genai:gemini-embedding-2"),
    ],
)
def test_an_unknown_name_is_told_what_is_known(resolve: Any, name: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        resolve(name)
    assert repr(name) in str(caught.value)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("resolve", [resolve_chat, resolve_embeddings])
def test_an_object_that_is_no_model_is_refused(resolve: Any) -> None:
    with pytest.raises(InputError, match=r"3 is no .* model: give provider:model or a LangChain"):
        resolve(3)


@pytest.mark.parametrize(
    ("resolve", "name", "key"),
    [
        (resolve_chat, DEFAULT_CHAT, "GROQ_API_KEY"),
        (resolve_chat, DEFAULT_JUDGE, "GOOGLE_API_KEY"),
        (resolve_embeddings, DEFAULT_EMBEDDINGS, "GEMINI_API_KEY"),
    ],
)
def test_a_missing_key_is_named(resolve: Any, name: str, key: str) -> None:
    with pytest.raises(InputError, match=key):
        resolve(name)


def test_another_mistake_is_not_taken_for_a_missing_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise ValueError("a string is expected")

    monkeypatch.setattr(names, "_groq", broken)
    with pytest.raises(ValueError, match="a string is expected") as caught:
        resolve_chat("groq:m")
    assert not isinstance(caught.value, InputError)


def langchain(monkeypatch: pytest.MonkeyPatch, **members: Any) -> None:
    """Stand in for the langchain package, or for its absence."""
    for module in ("langchain", "langchain.chat_models", "langchain.embeddings"):
        monkeypatch.setitem(sys.modules, module, None if not members else ModuleType(module))
        if members:
            vars(sys.modules[module]).update(members)


@pytest.mark.parametrize("resolve", [resolve_chat, resolve_embeddings])
def test_another_provider_without_langchain_is_told_the_pip_line(
    monkeypatch: pytest.MonkeyPatch, resolve: Any
) -> None:
    langchain(monkeypatch)
    with pytest.raises(InputError, match=r"LangChain, .*: pip install langchain, and the package"):
        resolve("mistralai:mistral-small")


def test_the_package_of_a_provider_is_the_one_that_langchain_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def init_chat_model(model: str, **_: Any) -> None:
        raise ImportError("ChatBedrock needs more. Please install it with `pip install lc-aws`")

    langchain(monkeypatch, init_chat_model=init_chat_model)
    with pytest.raises(InputError, match=r"'bedrock:m' needs another package: pip install lc-aws$"):
        resolve_chat("bedrock:m")


def test_what_keeps_a_provider_from_being_made_is_told_without_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def init_chat_model(model: str, **_: Any) -> None:
        raise RuntimeError("the key gsk_0123456789abcdefghij\nis not one")

    langchain(monkeypatch, init_chat_model=init_chat_model)
    with pytest.raises(InputError, match=r"'other:m' cannot be used: the key \*\*\* is not one$"):
        resolve_chat("other:m")


def test_another_provider_is_made_by_langchain_with_what_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class OtherChat(ScriptedChat):
        seed: int | None = None
        max_retries: int = 2
        temperature: float = 1

    def init_chat_model(model: str, **settings: Any) -> ScriptedChat:
        return OtherChat(model=model, **settings)

    langchain(monkeypatch, init_chat_model=init_chat_model)
    made: Any = resolve_chat("other:m")
    assert (made.temperature, made.seed, made.max_retries) == (0, 7, 0)


def test_other_embeddings_are_made_by_langchain(monkeypatch: pytest.MonkeyPatch) -> None:
    langchain(monkeypatch, init_embeddings=lambda name: SimpleNamespace(model=name))
    made: Any = resolve_embeddings("other:m")
    assert made.model == "other:m"


def test_a_provider_langchain_does_not_know_is_refused_with_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def init_chat_model(model: str, **_: Any) -> None:
        raise ValueError(f"Unsupported provider in {model}.\n\nSupported: a, b")

    langchain(monkeypatch, init_chat_model=init_chat_model)
    with pytest.raises(InputError, match=r"Supported: a, b$"):
        resolve_chat("nobody:m")


def test_a_users_model_object_is_not_changed_by_switching_its_retries_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from langchain_google_genai import ChatGoogleGenerativeAI
    from langchain_groq import ChatGroq

    monkeypatch.setenv("GROQ_API_KEY", "x")
    monkeypatch.setenv("GOOGLE_API_KEY", "x")
    groq = ChatGroq(model="m", max_retries=5)
    gemini = ChatGoogleGenerativeAI(model="gemini-m", max_retries=5)
    copies: Any = [without_own_retries(groq), without_own_retries(gemini)]
    assert [c.max_retries for c in copies] == [0, 1]
    assert (groq.max_retries, gemini.max_retries) == (5, 5)
    assert groq.client._client.max_retries == 5
    other = ScriptedChat()
    assert without_own_retries(other) is other
