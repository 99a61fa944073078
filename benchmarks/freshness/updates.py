"""Time one document's update, and a reader beside a writer, in corpora of several sizes.

python benchmarks/freshness/updates.py FOLDER [SIZE]...
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from hopgraph.retrievers.corpus import Corpus

UPDATES = 30
SECONDS = 10.0
READERS = 4


def main() -> None:
    """Print one line of figures for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="holds corpus.jsonl and minilm_int8.npy")
    parser.add_argument("sizes", type=int, nargs="*", default=[1000, 15345, 100_000])
    arguments = parser.parse_args()
    vectors = np.load(arguments.folder / "minilm_int8.npy")
    for size in arguments.sizes:
        passages = list(islice(_passages(arguments.folder), size))
        rows = np.arange(size) % len(vectors)
        with Corpus.open() as corpus:
            corpus.ingest_passages(passages, vectors[rows])
            corpus.search("a first question")
            known = vectors[rows[:UPDATES]].astype(np.float32)
            print(json.dumps({"passages": size, **_updates(corpus, passages, known)}), flush=True)
            print(json.dumps({"passages": size, **_readers(corpus, passages, known)}), flush=True)


def _updates(corpus: Corpus, passages: list[Any], vectors: np.ndarray) -> dict[str, float]:
    """Time updates whose vectors are known, so that nothing is encoded."""
    times = []
    for number in range(UPDATES):
        started = time.perf_counter()
        _update(corpus, passages, vectors, number, f"Version {number} of the text.")
        times.append(1000 * (time.perf_counter() - started))
    return {"update ms p50": _round(statistics.median(times)), "max": _round(max(times))}


def _readers(corpus: Corpus, passages: list[Any], vectors: np.ndarray) -> dict[str, float]:
    """Time searches of several threads, first alone, then beside a writer."""
    alone = _searches(corpus, vectors, lambda: time.sleep(SECONDS))
    written = count()

    def write() -> None:
        end = time.perf_counter() + SECONDS
        while time.perf_counter() < end:
            number = next(written)
            _update(corpus, passages, vectors, number % UPDATES, f"Beside readers: {number}.")

    beside = _searches(corpus, vectors, write)
    return {
        "search ms p95 alone": _p95(alone),
        "search ms p95 beside a writer": _p95(beside),
        "updates a second": _round(next(written) / SECONDS),
    }


def _searches(corpus: Corpus, vectors: np.ndarray, meanwhile: Any) -> list[float]:
    stop = Event()

    def read(number: int) -> list[float]:
        times = []
        while not stop.is_set():
            started = time.perf_counter()
            corpus.search("who directed the film?", 5, vector=vectors[number])
            times.append(1000 * (time.perf_counter() - started))
        return times

    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(read, number) for number in range(READERS)]
        try:
            meanwhile()
        finally:
            stop.set()
        return [seconds for reader in readers for seconds in reader.result()]


def _update(
    corpus: Corpus, passages: list[Any], vectors: np.ndarray, number: int, text: str
) -> None:
    source, title, _, metadata = passages[number]
    corpus.ingest_passages([(source, title, text, metadata)], vectors[number : number + 1])


def _passages(folder: Path) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield the corpus's passages again and again, each time under other titles."""
    with (folder / "corpus.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    for turn in count():
        for row in rows:
            title = f"{row['title']} {turn}" if turn else row["title"]
            yield f"{row['id']}-{turn}", title, row["text"], {}


def _p95(times: list[float]) -> float:
    return _round(sorted(times)[len(times) * 95 // 100])


def _round(milliseconds: float) -> float:
    return round(milliseconds, 1)


if __name__ == "__main__":
    main()
