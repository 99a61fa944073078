"""What `hopgraph eval` measures: a corpus filled for one run, and the system over it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

from ..state.errors import InputError
from .progress import bar_on_stderr
from .terminal import tell

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from langchain_core.embeddings import Embeddings

    from ..app import HopGraph
    from ..evaluation.datasets import Dataset
    from ..evaluation.rows import Outcome
    from ..evaluation.runs import AskAll
    from ..retrievers.corpus import Corpus
    from ..state.values import Answer, IndexName, MetadataValue

THREADS = 4
"""Questions side by side where a provider reads."""


def retrieval(
    dataset: "Dataset",
    vectors: Path | None,
    embeddings: str | None,
    where: "dict[str, MetadataValue] | None",
    index: "IndexName | None",
) -> dict[str, Any]:
    """Search a corpus filled for the run."""
    import numpy as np

    from ..evaluation import measure_retrieval

    _require_corpus(dataset)
    encoder = _encoder(embeddings)
    with _filled(dataset, vectors, encoder, None) as (corpus, known), bar_on_stderr() as bar:
        task = bar.add_task(
            "questions", total=sum(1 for q in dataset.questions if q.supporting_ids)
        )
        return measure_retrieval(
            dataset,
            known,
            encode=lambda text: np.array(encoder.embed_query(text), dtype=np.float32),
            search=lambda question, vector, k: corpus.search(
                question, k, vector=vector, where=where, index=index
            ),
            where=where,
            progress=lambda: bar.advance(task),
        )


def answers(
    dataset: "Dataset",
    opening: "Callable[[], Filtered]",
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
        with _telling_how_to_go_on(out), _answer_bar(dataset) as moved:
            return measure_answers(
                dataset,
                asking,
                lines=None if out is None else out.with_suffix(".jsonl"),
                settings={"hopgraph": version("hopgraph"), **settings},
                max_usd=max_usd,
                progress=moved,
            )

    here = settings["chat"] == EXTRACTIVE_READER
    workers = workers or (os.cpu_count() if here else THREADS) or 1
    if here and workers > 1:
        return measured(partial(in_processes, opening, workers))
    with opening() as system:
        return measured(partial(in_threads, system, workers))


@contextmanager
def _telling_how_to_go_on(out: Path | None) -> "Iterator[None]":
    try:
        yield
    except KeyboardInterrupt:
        if out is not None:
            tell(f"the answers so far are kept beside {out}: the same command goes on from there")
        raise


class Filtered:
    """A system that is asked over passages with certain metadata only."""

    def __init__(self, hopgraph: "HopGraph", where: "dict[str, MetadataValue] | None") -> None:
        self._hopgraph = hopgraph
        self._where = where

    def query(self, question: str) -> "Answer":
        """Answer one question."""
        return self._hopgraph.query(question, filter=self._where)

    def __enter__(self) -> Self:
        self._hopgraph.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._hopgraph.__exit__(*error)


def opened(
    folder: Path,
    reply_cache: Path | None,
    where: "dict[str, MetadataValue] | None",
    settings: dict[str, Any],
) -> Filtered:
    """Open the system to measure; at the top level, so that a worker process can be sent it."""
    from ..app import HopGraph

    hopgraph = HopGraph(folder, create=False, reply_cache=reply_cache, **settings)
    # Index and encoder are loaded by a first search, which is no part of a question's latency.
    hopgraph.retrieve("What is told here?", 1, filter=where)
    return Filtered(hopgraph, where)


@contextmanager
def store_of(
    dataset: "Dataset", store: Path | None, vectors: Path | None, embeddings: str | None
) -> "Iterator[Path]":
    """Give the store to ask: one's own, or a passing one with the data set's corpus."""
    if store is not None:
        yield store
        return
    _require_corpus(dataset)
    with TemporaryDirectory() as folder:
        with _filled(dataset, vectors, _encoder(embeddings), Path(folder)):
            pass
        yield Path(folder)


def _require_corpus(dataset: "Dataset") -> None:
    if not dataset.passages:
        raise InputError(f"{dataset.name} has no corpus: give --store with the documents")


@contextmanager
def _filled(
    dataset: "Dataset", vectors: Path | None, encoder: "Embeddings", folder: Path | None
) -> "Iterator[tuple[Corpus, npt.NDArray[np.float32]]]":
    """Open a corpus that holds the data set's passages, with their vectors."""
    from ..evaluation.corpora import encode_passages, fill, read_vectors
    from ..retrievers.corpus import Corpus

    with bar_on_stderr() as bar:
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


def _encoder(embeddings: str | None) -> "Embeddings":
    from ..models.names import default_embeddings_name, resolve_embeddings

    return resolve_embeddings(embeddings or default_embeddings_name(os.environ))


def default_chat() -> str:
    """Return who reads where nobody is named."""
    from ..models.defaults import EXTRACTIVE_READER
    from ..models.names import default_chat_name

    return default_chat_name(os.environ) or EXTRACTIVE_READER


@contextmanager
def _answer_bar(dataset: "Dataset") -> "Iterator[Callable[[Outcome], None]]":
    """Show the running F1 and cost."""
    f1 = usd = 0.0
    done = 0
    with bar_on_stderr() as bar:
        task = bar.add_task("questions", total=sum(1 for q in dataset.questions if q.answers))

        def moved(outcome: "Outcome") -> None:
            nonlocal f1, usd, done
            f1 += outcome.scores["f1"]
            usd += outcome.usage.cost_usd or 0.0
            done += 1
            bar.update(task, completed=done, description=f"F1 {100 * f1 / done:.1f}, ${usd:.4f}")

        yield moved
