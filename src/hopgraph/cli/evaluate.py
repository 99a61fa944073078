"""hopgraph eval."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..state.errors import InputError
from .options import Embeddings, OptionalStore
from .query import Abstain, Policy, Profile, existing, judge_name

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from langchain_core.embeddings import Embeddings as Encoder
    from rich.progress import Progress

    from ..app import HopGraph
    from ..evaluation.datasets import Dataset
    from ..evaluation.rows import Outcome
    from ..evaluation.runs import AskAll
    from ..retrievers.corpus import Corpus

_THREADS = 4  # questions side by side where a provider reads


class Mode(StrEnum):
    """What is measured."""

    retrieval = "retrieval"
    answers = "answers"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="eval")(evaluate)


def evaluate(
    data: Annotated[
        Path | None,
        typer.Argument(
            help="Folder with corpus.jsonl and questions.jsonl; or a file of HotpotQA, "
            "2WikiMultiHopQA or MuSiQue, with NAME_corpus.json beside it or else its own "
            "contexts as the corpus; or a CSV of question,answer to ask of --store.",
            show_default=False,
        ),
    ] = None,
    mode: Annotated[Mode, typer.Option(help="What to measure.")] = Mode.retrieval,
    vectors: Annotated[
        Path | None,
        typer.Option(metavar="FILE.npy", help="Ready-made vectors of the corpus, in file order."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Only the first N questions.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.json",
            help="Write the report here, and .md, .svg and .jsonl (one line per question) beside "
            "it. A run that was stopped continues when it is started again.",
        ),
    ] = None,
    compare: Annotated[
        tuple[Path, Path] | None,
        typer.Option(metavar="A.json B.json", help="Compare two reports instead."),
    ] = None,
    store: OptionalStore = None,
    embeddings: Embeddings = None,
    chat: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Who reads, as provider:model, or 'extractive'. By default as in `query`.",
            show_default=False,
        ),
    ] = None,
    judge: Annotated[
        str, typer.Option(metavar="rules|model|NAME", help="Who judges passages.")
    ] = "rules",
    economy: Annotated[
        bool, typer.Option("--economy", help="Judge with the cheaper model.")
    ] = False,
    policy: Annotated[Policy, typer.Option(help="When further arms run.")] = Policy.staged,
    profile: Annotated[Profile, typer.Option(help="Whose rules apply.")] = Profile.hopgraph,
    abstain: Annotated[Abstain, typer.Option(help="When to give no answer.")] = Abstain.calibrated,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help=f"Questions side by side. [default: one per processor; {_THREADS} with a "
            "chat model]",
            show_default=False,
        ),
    ] = None,
    max_usd: Annotated[
        float | None, typer.Option(metavar="X", help="Stop the run at this many US dollars.")
    ] = None,
    reply_cache: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep model replies here, to replay the run for free."),
    ] = None,
) -> None:
    """Measure retrieval or answers on a data set, or compare two measurements.

    Retrieval stands beside BM25 alone and cosine alone of the same run; answers come with
    exact match, F1, proof validity, calibration, calls and cost.
    """
    if compare is not None:
        _compare(*compare, out)
        return
    if data is None:
        raise InputError("nothing to measure: give a folder or a file of questions")
    from ..evaluation import load_dataset

    dataset = load_dataset(data).first(limit)
    if mode is Mode.retrieval:
        if store is not None:
            raise InputError("--store is for answers: retrieval is measured on the data's corpus")
        _show(_retrieval(dataset, vectors, embeddings), out)
        return
    settings = {
        "chat": chat or _default_chat(),
        "judge": judge_name(judge, economy),
        "policy": policy.value,
        "profile": profile.value,
        "abstain": abstain.value,
    }
    with _store_of(dataset, existing(store), vectors, embeddings) as folder:
        opening = partial(_open, folder, embeddings, reply_cache, settings)
        _show(_answers(dataset, opening, settings, out, workers, max_usd), out)


def _retrieval(dataset: "Dataset", vectors: Path | None, embeddings: str | None) -> dict[str, Any]:
    import numpy as np

    from ..evaluation import measure_retrieval

    encoder = _encoder(embeddings)
    with _filled(dataset, vectors, encoder, None) as (corpus, known), _bar() as bar:
        task = bar.add_task(
            "questions", total=sum(1 for q in dataset.questions if q.supporting_ids)
        )
        return measure_retrieval(
            dataset,
            known,
            encode=lambda text: np.array(encoder.embed_query(text), dtype=np.float32),
            search=lambda question, vector, k: corpus.search(question, k, vector=vector),
            progress=lambda: bar.advance(task),
        )


def _answers(
    dataset: "Dataset",
    opening: "Callable[[], HopGraph]",
    settings: dict[str, Any],
    out: Path | None,
    workers: int | None,
    max_usd: float | None,
) -> dict[str, Any]:
    """Ask in processes where the reader runs here, in threads where a provider reads."""
    from importlib.metadata import version

    from ..evaluation import in_processes, in_threads, measure_answers
    from ..models.defaults import EXTRACTIVE_READER

    def measured(asking: "AskAll") -> dict[str, Any]:
        with _answer_bar(dataset) as moved:
            return measure_answers(
                dataset,
                asking,
                lines=None if out is None else out.with_suffix(".jsonl"),
                settings={"hopgraph": version("hopgraph"), **settings},
                max_usd=max_usd,
                progress=moved,
            )

    here = settings["chat"] == EXTRACTIVE_READER
    workers = workers or (os.cpu_count() if here else _THREADS) or 1
    if here and workers > 1:
        return measured(partial(in_processes, opening, workers))
    with opening() as hopgraph:
        return measured(partial(in_threads, hopgraph, workers))


def _open(
    folder: Path, embeddings: str | None, reply_cache: Path | None, settings: dict[str, Any]
) -> "HopGraph":
    """Open the system to measure; at the top level, so that a worker process can be sent it."""
    from ..app import HopGraph

    return HopGraph(folder, embeddings=embeddings, reply_cache=reply_cache, **settings)


@contextmanager
def _store_of(
    dataset: "Dataset", store: Path | None, vectors: Path | None, embeddings: str | None
) -> "Iterator[Path]":
    """Give the store to ask: one's own, or a passing one with the data set's corpus."""
    if store is not None:
        yield store
        return
    if not dataset.passages:
        raise InputError(f"{dataset.name} has no corpus: give --store with the documents")
    with TemporaryDirectory() as folder:
        with _filled(dataset, vectors, _encoder(embeddings), Path(folder)):
            pass
        yield Path(folder)


@contextmanager
def _filled(
    dataset: "Dataset", vectors: Path | None, encoder: "Encoder", folder: Path | None
) -> "Iterator[tuple[Corpus, npt.NDArray[np.float32]]]":
    """Open a corpus that holds the data set's passages, with their vectors."""
    from ..evaluation.corpora import encode_passages, fill, read_vectors
    from ..retrievers.corpus import Corpus

    with _bar() as bar:
        task = bar.add_task("", total=None)
        if vectors is None:
            bar.update(task, description="encoding passages")
            known = encode_passages(
                dataset, encoder, lambda done, n: bar.update(task, completed=done, total=n)
            )
        else:
            known = read_vectors(vectors, dataset, len(encoder.embed_query("dimension")))
        corpus = Corpus.open(folder, encoder)
        bar.update(task, description="filling the store")
        fill(corpus, dataset, known, lambda done, n: bar.update(task, completed=done, total=n))
    with corpus:
        yield corpus, known


def _encoder(embeddings: str | None) -> "Encoder":
    from ..models.names import default_embeddings_name, resolve_embeddings

    return resolve_embeddings(embeddings or default_embeddings_name(os.environ))


def _default_chat() -> str:
    from ..models.defaults import EXTRACTIVE_READER
    from ..models.names import default_chat_name

    return default_chat_name(os.environ) or EXTRACTIVE_READER


@contextmanager
def _answer_bar(dataset: "Dataset") -> "Iterator[Callable[[Outcome], None]]":
    """Show the running F1 and cost."""
    f1 = usd = 0.0
    done = 0
    with _bar() as bar:
        task = bar.add_task("questions", total=sum(1 for q in dataset.questions if q.answers))

        def moved(outcome: "Outcome") -> None:
            nonlocal f1, usd, done
            f1 += outcome.scores["f1"]
            usd += outcome.usage.cost_usd or 0.0
            done += 1
            bar.update(task, completed=done, description=f"F1 {100 * f1 / done:.1f}, ${usd:.4f}")

        yield moved


def _bar() -> "Progress":
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _show(report: dict[str, Any], out: Path | None) -> None:
    from rich.console import Console

    from ..evaluation import print_tables, tables, write_report

    console = Console()
    print_tables(tables(report), console)
    console.print(report["published"]["note"], highlight=False)
    if out is not None:
        write_report(report, out)
    if not report.get("complete", True):
        raise InputError(
            f"stopped at the budget after {report['n']} questions: "
            "give a larger --max-usd to continue"
        )


def _compare(a: Path, b: Path, out: Path | None) -> None:
    import json

    from rich.console import Console

    from ..evaluation import compare, print_tables, read_report
    from ..evaluation.report import difference_tables

    comparison = compare(read_report(a), read_report(b))
    print_tables(difference_tables(comparison), Console())
    if out is not None:
        out.write_text(
            json.dumps(comparison, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
