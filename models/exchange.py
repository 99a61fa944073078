"""The bookkeeping of one prompt: what was sent, what it used, what came of it."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..reasoning.budget import Limits
from ..state.values import Failure, ModelCall
from .prices import cost_usd, estimated_tokens
from .reply_room import MOST_REPLY_TOKENS, BudgetSpent, is_cut, room_for_reply
from .retrying import MAX_WAIT, Fault, backoff, fault_of, limit_and_requested

MAX_SHRINKS = 2
"""How often a prompt that is too long is cut and asked again."""


@dataclass(frozen=True)
class Prompt:
    """What a chat model is asked.

    Attributes:
        system: The instructions.
        user: The question and its evidence.
        texts: The passages' texts in it, by which a cached reply can be purged.
    """

    system: str
    user: str
    texts: tuple[str, ...] = ()

    def messages(self) -> list[tuple[str, str]]:
        """The prompt as LangChain takes it."""
        return [("system", self.system), ("user", self.user)]


_NOT_SERVED = re.compile(r"model.{0,80}(not exist|not found|decommissioned)", re.IGNORECASE)

Shrink = Callable[[int], Prompt | None]
"""Gives a shorter prompt for the nth time it was too long (from 1), or None to give up."""


@dataclass(frozen=True)
class Reply:
    """What came of a prompt.

    Attributes:
        text: The model's words; "" where there is a failure.
        call: The call made for it; None where none was, because the reply was known already
            in this question or the budget forbade it.
        failure: Why there is no reply.
    """

    text: str = ""
    call: ModelCall | None = None
    failure: Failure | None = None

    def at_stage(self, stage: str) -> "Reply":
        """The same reply, counted under another stage."""
        named = {"stage": stage}
        call, failure = self.call, self.failure
        return replace(
            self,
            call=call and call.model_copy(update=named),
            failure=failure and failure.model_copy(update=named),
        )


def prompt_key(model: str, prompt: Prompt) -> str:
    """Return the id of a prompt to a model: equal prompts have equal keys."""
    parts = "\0".join((model, prompt.system, prompt.user))
    return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass
class Exchange:
    """One prompt on its way: counts requests, watches the budget, makes the reply."""

    model: str
    stage: str
    prompt: Prompt
    limits: Limits
    prices: Mapping[str, tuple[float, float]]
    clock: Callable[[], float]
    secrets: Sequence[str] = field(default=(), repr=False)
    prior: tuple[str, ...] = ()
    shrink: Shrink | None = None
    own_limit: int | None = None
    takes_limit: bool = False
    key: str = field(init=False)
    texts: tuple[str, ...] = field(init=False)
    room: int | None = field(default=None, init=False)
    requests: int = field(default=0, init=False)
    shrinks: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        # Both of the prompt as it was asked, also where a shorter one was sent.
        self.key = prompt_key(self.model, self.prompt)
        self.texts = self.prompt.texts

    def check_budget(self) -> None:
        """Set the room for the reply; raise BudgetSpent if the request would break a limit."""
        limits = self.limits
        if limits.deadline is not None and self.clock() >= limits.deadline:
            raise BudgetSpent("the time for this question is used up")
        if limits.calls is not None and self.requests >= limits.calls:
            raise BudgetSpent("the calls for this question are used up")
        asked = estimated_tokens(self.prompt.system + self.prompt.user)
        most = self.own_limit or MOST_REPLY_TOKENS
        room = room_for_reply(self.model, asked, most, limits, self.prices)
        # Only a limit that is not the model's own is told, and can be what cut a reply.
        self.room = room if self.takes_limit and room != self.own_limit else None

    def start(self) -> None:
        """Count a request that is about to be sent, or raise BudgetSpent."""
        self.check_budget()
        self.requests += 1

    def wait(self, error: BaseException, attempt: int) -> float:
        """Return the seconds to wait after the given attempt failed."""
        hint = self._fault(error).wait
        return backoff(attempt) if hint is None else hint

    def may_retry(self, error: BaseException, attempt: int) -> bool:
        """Whether the same request may be sent again after a wait that can be borne."""
        if isinstance(error, BudgetSpent) or not self._fault(error).passing:
            return False
        if self.limits.calls is not None and self.requests >= self.limits.calls:
            return False
        wait = self.wait(error, attempt)
        deadline = self.limits.deadline
        return wait <= MAX_WAIT and (deadline is None or self.clock() + wait < deadline)

    def shorten(self, error: BaseException) -> bool:
        """Cut the prompt if it was too long; False if that is not the fault or cannot be done."""
        if self.shrink is None or self.shrinks == MAX_SHRINKS:
            return False
        if isinstance(error, BudgetSpent) or self._fault(error).kind != "too_large":
            return False
        self.shrinks += 1
        shorter = self.shrink(self.shrinks)
        if shorter is None:
            return False
        self.prompt = shorter
        return True

    def success(self, message: Any) -> Reply:
        """Make the reply of a message a model gave; an empty one is a failure."""
        text = str(message.text)
        usage = message.usage_metadata or {}
        asked = self.prompt.system + self.prompt.user
        sent = usage.get("input_tokens") or estimated_tokens(asked)
        got = usage.get("output_tokens") or estimated_tokens(text)
        call = ModelCall(
            id=self.key,
            stage=self.stage,
            model=self.model,
            reply=text,
            input_tokens=sent,
            output_tokens=got,
            requests=self.requests,
            cost_usd=cost_usd(self.model, sent, got, self.prices),
        )
        if self.room is not None and is_cut(message):
            said = f"the budget left {self.room} tokens for the reply, which was cut there"
            failure = self._failure("budget", said)
        elif text.strip():
            return Reply(text, call)
        else:
            reason = message.response_metadata.get("finish_reason") or "no reason given"
            failure = self._failure("provider", f"the model's reply is empty ({reason})")
        return Reply(call=call.model_copy(update={"id": self._failed_id()}), failure=failure)

    def from_cache(self, text: str) -> Reply:
        """Make the reply of a text kept from an earlier call."""
        call = ModelCall(
            id=self.key, stage=self.stage, model=self.model, reply=text, requests=0, cost_usd=0.0
        )
        return Reply(text, call)

    def failure(self, error: BaseException) -> Reply:
        """Make the reply of an error: a failure, and the requests it took."""
        if isinstance(error, BudgetSpent):
            kind, message = "budget", f"{error}; no request was made"
        else:
            fault = self._fault(error)
            kind, message = fault.kind, f"{fault.message}{_remedy(fault, self.model)}"
        call = self._failed_call() if self.requests else None
        return Reply(call=call, failure=self._failure(kind, message))

    def _failed_call(self) -> ModelCall:
        return ModelCall(
            id=self._failed_id(),
            stage=self.stage,
            model=self.model,
            requests=self.requests,
            cost_usd=0.0,
        )

    def _failed_id(self) -> str:
        # Not the prompt's own id: a prompt that failed may be asked again.
        before = sum(call_id.startswith(f"{self.key}:failed:") for call_id in self.prior)
        return f"{self.key}:failed:{before + 1}"

    def _failure(self, kind: str, message: str) -> Failure:
        return Failure(stage=self.stage, kind=kind, message=message, provider=self.model)

    def _fault(self, error: BaseException) -> Fault:
        return fault_of(error, self.secrets)


def _remedy(fault: Fault, model: str) -> str:
    """Return what a person can do about a fault, named with the model."""
    at = f" at {fault.address}" if fault.address else ""
    if fault.kind == "auth":
        return f" - check the API key for {model}"
    if fault.kind == "too_large":
        numbers = limit_and_requested(fault.message)
        detail = f" of {numbers[0]} tokens" if numbers else ""
        return f" - beyond the provider's limit{detail}: give fewer passages or a lower max_tokens"
    if fault.kind == "bad_request" and (fault.status == 404 or _NOT_SERVED.search(fault.message)):
        return f" - {model} is not served to this key{at}: choose another model"
    if fault.kind == "unreachable":
        return f" - {model} cannot be reached{at}: check the network and the base URL"
    if fault.kind == "timeout":
        return f" - {model} took too long{at}: ask again, or give the model a longer timeout"
    if fault.kind == "rate_limit":
        if not fault.passing:
            return f" - the quota of this key for {model} is used up: check its plan"
        wait = "later" if fault.wait is None else f"in {fault.wait:g} s"
        return f" - {model} was asked more than this key allows: ask again {wait}"
    if (fault.status or 0) >= 500:
        return f" - the provider of {model} is at fault{at}: ask again later"
    return ""
