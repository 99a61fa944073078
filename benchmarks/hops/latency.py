"""How long the hop loop takes: python benchmarks/hops/latency.py DATA/hotpotqa [--limit N].

Milliseconds a question by the loop of `measure.py` behind the extractive reader, with the
default number of hops: for all questions, and for those by how many hops were made. A first
question warms up and is not counted.
"""

import argparse
from pathlib import Path
from time import perf_counter

import numpy as np
from measure import loop_over, vectors_of

from hopgraph import Context
from hopgraph.evaluation import load_dataset
from hopgraph.evaluation.corpora import fill
from hopgraph.models.encoder import EmbeddedEncoder
from hopgraph.models.extractive import ExtractiveReader
from hopgraph.retrievers.corpus import Corpus


def times(folder: Path, limit: int) -> list[tuple[int, float]]:
    """Return the hops made for each question, and the milliseconds it took."""
    dataset = load_dataset(folder)
    encoder = EmbeddedEncoder()
    with Corpus.open(None, encoder) as corpus:
        fill(corpus, dataset, vectors_of(folder, dataset, encoder.dimension), lambda *_: None)
        loop = loop_over(corpus, ExtractiveReader())
        taken = []
        for question in dataset.questions[: limit + 1]:
            started = perf_counter()
            state = loop.invoke({"question": question.question}, context=Context())
            ms = 1000 * (perf_counter() - started)
            taken.append((max(hop.hop_number for hop in state["hop_results"]), ms))
    return taken[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--limit", type=int, default=100)
    arguments = parser.parse_args()
    taken = times(arguments.data, arguments.limit)
    print("| hops made | questions | mean, ms | p95, ms |\n|---|---|---|---|")
    for hops in (None, *sorted({hops for hops, _ in taken})):
        chosen = [ms for made, ms in taken if hops in (None, made)]
        mean, p95 = np.mean(chosen), np.percentile(chosen, 95)
        print(f"| {hops or 'all'} | {len(chosen)} | {mean:.0f} | {p95:.0f} |")


if __name__ == "__main__":
    main()
