"""Time four reading threads, first alone, then beside a writer, and look for torn answers.

python benchmarks/freshness/readers.py DATA [--stores FOLDER] [--size N] [--seconds S]

DATA holds the data sets' folders, each with corpus.jsonl and minilm_int8.npy. The writer
supersedes two documents in each commit; a search that finds them in two revisions is torn.
"""

import argparse
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Event

import numpy as np
from corpora import opened, percentile

from hopgraph.retrievers.corpus import Corpus

READERS = 4
PAIR = "ledger of the northern and the southern lighthouse"


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--stores", type=Path, help="keep the corpus here, and use it if here")
    parser.add_argument("--size", type=int, default=15_345)
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    folder = arguments.data / "hotpotqa"
    with (folder / "questions.jsonl").open(encoding="utf-8") as file:
        questions = [json.loads(line)["question"] for line in file]
    asked = list(zip(questions, np.load(folder / "questions_minilm_int8.npy"), strict=True))
    corpus, _, vectors = opened(arguments.data, arguments.size, arguments.stores)
    with corpus:
        print(json.dumps(measure(corpus, asked, vectors[:2], arguments.seconds), indent=2))


def measure(
    corpus: Corpus, asked: list[tuple[str, np.ndarray]], known: np.ndarray, seconds: float
) -> dict[str, float]:
    """Read alone for some seconds, then beside a writer that never rests."""
    written = count()

    def write(number: int) -> None:
        pair = [
            (
                f"{name} lighthouse",
                "",
                f"The {name} lighthouse keeps ledger {number}.",
                {"pair": "lighthouses"},
            )
            for name in ("northern", "southern")
        ]
        corpus.ingest_passages(pair, known)

    def keep_writing() -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            write(next(written))

    write(next(written))
    alone, torn = _searches(corpus, asked, known, lambda: time.sleep(seconds))
    beside, torn_beside = _searches(corpus, asked, known, keep_writing)
    p95, p95_beside = percentile(alone, 0.95), percentile(beside, 0.95)
    return {
        "passages": len(corpus),
        "searches alone": len(alone),
        "p50 ms alone": percentile(alone, 0.5),
        "p95 ms alone": p95,
        "searches beside a writer": len(beside),
        "p50 ms beside": percentile(beside, 0.5),
        "p95 ms beside": p95_beside,
        "p95 times": round(p95_beside / p95, 2),
        "commits a second": round(next(written) / seconds, 1),
        "torn": torn + torn_beside,
    }


def _searches(
    corpus: Corpus,
    asked: list[tuple[str, np.ndarray]],
    known: np.ndarray,
    meanwhile: Callable[[], object],
) -> tuple[list[float], int]:
    """Return the seconds of each search in all threads, and how many were torn."""
    stop = Event()

    def read(reader: int) -> tuple[list[float], int]:
        times, torn = [], 0
        for number in count(reader, READERS):
            if stop.is_set():
                return times, torn
            question, vector = asked[number % len(asked)]
            started = time.perf_counter()
            corpus.search(question, 5, vector=vector)
            times.append(time.perf_counter() - started)
            torn += _is_torn(corpus, known)
        raise AssertionError

    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(read, number) for number in range(READERS)]
        try:
            meanwhile()
        finally:
            stop.set()
        done = [reader.result() for reader in readers]
    return [t for times, _ in done for t in times], sum(torn for _, torn in done)


def _is_torn(corpus: Corpus, known: np.ndarray) -> bool:
    where = {"pair": "lighthouses"}
    found = corpus.search(PAIR, 2, vector=known[0], where=where)
    return len(found) != 2 or len({passage.text.split()[-1] for passage in found}) != 1


if __name__ == "__main__":
    main()
