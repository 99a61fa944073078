"""Asking questions side by side: threads where a provider answers, processes where we do."""

import ctypes
import gc
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from functools import cache, partial

from .datasets import QuestionRow
from .rows import Row, ask
from .runs import GoOn
from .systems import Answerer

_CORES = "OMP_NUM_THREADS"
_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h


def _system() -> Answerer:
    """Stand for a worker process's own system until the worker has started."""
    raise RuntimeError("this process is no worker of in_processes")


def in_threads(
    system: Answerer, workers: int, questions: Sequence[QuestionRow], go_on: GoOn
) -> Iterator[Row]:
    """Ask with up to `workers` questions under way; rows come as they are ready."""
    with ThreadPoolExecutor(workers) as pool:
        yield from _bounded(lambda q: pool.submit(ask, system, q), workers, questions, go_on)


def in_processes(
    open_system: Callable[[], Answerer],
    workers: int,
    questions: Sequence[QuestionRow],
    go_on: GoOn,
) -> Iterator[Row]:
    """Ask from `workers` processes, each with a system of its own.

    Args:
        open_system: Opens a system; must be picklable.
        workers: How many processes.
        questions: What to ask.
        go_on: Tells whether a further question may be started.
    """
    with (
        _one_core_each(),
        ProcessPoolExecutor(
            workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_start_worker,
            initargs=(open_system,),
        ) as pool,
    ):
        yield from _bounded(lambda q: pool.submit(_ask_here, q), workers, questions, go_on)


@contextmanager
def _one_core_each() -> Iterator[None]:
    """Let processes that start meanwhile compute on one core each, unless the user said otherwise.

    Numpy's threads keep a core busy while they wait, which the other workers need.
    """
    said = _CORES in os.environ
    os.environ.setdefault(_CORES, "1")
    try:
        yield
    finally:
        if not said:
            del os.environ[_CORES]


def _bounded(
    submit: Callable[[QuestionRow], "Future[Row]"],
    workers: int,
    questions: Sequence[QuestionRow],
    go_on: GoOn,
) -> Iterator[Row]:
    """Hand a question to each free worker, so that memory stays flat and a budget holds."""
    waiting = iter(questions)
    running: set[Future[Row]] = set()
    while True:
        while len(running) < workers and go_on() and (question := next(waiting, None)):
            running.add(submit(question))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def share_memory_among_threads() -> None:
    """Let all threads of this process allocate in one place, where the C library can (glibc).

    Each question starts threads of its own; what they free in places of their own is not used
    by those of the next question, and the process grows by a hundred megabytes.
    """
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(_ARENA_MAX, 1)


def _start_worker(open_system: Callable[[], Answerer]) -> None:
    global _system
    share_memory_among_threads()
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    _system = cache(partial(_opened, open_system))


def _opened(open_system: Callable[[], Answerer]) -> Answerer:
    """Open the system; what it has loaded stays, so garbage need not be looked for there."""
    system = open_system()
    gc.collect()
    gc.freeze()
    return system


def _exit_with_parent() -> None:
    """End this worker when its parent is killed; the pool's own pipe would keep it waiting."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _ask_here(question: QuestionRow) -> Row:
    """Open this worker's system with its first question, so that what fails there is raised."""
    return ask(_system(), question)
