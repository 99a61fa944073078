"""Chat and embedding models by name, and the names of model objects."""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from ..state.errors import InputError
from .defaults import (
    DEFAULT_CHAT,
    DEFAULT_EMBEDDINGS,
    EMBEDDED_ENCODER,
    EXTRACTIVE_READER,
    REQUEST_TIMEOUT,
    SEED,
)
from .retrying import scrub

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel

Model = TypeVar("Model")

_GOOGLE_KEYS = ("GOOGLE_API_KEY", "GEMINI_API_KEY")

_PIP_LINE = re.compile(r"pip install [\w.-]+")

# Gemini 3 and later have fixed sampling: they ignore a temperature and warn about it.
_TAKES_TEMPERATURE = re.compile(r"(models/)?(gemini-[12]\.|gemma)")


def default_chat_name(environ: Mapping[str, str]) -> str | None:
    """Return the chat model the environment's keys allow, or None for the extractive reader."""
    return DEFAULT_CHAT if environ.get("GROQ_API_KEY") else None


def default_embeddings_name(environ: Mapping[str, str]) -> str:
    """Return the encoder of a new store, by the environment's keys."""
    has_key = any(environ.get(key) for key in _GOOGLE_KEYS)
    return DEFAULT_EMBEDDINGS if has_key else EMBEDDED_ENCODER


def resolve_chat(model: "str | BaseChatModel") -> "BaseChatModel":
    """Return the chat model of a name, set to answer as repeatably as its provider can.

    Args:
        model: "provider:model", or a LangChain chat model, which keeps its own settings.

    Raises:
        InputError: The name is unknown, its package is not installed, its key is not set, or the
            object is no chat model.
    """
    if not isinstance(model, str):
        return _usable(model, "chat model", "invoke")
    if model == EXTRACTIVE_READER:
        raise InputError(f"{model!r} reads without a chat model: give provider:model here")
    provider, _, name = model.partition(":")
    if not name:
        raise InputError(_unknown("chat model", model, (EXTRACTIVE_READER, DEFAULT_CHAT)))
    make = {"groq": _groq, "google_genai": _gemini}.get(provider)
    if make is None:
        return _with_langchain(model, "chat model", _init_chat_model)
    return _made(model, make, name)


def resolve_embeddings(model: "str | Embeddings") -> "Embeddings":
    """Return the embedding model of a name.

    Args:
        model: "embedded", "provider:model", or a LangChain embedding model.

    Raises:
        InputError: The name is unknown, its package is not installed, its key is not set, or the
            object is no embedding model.
    """
    if not isinstance(model, str):
        return _usable(model, "embedding model", "embed_query")
    if model in ("embedded", EMBEDDED_ENCODER):
        from .encoder import EmbeddedEncoder

        return EmbeddedEncoder()
    provider, _, name = model.partition(":")
    if not name or provider == "embedded":
        raise InputError(_unknown("embedding model", model, (EMBEDDED_ENCODER, DEFAULT_EMBEDDINGS)))
    if provider == "google_genai":
        return _made(model, _gemini_embeddings, name)
    return _with_langchain(model, "embedding model", _init_embeddings)


def model_name(model: "str | BaseChatModel | Embeddings") -> str:
    """Return the name of a model: "provider:model" where the object tells both."""
    if isinstance(model, str):
        return EMBEDDED_ENCODER if model == "embedded" else model
    told: Mapping[str, Any] = getattr(model, "_get_ls_params", dict)()
    name = told.get("ls_model_name") or getattr(model, "model", None)
    if name:
        provider = told.get("ls_provider") or _provider_of_class(type(model))
        return f"{provider}:{str(name).removeprefix('models/')}"
    return getattr(model, "name", None) or type(model).__name__


def provider_of(name: str) -> str:
    """Return the provider's part of a model's name: who receives the text."""
    return name.partition(":")[0]


def without_own_retries(model: "BaseChatModel") -> "BaseChatModel":
    """Return `model` with its client's retries off, where the client is one of our own.

    A request the client repeats by itself would not be counted and would not see the budget.
    """
    if _is_made_by(model, "langchain_google_genai"):
        # One attempt: Google's client takes 0 for its own default of five.
        copy: BaseChatModel = model.model_copy(update={"max_retries": 1})
        return copy
    if _is_made_by(model, "langchain_groq"):
        return _groq_anew(model, {"max_retries": 0})
    return model


def with_own_connections(model: "BaseChatModel") -> "BaseChatModel":
    """Return `model` with connections of its own, where they cannot be shared by event loops.

    Groq's client keeps connections that break when the loop that opened them ends; Google's
    keeps them apart by loop. The async ones are in `http_async_client`, unless the user's are.
    """
    if not _is_made_by(model, "langchain_groq"):
        return model
    from groq import DefaultAsyncHttpxClient

    settings: Any = model
    own = {"http_async_client": settings.http_async_client or DefaultAsyncHttpxClient()}
    return _groq_anew(model, own)


def _groq_anew(model: "BaseChatModel", update: dict[str, Any]) -> "BaseChatModel":
    copy: Any = model.model_copy(update={**update, "client": None, "async_client": None})
    fresh: BaseChatModel = copy.validate_environment()
    return fresh


def _groq(name: str) -> "BaseChatModel":
    from langchain_groq import ChatGroq

    return ChatGroq(
        model=name,
        temperature=0,
        max_retries=0,
        timeout=REQUEST_TIMEOUT,
        model_kwargs={"seed": SEED},
    )


def _gemini(name: str) -> "BaseChatModel":
    from langchain_google_genai import ChatGoogleGenerativeAI

    sampling = {"temperature": 0.0} if _TAKES_TEMPERATURE.match(name) else {}
    return ChatGoogleGenerativeAI(
        model=name, seed=SEED, max_retries=1, timeout=REQUEST_TIMEOUT, **sampling
    )


def _gemini_embeddings(name: str) -> "Embeddings":
    from langchain_google_genai import GoogleGenerativeAIEmbeddings

    return GoogleGenerativeAIEmbeddings(model=name)


def _init_chat_model(model: str) -> "BaseChatModel":
    # langchain is no dependency of ours: imported by name, it need not be installed.
    init = import_module("langchain.chat_models").init_chat_model
    plain: BaseChatModel = init(model, temperature=0)
    wanted = {"seed": SEED, "max_retries": 0}
    taken = {key: value for key, value in wanted.items() if key in type(plain).model_fields}
    settled: BaseChatModel = init(model, temperature=0, **taken)
    return settled


def _init_embeddings(model: str) -> "Embeddings":
    made: Embeddings = import_module("langchain.embeddings").init_embeddings(model)
    return made


def _made(model: str, make: Callable[[str], Model], name: str) -> Model:
    try:
        return make(name)
    except Exception as error:
        if "api_key" not in str(error).lower() and "api key" not in str(error).lower():
            raise
        keys = "GROQ_API_KEY" if provider_of(model) == "groq" else " or ".join(_GOOGLE_KEYS)
        message = f"model {model!r} needs a key: set {keys}, or choose another model"
        # The cause is left out: it may hold the settings it was made with.
        raise InputError(message) from None


def _with_langchain(model: str, kind: str, make: Callable[[str], Model]) -> Model:
    try:
        return make(model)
    except ImportError as error:
        # LangChain knows which package a provider is in, and names it.
        found = _PIP_LINE.search(str(error))
        needs = (
            f"another package: {found[0]}"
            if found
            else "LangChain, which knows the providers beyond groq and google_genai: pip install "
            "langchain, and the package of the provider"
        )
        raise InputError(f"{kind} {model!r} needs {needs}") from error
    except Exception as error:  # without a key, say, every provider raises its own
        said = scrub(" ".join(str(error).split()))
        # The cause is left out: it may hold the settings it was made with.
        raise InputError(f"{kind} {model!r} cannot be used: {said}") from None


def _usable(model: Model, kind: str, method: str) -> Model:
    if not hasattr(model, method):
        raise InputError(f"{model!r} is no {kind}: give provider:model or a LangChain object")
    return model


def _unknown(kind: str, model: str, known: tuple[str, ...]) -> str:
    return (
        f"unknown {kind} {model!r}: give {', '.join(map(repr, known))}, or provider:model with "
        "another provider that langchain knows"
    )


def _is_made_by(model: object, package: str) -> bool:
    return any(base.__module__.startswith(package) for base in type(model).__mro__)


def _provider_of_class(kind: type) -> str:
    package = kind.__module__.partition(".")[0]
    return package.removeprefix("langchain_") or package
