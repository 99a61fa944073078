"""The one place that asks a chat model."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn
from weakref import WeakKeyDictionary

from pydantic import SecretStr
from tenacity import AsyncRetrying, RetryCallState, Retrying, stop_after_attempt

from ..reasoning.budget import Limits
from ..state.values import ModelCall
from .cache import ReplyCache
from .exchange import Exchange, Prompt, Reply, Shrink
from .in_flight import InFlight
from .names import model_name, with_own_connections, without_own_retries
from .prices import PRICES
from .reply_room import BudgetSpent, limit_field
from .retrying import MAX_ATTEMPTS

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_NO_LIMITS = Limits()


class ChatAccess:
    """Asks a chat model: counts, retries, shrinks, keeps budgets, and never raises a fault.

    Every request is counted once. Only faults that can pass are retried, as soon as the
    provider allows; a prompt that is too long is cut and asked again; equal prompts are asked
    once, also when they are asked at the same moment (all who ask are then told of that call).

    Args:
        model: A LangChain chat model.
        name: The name it is counted and priced under; its own by default.
        cache: Replies kept on disk.
        prices: US dollars per million tokens, (input, output) by model name; they override the
            price table.
        sleep: Waits between attempts; tests give their own.
        asleep: The same, without blocking the event loop.
        clock: Seconds since the epoch.
    """

    def __init__(
        self,
        model: "BaseChatModel",
        name: str | None = None,
        cache: ReplyCache | None = None,
        *,
        prices: Mapping[str, tuple[float, float]] | None = None,
        sleep: Callable[[float], None] = time.sleep,
        asleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.name = name or model_name(model)
        self._model = without_own_retries(model)
        self._limit_field = limit_field(model)
        self._own_limit = getattr(model, self._limit_field) if self._limit_field else None
        self._secrets = tuple(_secrets_of(model))
        self._cache = cache
        self._prices = {**PRICES, **(prices or {})}
        self._sleep = sleep
        self._asleep = asleep
        self._clock = clock
        self._in_flight = InFlight()
        self._by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, BaseChatModel]
        self._by_loop = WeakKeyDictionary()

    def ask(
        self,
        stage: str,
        prompt: Prompt,
        prior: Sequence[ModelCall] = (),
        limits: Limits = _NO_LIMITS,
        shrink: Shrink | None = None,
    ) -> Reply:
        """Ask, and return the reply or the failure.

        Args:
            stage: What the call is counted under.
            prompt: What to ask.
            prior: Calls already made for this question; an equal prompt is not sent again.
            limits: What may still be used; checked before every request.
            shrink: Gives a shorter prompt where this one is too long for the model.
        """
        exchange = self._exchange(stage, prompt, prior, limits, shrink)
        known = _known(exchange, prior) or self._cached(exchange) or _over_budget(exchange)
        if known is not None:
            return known
        return self._in_flight.share(exchange.key, lambda: self._fetch(exchange)).at_stage(stage)

    async def aask(
        self,
        stage: str,
        prompt: Prompt,
        prior: Sequence[ModelCall] = (),
        limits: Limits = _NO_LIMITS,
        shrink: Shrink | None = None,
    ) -> Reply:
        """Ask without blocking the event loop; see `ask`."""
        exchange = self._exchange(stage, prompt, prior, limits, shrink)
        known = _known(exchange, prior)
        if known is None and self._cache is not None:
            known = await asyncio.to_thread(self._cached, exchange)
        known = known or _over_budget(exchange)
        if known is not None:
            return known
        reply = await self._in_flight.ashare(exchange.key, lambda: self._afetch(exchange))
        return reply.at_stage(stage)

    async def aclose(self) -> None:
        """Close the connections that were opened in the running event loop."""
        model = self._by_loop.pop(asyncio.get_running_loop(), None)
        connections = getattr(model, "http_async_client", None)
        if connections is not None and connections is not getattr(
            self._model, "http_async_client", None
        ):
            await connections.aclose()

    def _exchange(
        self,
        stage: str,
        prompt: Prompt,
        prior: Sequence[ModelCall],
        limits: Limits,
        shrink: Shrink | None,
    ) -> Exchange:
        return Exchange(
            model=self.name,
            stage=stage,
            prompt=prompt,
            limits=limits,
            prices=self._prices,
            clock=self._clock,
            secrets=self._secrets,
            prior=tuple(call.id for call in prior),
            shrink=shrink,
            own_limit=self._own_limit,
            takes_limit=self._limit_field is not None,
        )

    def _fetch(self, exchange: Exchange) -> Reply:
        while True:
            try:
                retrying = Retrying(sleep=self._sleep, **_retry_rules(exchange))
                reply = exchange.success(retrying(self._attempt, exchange))
            except Exception as error:
                if not exchange.shorten(error):
                    return exchange.failure(error)
            else:
                self._keep(exchange, reply)
                return reply

    async def _afetch(self, exchange: Exchange) -> Reply:
        await self._connect()
        while True:
            try:
                retrying = AsyncRetrying(sleep=self._asleep, **_retry_rules(exchange))
                reply = exchange.success(await retrying(self._aattempt, exchange))
            except Exception as error:
                if not exchange.shorten(error):
                    return exchange.failure(error)
            else:
                if self._cache is not None:
                    await asyncio.to_thread(self._keep, exchange, reply)
                return reply

    def _attempt(self, exchange: Exchange) -> Any:
        exchange.start()
        messages = exchange.prompt.messages()
        return self._model.invoke(messages, _config(exchange), **self._room(exchange))

    async def _aattempt(self, exchange: Exchange) -> Any:
        exchange.start()
        model = self._by_loop[asyncio.get_running_loop()]
        messages = exchange.prompt.messages()
        return await model.ainvoke(messages, _config(exchange), **self._room(exchange))

    def _room(self, exchange: Exchange) -> dict[str, Any]:
        field, room = self._limit_field, exchange.room
        return {} if field is None or room is None else {field: room}

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        if loop not in self._by_loop:
            # Reading certificates blocks; of two that come at once the first one's stay.
            fresh = await asyncio.to_thread(with_own_connections, self._model)
            self._by_loop.setdefault(loop, fresh)

    def _cached(self, exchange: Exchange) -> Reply | None:
        text = self._cache.get(exchange.key) if self._cache is not None else None
        return None if text is None else exchange.from_cache(text)

    def _keep(self, exchange: Exchange, reply: Reply) -> None:
        if self._cache is not None and reply.failure is None:
            self._cache.put(exchange.key, reply.text, exchange.texts, exchange.prior)

    def __repr__(self) -> str:
        return f"ChatAccess({self.name!r})"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{self!r} holds an API key and is not pickled; make it anew by its name")


def _known(exchange: Exchange, prior: Sequence[ModelCall]) -> Reply | None:
    return next((Reply(call.reply) for call in prior if call.id == exchange.key), None)


def _over_budget(exchange: Exchange) -> Reply | None:
    try:
        exchange.check_budget()
    except BudgetSpent as spent:
        return exchange.failure(spent)
    return None


def _retry_rules(exchange: Exchange) -> dict[str, Any]:
    def may_retry(state: RetryCallState) -> bool:
        error = _error_of(state)
        return error is not None and exchange.may_retry(error, state.attempt_number)

    def wait(state: RetryCallState) -> float:
        error = _error_of(state)
        return 0.0 if error is None else exchange.wait(error, state.attempt_number)

    stop = stop_after_attempt(MAX_ATTEMPTS)
    return {"retry": may_retry, "wait": wait, "stop": stop, "reraise": True}


def _error_of(state: RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome is not None else None


def _config(exchange: Exchange) -> Any:
    # "nostream" keeps a reader's JSON out of a graph's streamed messages.
    return {"tags": ["nostream"], "run_name": exchange.stage}


def _secrets_of(model: Any) -> Iterator[str]:
    for field in getattr(type(model), "model_fields", ()):
        value = getattr(model, field, None)
        if isinstance(value, SecretStr):
            yield value.get_secret_value()
