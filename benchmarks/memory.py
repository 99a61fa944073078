"""Whether memory stays flat: python benchmarks/memory.py DATA/SET [--vectors FILE.npy].

Resident memory of one process, set up as a worker of `hopgraph eval`, that answers the first N
questions of a data set without a key, pass after pass. The first pass fills the bounded caches;
what a later one adds for the same questions is not given back. Linux only.
"""

import argparse
import gc
from pathlib import Path

from hopgraph import HopGraph
from hopgraph.cli.measuring import store_of
from hopgraph.evaluation import load_dataset
from hopgraph.evaluation.workers import share_memory_among_threads


def resident_mb() -> float:
    """Return this process's resident memory, in MB."""
    gc.collect()
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("the kernel does not tell the resident memory of a process")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--vectors", type=Path, help="ready-made vectors of the corpus")
    parser.add_argument("--store", type=Path, help="a store of one's own to ask instead")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--passes", type=int, default=3)
    arguments = parser.parse_args()
    share_memory_among_threads()
    dataset = load_dataset(arguments.data)
    asked = [q.question for q in dataset.questions if q.answers][: arguments.questions]
    with (
        store_of(dataset, arguments.store, arguments.vectors, None) as folder,
        HopGraph(folder, create=False, chat="extractive") as hopgraph,
    ):
        print("| | resident memory, MB | more than before |\n|---|---|---|")
        hopgraph.retrieve(asked[0], 1)
        before = resident_mb()
        print(f"| loaded | {before:.0f} | |")
        for number in range(1, arguments.passes + 1):
            for question in asked:
                hopgraph.query(question)
            now = resident_mb()
            print(f"| pass {number}, {len(asked)} questions | {now:.0f} | {now - before:+.1f} |")
            before = now


if __name__ == "__main__":
    main()
