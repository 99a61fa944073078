"""One search against several rounds: python benchmarks/retrieval/rounds.py DATA [--sets a b].

Ten passages by one search, and by rounds that start from what is held: in fixed portions, and
with MatRAG's entity budget, where a round may add as many passages as the last one brought new
names (three at most).
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from quality import SETS, build, read_lines

from hopgraph.retrievers.index import PassageIndex
from hopgraph.retrievers.pool import linkable
from hopgraph.retrievers.request import SearchRequest
from hopgraph.retrievers.weights import DEFAULT_WEIGHTS

TEN = 10
MOST_A_ROUND = 3

Budget = Callable[[PassageIndex, list[str], list[str]], int]
"""How many passages the next round may add, from those held and those of the last round."""


def portions(first: int, later: int) -> Budget:
    return lambda _index, held, _last: later if held else first


def entity_budget(index: PassageIndex, held: list[str], last: list[str]) -> int:
    older = names(index, [key for key in held if key not in last])
    return min(MOST_A_ROUND, max(1, len(names(index, last) - older))) if held else MOST_A_ROUND


def names(index: PassageIndex, ids: list[str]) -> set[int]:
    contents = index._contents
    total = len(contents.row_of)
    rows = [contents.row_of[key] for key in ids]
    found = {name for row in rows for name in contents.occurrences[row].phrases.tolist()}
    return {name for name in found if linkable(contents.phrases.frequency(name), total)}


def gathered(index: PassageIndex, request: SearchRequest, budget: Budget) -> list[str]:
    held: list[str] = []
    last: list[str] = []
    while len(held) < TEN:
        k = min(TEN - len(held), budget(index, held, last))
        last = [p.id for p in index.search(replace(request, k=k, held=tuple(held)))]
        if not last:
            break
        held += last
    return held


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", nargs="+", default=SETS)
    options = parser.parse_args()
    ways = {
        "one search": portions(TEN, TEN),
        "5, then 5": portions(5, 5),
        "2, then 8": portions(2, 8),
        "entity budget": entity_budget,
    }
    for name in options.sets:
        folder = options.data / name
        index = build(folder)
        vectors = np.load(folder / "questions_minilm_int8.npy").astype(np.float32)
        rows = zip(read_lines(folder / "questions.jsonl"), vectors, strict=True)
        asked = [(row, vector) for row, vector in rows if row.get("supporting_ids")]
        print(f"\n{name}\n| way | cumulative vector | R@10 | all-gold@10 |\n|---|---|---|---|")
        for way, budget in ways.items():
            for cumulative in (0.0, 0.1, 1.0) if way != "one search" else (0.0,):
                index.weights = replace(DEFAULT_WEIGHTS, cumulative=cumulative)
                scores = []
                for row, vector in asked:
                    found = gathered(index, SearchRequest(row["question"], vector), budget)
                    gold = set(row["supporting_ids"])
                    scores.append((len(gold.intersection(found)) / len(gold), gold <= set(found)))
                recall, whole = 100 * np.mean(scores, axis=0)
                print(f"| {way} | {cumulative} | {recall:.1f} | {whole:.1f} |", flush=True)


if __name__ == "__main__":
    main()
