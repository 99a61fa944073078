"""Time one document's update in corpora of several sizes.

python benchmarks/freshness/updates.py DATA [--stores FOLDER] [--plot FILE.svg] [SIZE]...

DATA holds the data sets' folders, each with corpus.jsonl and minilm_int8.npy.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from corpora import Row, opened, percentile, time_in
from plot import by_size

from hopgraph.retrievers.chroma_store import ChromaStore
from hopgraph.retrievers.corpus import Corpus

SIZES = [1000, 5000, 15_345, 50_000, 100_000]
WARM_UPS = 10
UPDATES = 200


def main() -> None:
    """Print a table, one line a size, and draw it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--stores", type=Path, help="keep the corpora here, and use those here")
    parser.add_argument("--plot", type=Path, help="draw the figures into this SVG file")
    arguments = parser.parse_args()
    print(
        "| passages | p50 ms | p95 ms | max ms | in Chroma, p50 ms | CPU, p50 ms |\n"
        "|---|---|---|---|---|---|"
    )
    figures = []
    for size in arguments.sizes:
        corpus, rows, vectors = opened(arguments.data, size, arguments.stores)
        with corpus:
            times, chroma, cpu = updates(corpus, rows, vectors)
        line = [percentile(times, share) for share in (0.5, 0.95, 1)]
        line += [percentile(some, 0.5) for some in (chroma, cpu)]
        print(f"| {size:,} | {' | '.join(map(str, line))} |", flush=True)
        figures.append(line)
    if arguments.plot:
        p50, p95, _, floor, _ = zip(*figures, strict=True)
        lines = {"update, p95": p95, "update, p50": p50, "of it in Chroma, p50": floor}
        drawn = by_size("One document updated, beyond encoding", arguments.sizes, lines)
        arguments.plot.write_text(drawn, encoding="utf-8")


def updates(
    corpus: Corpus, rows: list[Row], vectors: np.ndarray
) -> tuple[list[float], list[float], list[float]]:
    """Supersede documents all over the corpus by texts whose vectors are known.

    Returns:
        Seconds of each update, those of them in Chroma, and those of the processor.
    """
    times, chroma, cpu = [], [], []
    chance = np.random.default_rng(0)
    for number in range(-WARM_UPS, UPDATES):
        place = int(chance.integers(len(rows)))
        source, title, text, metadata = rows[place]
        new = (source, title, f"{text} Revised {time.time_ns()}.", metadata)
        with time_in(ChromaStore, "add") as inside:
            started, used = time.perf_counter(), time.process_time()
            report = corpus.ingest_passages([new], vectors[place : place + 1])
            took, used = time.perf_counter() - started, time.process_time() - used
        assert report.updated == 1
        if number >= 0:
            times.append(took)
            chroma.append(sum(inside))
            cpu.append(used)
    return times, chroma, cpu


if __name__ == "__main__":
    main()
