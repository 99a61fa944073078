"""What the workflow itself adds to a question, beyond encoding, retrieval and the model's time.

    OMP_NUM_THREADS=1 python benchmarks/workflow/overhead.py DIR --vectors VECTORS.npy

The chat model answers at once, in this process, through the same door as a hosted one. `reads
once` quotes a sentence and is asked no more; `all arms` proves nothing, so that every arm runs.
"""

import asyncio
import json
import re
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from replies import failing
from rich.console import Console
from rich.table import Table

from hopgraph import Corpus, HopGraph, Passage
from hopgraph.evaluation import load_dataset
from hopgraph.evaluation.corpora import fill, read_vectors
from hopgraph.models.encoder import EmbeddedEncoder

_COLUMNS = ("reader", "questions", "ms a question", "of it search", "own, ms", "own at once, ms")
_FIRST = re.compile(r"<passage 1>\n(?:Title: (.*)\n)?(.*)\n</")


class Instant(BaseChatModel):
    """Replies at once, in one of two ways."""

    proves: bool

    @property
    def _llm_type(self) -> str:
        return "instant"

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any
    ) -> ChatResult:
        system, user = (str(message.content) for message in messages)
        request = {"system": system, "user": user, "text": user}
        said = _quoting(user) if self.proves else failing(request)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(said))])

    async def _agenerate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        return self._generate(messages)


@dataclass
class Timed:
    """A corpus that keeps when its searches began and ended; some run side by side."""

    corpus: Corpus
    spans: list[tuple[float, float]] = field(default_factory=list)

    def search(self, *given: Any, **options: Any) -> list[Passage]:
        """Search, and note from when to when."""
        started = time.perf_counter()
        found = self.corpus.search(*given, **options)
        self.spans.append((started, time.perf_counter()))
        return found

    def covered(self) -> float:
        """Return the seconds in which at least one search ran."""
        total, until = 0.0, 0.0
        for started, ended in sorted(self.spans):
            total += max(0.0, ended - max(started, until))
            until = max(until, ended)
        return total

    def __getattr__(self, name: str) -> Any:
        return getattr(self.corpus, name)


def main(
    data: Annotated[Path, typer.Argument(help="Folder with corpus.jsonl and questions.jsonl.")],
    vectors: Annotated[Path, typer.Option(help="Ready-made vectors of the corpus.")],
    count: Annotated[int, typer.Option(help="Questions to ask.")] = 100,
) -> None:
    """Measure each reader one question after the other, then all at once."""
    dataset = load_dataset(data)
    asked = [question.question for question in dataset.questions][:count]
    title = f"{dataset.name}, {len(dataset.passages)} passages"
    table = Table(*_COLUMNS, title=title, title_justify="left")
    with Corpus.open(None, encoder := EmbeddedEncoder()) as corpus:
        fill(corpus, dataset, read_vectors(vectors, dataset, encoder.dimension), lambda *_: None)
        for proves in (True, False):
            figures = _measured(corpus, Instant(proves=proves), asked)
            reader = "reads once" if proves else "all arms"
            table.add_row(reader, str(len(asked)), *(f"{1000 * s:.1f}" for s in figures))
    Console().print(table)


def _measured(corpus: Corpus, chat: Instant, asked: list[str]) -> tuple[float, ...]:
    """Return seconds a question: whole, search, own, and own with all questions at once."""
    timed: Any = Timed(corpus)
    with HopGraph(chat=chat, corpus=timed, policy="staged") as hopgraph:
        hopgraph.query(asked[0])
        wholes, searches = [], []
        for question in asked:
            timed.spans.clear()
            started = time.perf_counter()
            hopgraph.query(question)
            wholes.append(time.perf_counter() - started)
            searches.append(timed.covered())
        whole, search = statistics.fmean(wholes), statistics.fmean(searches)
        at_once = asyncio.run(_at_once(hopgraph, asked)) / len(asked)
    return whole, search, whole - search, at_once - search


async def _at_once(hopgraph: HopGraph, asked: list[str]) -> float:
    started = time.perf_counter()
    await asyncio.gather(*(hopgraph.aquery(question) for question in asked))
    return time.perf_counter() - started


def _quoting(prompt: str) -> str:
    """Answer with the last word of the first passage, and quote the passage."""
    found = _FIRST.search(prompt)
    title, text = found.groups() if found else ("", "")
    step = {"rule": "lookup", "claim": text, "passage": 1, "quote": text, "subject": title}
    words = re.findall(r"\w+", text) or [""]
    steps = [{**step, "object": words[-1], "inputs": []}]
    return json.dumps({"steps": steps, "answer": words[-1], "missing": [], "sub_questions": []})


if __name__ == "__main__":
    typer.run(main)
