"""Which faults can pass, how long to wait for them, and what is said of them."""

from types import SimpleNamespace

import pytest
from langchain_core.exceptions import ContextOverflowError, ModelRateLimitError

from hopgraph.models.retrying import backoff, fault_of, limit_and_requested, scrub


class ProviderError(Exception):
    """An error with a status, and perhaps a response, as the providers' clients raise it."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status_code = status
        self.response = SimpleNamespace(headers=headers or {})


@pytest.mark.parametrize(
    ("status", "message", "kind", "passing"),
    [
        (429, "Rate limit reached", "rate_limit", True),
        (429, "You exceeded your current quota: insufficient_quota", "rate_limit", False),
        (429, "Request too large for gpt: Limit 30000, Requested 49372", "too_large", False),
        (429, "tokens per minute: Limit 12000, Used 11000, Requested 900", "rate_limit", True),
        (413, "Payload Too Large", "too_large", False),
        (400, "This model's maximum context length is 8192 tokens", "too_large", False),
        (400, "The input token count (140000) exceeds the maximum", "too_large", False),
        (400, "'response_format.type' must be 'json_schema' or 'text'", "bad_request", False),
        (400, "API key not valid. Please pass a valid API key.", "auth", False),
        (401, "Invalid API Key", "auth", False),
        (403, "forbidden", "auth", False),
        (404, "The model does not exist", "bad_request", False),
        (422, "unprocessable", "bad_request", False),
        (408, "slow", "timeout", True),
        (500, "internal", "provider", True),
        (502, "bad gateway", "provider", True),
        (503, "over capacity", "provider", True),
        (504, "gateway timeout", "timeout", True),
    ],
)
def test_a_status_tells_what_kind_of_fault_it_is(
    status: int, message: str, kind: str, passing: bool
) -> None:
    fault = fault_of(ProviderError(status, message))
    assert (fault.kind, fault.passing) == (kind, passing)


class APITimeoutError(Exception):
    """Named as clients name it."""


class ConnectError(Exception):
    """Named as clients name it."""


@pytest.mark.parametrize(
    ("error", "kind", "passing"),
    [
        (APITimeoutError("Request timed out."), "timeout", True),
        (TimeoutError(), "timeout", True),
        (ConnectError("[Errno 111] Connection refused"), "unreachable", True),
        (ConnectionResetError(), "unreachable", True),
        (ModelRateLimitError("429"), "rate_limit", True),
        (ContextOverflowError("too long"), "too_large", False),
        (PermissionError("denied"), "provider", False),
        (ValueError("no such thing"), "provider", False),
        (KeyError("choices"), "provider", False),
    ],
)
def test_an_error_without_a_status_is_known_by_its_class(
    error: Exception, kind: str, passing: bool
) -> None:
    fault = fault_of(error)
    assert (fault.kind, fault.passing) == (kind, passing)


def test_a_status_is_found_in_the_cause_of_a_wrapped_error() -> None:
    wrapped = RuntimeError("Error calling model")
    wrapped.__cause__ = ProviderError(503, "over capacity")
    assert fault_of(wrapped).passing


def test_a_context_counts_unless_it_was_suppressed() -> None:
    error = ValueError("mine")
    error.__context__ = ProviderError(503, "over capacity")
    assert fault_of(error).passing
    error.__suppress_context__ = True
    assert not fault_of(error).passing


@pytest.mark.parametrize(
    ("message", "headers", "wait"),
    [
        ("Please try again in 60ms.", {}, 0.06),
        ("Please try again in 7m12.5s.", {}, 432.5),
        ("Please retry in 12.3s.", {}, 12.3),
        ("{'retryDelay': '58s'}", {}, 58.0),
        ('{"retryDelay": "58s"}', {}, 58.0),
        ("wait", {"retry-after": "20"}, 20.0),
        ("wait", {"retry-after-ms": "1500"}, 1.5),
        ("Please try again in 60ms.", {"retry-after": "2"}, 2.0),
        ("wait", {"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, None),
        ("wait", {}, None),
    ],
)
def test_a_providers_wish_for_a_wait_is_understood(
    message: str, headers: dict[str, str], wait: float | None
) -> None:
    assert fault_of(ProviderError(429, message, headers)).wait == (
        None if wait is None else pytest.approx(wait)
    )


def test_without_a_wish_the_wait_grows_fourfold() -> None:
    assert [backoff(n) for n in (1, 2, 3)] == [1.0, 4.0, 16.0]


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: sk-proj-abcdefghij",
        "Invalid key gsk_abcdefghij",
        "key AIzaSyabcdefghij is not valid",
        "Authorization: Bearer abcdefghij",
        "https://host/v1/models?key=abcdefghij&x=1",
        "api_key=abcdefghij",
    ],
)
def test_keys_are_scrubbed_whatever_their_maker(text: str) -> None:
    assert "abcdefghij" not in scrub(text)


def test_a_models_own_secret_is_scrubbed_though_it_looks_like_a_word() -> None:
    fault = fault_of(ProviderError(401, "no entry for swordfish"), ("swordfish", ""))
    assert fault.message == "no entry for ***"


def test_a_message_is_one_short_line() -> None:
    assert fault_of(ValueError("a\n" * 1000)).message.count("\n") == 0
    assert len(fault_of(ValueError("a\n" * 1000)).message) <= 300
    assert fault_of(ValueError()).message == "ValueError"


def test_limit_and_requested_are_read_from_a_refusal() -> None:
    assert limit_and_requested("TPM: Limit 8000, Requested 32979, please reduce") == (8000, 32979)
    assert limit_and_requested("no numbers") is None
