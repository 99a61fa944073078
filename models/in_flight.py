"""Equal prompts that are asked at the same moment share one request."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future

from .exchange import Reply


class InFlight:
    """The requests under way.

    Threads share with threads and tasks with tasks of their own event loop: waiting across
    the two could block the very loop that is to bring the reply.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._threads: dict[str, Future[Reply]] = {}
        self._tasks: dict[tuple[int, str], asyncio.Future[Reply | None]] = {}

    def share(self, key: str, fetch: Callable[[], Reply]) -> Reply:
        """Return the reply of the request under way for `key`, or of `fetch`."""
        own: Future[Reply] = Future()
        with self._lock:
            under_way = self._threads.setdefault(key, own)
        if under_way is not own:
            return under_way.result()
        try:
            reply = fetch()
        except BaseException as error:
            own.set_exception(error)
            raise
        else:
            own.set_result(reply)
            return reply
        finally:
            with self._lock:
                del self._threads[key]

    async def ashare(self, key: str, fetch: Callable[[], Awaitable[Reply]]) -> Reply:
        """Return the reply of the request under way for `key`, or of `fetch`."""
        loop = asyncio.get_running_loop()
        place = (id(loop), key)
        while (under_way := self._tasks.get(place)) is not None:
            # Shielded: one waiter that is cancelled must not cancel the others' reply.
            reply = await asyncio.shield(under_way)
            if reply is not None:
                return reply
        own = self._tasks[place] = loop.create_future()
        try:
            reply = await fetch()
            own.set_result(reply)
            return reply
        finally:
            del self._tasks[place]
            if not own.done():
                own.set_result(None)
