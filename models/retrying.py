"""What went wrong with a request: what kind of fault, whether it can pass, and when."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

MAX_ATTEMPTS = 3
"""Requests for one prompt before a fault that could pass is taken as final."""

MAX_WAIT = 90.0
"""Seconds; a provider that asks for a longer wait is not waited for."""

_STATUS_KINDS = {400: "bad_request", 401: "auth", 403: "auth", 404: "bad_request", 413: "too_large"}
_STATUS_KINDS |= {408: "timeout", 422: "bad_request", 429: "rate_limit", 504: "timeout"}
_CLASS_KINDS = (
    (("Timeout",), "timeout"),
    (("Connection", "Connect", "Network", "Transport"), "unreachable"),
    (("Authentication", "PermissionDenied"), "auth"),
    (("RateLimit",), "rate_limit"),
    (("ContextOverflow",), "too_large"),
    (("InvalidRequest", "BadRequest", "NotFound"), "bad_request"),
)
_TOO_LARGE = re.compile(
    r"request too large|requested \d+.{0,40}limit|context.{0,12}(length|window)|maximum context"
    r"|too many (input )?tokens|prompt is too long|input token count .{0,40}exceeds",
    re.IGNORECASE,
)
_LIMIT_REQUESTED = re.compile(r"Limit:?\s*(\d+).{0,60}?Requested:?\s*(\d+)", re.I | re.S)
_NEVER_PASSES = re.compile(r"insufficient_quota|billing", re.IGNORECASE)
_BAD_KEY = re.compile(r"api.key.(not valid|invalid)|invalid.api.key|API_KEY_INVALID", re.I)
_TRY_AGAIN = re.compile(
    r"(?:try again in|retry in|retryDelay\W{1,6})\s*((?:[\d.]+\s*(?:ms|h|m|s)\w*\s*)+)", re.I
)
_DURATION = re.compile(r"([\d.]+)\s*(ms|h|m|s)", re.IGNORECASE)
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_SECRETS = re.compile(
    r"(?:gsk|sk|xai|pplx|hf)[_-][\w-]{6,}|AIza[\w-]{6,}"
    r"|(?<=bearer )\S+|(?<=api[_-]key[=:])\s*\S+|(?<=[?&]key=)[^&\s]+",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Fault:
    """Why a request failed.

    Attributes:
        kind: "auth", "rate_limit", "too_large", "timeout", "unreachable", "bad_request" or
            "provider".
        message: One line for a person, without keys.
        passing: Whether the same request may succeed later.
        wait: Seconds the provider asks to wait, or None where it does not say.
        status: The HTTP status, or None where there was no reply.
        address: Where the request was to go, where it is told: scheme, host and port.
    """

    kind: str
    message: str
    passing: bool
    wait: float | None = None
    status: int | None = None
    address: str = ""


def fault_of(error: BaseException, secrets: Sequence[str] = ()) -> Fault:
    """Tell what kind of fault a client's exception stands for.

    Providers report by status code, by class, or only in words, and wrap one error in
    another; all three are read along the chain of causes.

    Args:
        error: What the client raised.
        secrets: Values that must not stand in the message.
    """
    chain = list(_chain(error))
    status = next((s for s in map(_status, chain) if s), None)
    words = " ".join(str(e) for e in chain)
    kind = _kind(chain, status, words)
    passing = kind in ("rate_limit", "timeout", "unreachable") or (
        kind == "provider" and any(map(_may_pass, chain))
    )
    if _NEVER_PASSES.search(words):
        passing = False
    message = scrub(" ".join(str(error).split())[:300] or type(error).__name__, secrets)
    wait = _wait(chain, words) if passing else None
    return Fault(kind, message, passing, wait, status, _address(chain))


def limit_and_requested(message: str) -> tuple[int, int] | None:
    """Return the tokens a provider allows and counted, where its refusal names both."""
    found = _LIMIT_REQUESTED.search(message)
    return (int(found[1]), int(found[2])) if found else None


def backoff(attempt: int) -> float:
    """Return the seconds to wait after the given attempt (from 1): 1, 4, 16, ..."""
    return float(4 ** (attempt - 1))


def scrub(text: str, secrets: Sequence[str] = ()) -> str:
    """Return `text` without anything that looks like a key, and without `secrets`."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, "***")
    return _SECRETS.sub("***", text)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(6):
        if error is None:
            return
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _status(error: BaseException) -> int | None:
    for name in ("status_code", "code", "http_status"):
        value: Any = getattr(error, name, None)
        if isinstance(value, int) and 400 <= value < 600:
            return value
    return None


def _address(chain: Sequence[BaseException]) -> str:
    for error in chain:
        try:
            url = getattr(getattr(error, "request", None), "url", None)
        except RuntimeError:  # httpx raises it where no request was set
            continue
        if url is not None:
            parts = urlsplit(str(url))
            return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    return ""


def _kind(chain: Sequence[BaseException], status: int | None, words: str) -> str:
    if _BAD_KEY.search(words):
        return "auth"
    if status in (None, 400, 429) and (_TOO_LARGE.search(words) or _exceeds(words)):
        return "too_large"
    if status is not None:
        return _STATUS_KINDS.get(status, "provider")
    names = [cls.__name__ for e in chain for cls in type(e).__mro__]
    for parts, kind in _CLASS_KINDS:
        if any(part in name for name in names for part in parts):
            return kind
    return "provider"


def _exceeds(words: str) -> bool:
    # A rate limit that the request alone exceeds never passes, however long one waits.
    numbers = limit_and_requested(words)
    return numbers is not None and numbers[1] > numbers[0]


def _may_pass(error: BaseException) -> bool:
    return (_status(error) or 0) >= 500 or bool(getattr(error, "is_retryable", False))


def _wait(chain: Sequence[BaseException], words: str) -> float | None:
    for error in chain:
        headers = getattr(getattr(error, "response", None), "headers", None) or {}
        for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
            value = headers.get(name)
            if value is not None and re.fullmatch(r"[\d.]+", str(value).strip()):
                return float(value) * scale
    found = _TRY_AGAIN.search(words)
    if found is None:
        return None
    return sum(float(n) * _SECONDS[unit.lower()] for n, unit in _DURATION.findall(found[1]))
