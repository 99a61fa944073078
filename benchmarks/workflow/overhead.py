"""What the workflow itself adds to a question, beyond encoding, retrieval and the model's time.

    OMP_NUM_THREADS=1 python benchmarks/workflow/overhead.py DIR --vectors DIR/vectors.npy

Each question is first asked over the whole corpus of a simulated reader, and what the searches
and the reader said is kept. Then it is asked again, each time in a new process that has nothing
in its caches: searches and the chat model answer at once from what was kept, so that all the time
that passes is the workflow's own. The chat model is asked through the same door as a hosted one.
"""

import asyncio
import gc
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import typer
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field
from rich.console import Console
from rich.table import Table

from hopgraph import Answer, Corpus, HopGraph, Passage
from hopgraph.evaluation import Dataset, load_dataset
from hopgraph.evaluation.corpora import fill, read_vectors
from hopgraph.models.encoder import EmbeddedEncoder
from hopgraph.models.prompts import reading_prompt
from hopgraph.models.reading import Reader, Reading, ReadingTask

sys.path.append(str(Path(__file__).resolve().parent.parent / "simulated_readers"))
from keys import load_keys
from readers import FaultyReader, PerfectReader

_COLUMNS = ("reader", "asked", "questions", "calls", "hops", "CPU ms", "p50", "wall ms")


@dataclass
class Kept:
    """What searches and a reader said, for the questions they were asked of."""

    questions: list[str] = field(default_factory=list)
    searches: dict[str, list[Passage]] = field(default_factory=dict)
    replies: dict[str, str] = field(default_factory=dict)


@dataclass
class Searching:
    """A corpus whose searches are kept."""

    corpus: Corpus
    kept: Kept

    def search(self, *given: Any, **options: Any) -> list[Passage]:
        """Search, and keep what was found."""
        found = self.corpus.search(*given, **options)
        return self.kept.searches.setdefault(_key(given, options), found)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.corpus, name)


@dataclass
class Saying:
    """A reader whose readings are kept as replies of a chat model."""

    reader: Reader
    kept: Kept
    name: str = "simulated"

    def read(self, task: ReadingTask) -> Reading:
        """Read, and keep what a chat model would have to reply."""
        reading = self.reader.read(task)
        prompt = reading_prompt(task, task.passages)
        self.kept.replies[prompt.system + prompt.user] = _reply(reading, task)
        return reading

    async def aread(self, task: ReadingTask) -> Reading:
        """Read; nothing here waits."""
        return self.read(task)


@dataclass
class Found:
    """A corpus in which everything has been found already."""

    kept: Kept
    encoder_name: str = EmbeddedEncoder.name

    def search(self, *given: Any, **options: Any) -> list[Passage]:
        """Return what was found before."""
        return self.kept.searches[_key(given, options)]


class Instant(BaseChatModel):
    """Replies at once with what is kept."""

    replies: dict[str, str] = Field(repr=False)

    @property
    def _llm_type(self) -> str:
        return "instant"

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any
    ) -> ChatResult:
        said = self.replies["".join(str(message.content) for message in messages)]
        return ChatResult(generations=[ChatGeneration(message=AIMessage(said))])

    async def _agenerate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        return self._generate(messages)


@dataclass
class Taken:
    """What questions took, in milliseconds: wall time is that of all of them.

    Questions asked at once have one processor time, the mean.
    """

    cpu: list[float]
    wall: float
    answers: list[Answer]


def main(
    data: Annotated[Path, typer.Argument(help="Folder with corpus.jsonl and questions.jsonl.")],
    vectors: Annotated[Path, typer.Option(help="Ready-made vectors of the corpus.")],
    count: Annotated[int, typer.Option(help="Questions to ask.")] = 100,
) -> None:
    """Measure questions proved at once, and with all arms: one after the other, and all at once."""
    dataset = load_dataset(data)
    title = f"{dataset.name}, {len(dataset.passages)} passages"
    table = Table(*_COLUMNS, title=title, title_justify="left")
    perfect = PerfectReader(load_keys(data, dataset))
    with Corpus.open(None, encoder := EmbeddedEncoder()) as corpus:
        fill(corpus, dataset, read_vectors(vectors, dataset, encoder.dimension), lambda *_: None)
        proved = kept_of(corpus, perfect, dataset, count, lambda answer: len(answer.arms) == 1)
        never = FaultyReader(perfect, "misquote", 1.0)
        failed = kept_of(corpus, never, dataset, count, lambda answer: len(answer.arms) > 1)
    for reader, kept in (("proved at once", proved), ("all arms", failed)):
        for way in (one_by_one, at_once):
            table.add_row(reader, way.__name__.replace("_", " "), *_cells(_anew(way, kept)))
    Console().print(table)


def kept_of(
    corpus: Corpus, reader: Reader, dataset: Dataset, count: int, fits: Callable[[Answer], bool]
) -> Kept:
    """Ask until `count` answers fit, and one more to warm up; return what was said."""
    kept = Kept()
    searching: Any = Searching(corpus, kept)
    with HopGraph(chat=Saying(reader, kept), corpus=searching) as hopgraph:
        for question in dataset.questions:
            if len(kept.questions) > count:
                break
            if question.supporting_ids and fits(hopgraph.query(question.question)):
                kept.questions.append(question.question)
    return kept


def one_by_one(kept: Kept) -> Taken:
    """Ask one question after the other."""
    with _hopgraph(kept) as hopgraph:
        cpu, answers = [], []
        hopgraph.query(kept.questions[0])  # Loads what is loaded once.
        started = time.perf_counter()
        for question in kept.questions[1:]:
            before = time.process_time()
            answers.append(hopgraph.query(question, return_intermediate=True))
            cpu.append(1000 * (time.process_time() - before))
        return Taken(cpu, 1000 * (time.perf_counter() - started), answers)


def at_once(kept: Kept) -> Taken:
    """Ask all questions at the same moment."""

    async def ask(hopgraph: HopGraph) -> Taken:
        await hopgraph.aquery(kept.questions[0])
        asked = kept.questions[1:]
        started, before = time.perf_counter(), time.process_time()
        asking = (hopgraph.aquery(question, return_intermediate=True) for question in asked)
        answers = await asyncio.gather(*asking)
        cpu = 1000 * (time.process_time() - before) / len(asked)
        return Taken([cpu], 1000 * (time.perf_counter() - started), answers)

    with _hopgraph(kept) as hopgraph:
        return asyncio.run(ask(hopgraph))


def _hopgraph(kept: Kept) -> HopGraph:
    gc.freeze()  # Looking through what is kept for garbage is no work of the workflow.
    corpus: Any = Found(kept)
    return HopGraph(chat=Instant(replies=kept.replies), corpus=corpus)


def _anew(way: Callable[[Kept], Taken], kept: Kept) -> Taken:
    """Run `way` in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(way, kept).result()


def _cells(taken: Taken) -> Sequence[str]:
    answers = taken.answers
    assert not any(answer.failures for answer in answers), "a reply was not kept"
    calls = statistics.fmean(answer.usage.model_calls for answer in answers)
    hops = statistics.fmean(max((h.hop_number for h in a.hops), default=1) for a in answers)
    mean, wall = statistics.fmean(taken.cpu), taken.wall / len(answers)
    median = f"{statistics.median(taken.cpu):.1f}" if len(taken.cpu) > 1 else ""
    counted = (str(len(answers)), f"{calls:.2f}", f"{hops:.2f}")
    return (*counted, f"{mean:.1f}", median, f"{wall:.1f}")


def _key(given: Sequence[Any], options: dict[str, Any]) -> str:
    return repr((given, sorted(options.items())))


def _reply(reading: Reading, task: ReadingTask) -> str:
    numbers = {passage.id: number for number, passage in enumerate(task.passages, 1)}
    fields = ("rule", "claim", "quote", "subject", "object", "inputs")
    steps = [
        {name: getattr(step, name) for name in fields} | {"passage": numbers.get(step.passage_id)}
        for step in reading.steps
    ]
    said = {"steps": steps, "answer": reading.answer, "missing": reading.missing}
    return json.dumps(said | {"sub_questions": [s.model_dump() for s in reading.plan]})


if __name__ == "__main__":
    typer.run(main)
