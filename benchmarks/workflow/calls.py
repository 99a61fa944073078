"""Requests, their depth and the time of a question, against a server that waits at each call.

    python benchmarks/workflow/calls.py SERVER.py

SERVER.py is a module with `start(latency_ms=...)`, which returns a server and its address, and
a STATE that takes a `plugin` (a reply for a request) and counts what it receives. The client is
the real ChatGroq; the corpus is invented; retrieval and encoding are part of the time.
"""

import importlib.util
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer
from langchain_groq import ChatGroq
from pydantic import SecretStr
from replies import PASSAGES, QUESTION, failing, proving
from rich.console import Console
from rich.table import Table

from hopgraph import Corpus, HopGraph

_COLUMNS = ("policy", "reader", "requests", "in sequence", "repeats", "s (median)", "answer")


def main(
    server: Annotated[Path, typer.Argument(help="The server's module.")],
    latency_ms: Annotated[float, typer.Option(help="Milliseconds that a call takes.")] = 300,
    rounds: Annotated[int, typer.Option(help="Times each question is asked.")] = 5,
) -> None:
    """Measure each policy with a reader that proves at once and one that never does."""
    module = _loaded(server)
    running, url = module.start(latency_ms=latency_ms)
    table = Table(*_COLUMNS, title=f"{latency_ms:g} ms a call", title_justify="left")
    chat = ChatGroq(model="fake-model", api_key=SecretStr("gsk_fake"), base_url=url)
    with Corpus.open(None, "embedded") as corpus:
        corpus.ingest_passages((name, title, text, {}) for name, title, text in PASSAGES)
        for policy in ("staged", "exhaustive"):
            for reply in (proving, failing):
                module.STATE.plugin = reply
                with HopGraph(chat=chat, corpus=corpus, policy=policy) as hopgraph:
                    asked = _measured(hopgraph, module.STATE, rounds)
                table.add_row(policy, reply.__name__, *asked)
    running.shutdown()
    Console().print(table)


def _measured(hopgraph: HopGraph, state: Any, rounds: int) -> list[str]:
    hopgraph.query(QUESTION)  # Opens the connection and loads the encoder.
    seconds, answer, stats = [], None, {}
    for _ in range(rounds):
        state.reset()
        elapsed, answer = _timed(lambda: hopgraph.query(QUESTION))
        seconds.append(elapsed)
        stats = state.stats()
        assert answer.usage.model_calls == stats["n_chat"], "a request was not counted once"
    counted = [stats[name] for name in ("n_chat", "sequential_depth", "duplicate_chat_calls")]
    given = f"{answer.best_guess}, {answer.proof.status}" if answer else ""
    return [*map(str, counted), f"{statistics.median(seconds):.3f}", given]


def _timed(run: Callable[[], Any]) -> tuple[float, Any]:
    started = time.perf_counter()
    result = run()
    return time.perf_counter() - started, result


def _loaded(source: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("server", source)
    assert spec is not None, f"{source} is no module"
    assert spec.loader is not None, f"{source} is no module"
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    typer.run(main)
