"""Corpora of any size out of real passages with known vectors, and an encoder that is timed."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np

from hopgraph.models.encoder import EmbeddedEncoder
from hopgraph.retrievers.corpus import Corpus

SETS = ("hotpotqa", "musique", "2wikimultihopqa", "2wikimultihopqa_hippo1000")
"""In this order, so that the first 15,345 passages are those of HotpotQA."""

Row = tuple[str, str, str, dict[str, Any]]


class TimedEncoder(EmbeddedEncoder):
    """Counts what it encodes, and the seconds that takes."""

    def __init__(self) -> None:
        super().__init__()
        self.texts = 0
        self.seconds = 0.0

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Return the vectors of `texts`."""
        started = time.perf_counter()
        vectors = super().encode(texts)
        self.seconds += time.perf_counter() - started
        self.texts += len(texts)
        return vectors


def grown(data: Path, size: int) -> tuple[list[Row], np.ndarray]:
    """Return `size` passages and their vectors: all sets, then all again under other titles."""
    parts = [(_lines(data / name / "corpus.jsonl"), _vectors(data / name)) for name in SETS]
    vectors = np.concatenate([some for _, some in parts])
    rows = [(name, row) for name, (some, _) in zip(SETS, parts, strict=True) for row in some]
    places = np.arange(size) % len(vectors)
    return list(islice(_again(rows), size)), vectors[places]


def opened(data: Path, size: int, stores: Path | None) -> tuple[Corpus, list[Row], np.ndarray]:
    """Open a corpus of `size` passages, made in the folder `stores` if it is not there yet."""
    rows, vectors = grown(data, size)
    corpus = Corpus.open(None if stores is None else stores / f"passages-{size}")
    if len(corpus) < size:
        corpus.ingest_passages(rows, vectors)
    corpus.search("a first question")
    return corpus, rows, vectors


def percentile(times: Sequence[float], share: float) -> float:
    """Return a percentile of `times` in milliseconds."""
    return round(1000 * float(np.quantile(times, share)), 1)


@contextmanager
def time_in(owner: Any, name: str) -> Iterator[list[float]]:
    """Collect the seconds of each call of a module's or class's function while inside."""
    took: list[float] = []
    function = getattr(owner, name)

    def timed(*arguments: Any) -> Any:
        started = time.perf_counter()
        try:
            return function(*arguments)
        finally:
            took.append(time.perf_counter() - started)

    setattr(owner, name, timed)
    try:
        yield took
    finally:
        setattr(owner, name, function)


def _again(rows: Sequence[tuple[str, dict[str, Any]]]) -> Iterator[Row]:
    for turn in count():
        for name, row in rows:
            title = f"{row['title']} {turn}" if turn else row["title"]
            yield f"{name}-{row['id']}-{turn}", title, row["text"], {}


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _vectors(folder: Path) -> np.ndarray:
    return np.load(folder / "minilm_int8.npy").astype(np.float32)
