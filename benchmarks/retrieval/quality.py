"""What each signal adds: python benchmarks/retrieval/quality.py DATA [--sets a b] [--limit N].

DATA holds one folder a set, with corpus.jsonl, questions.jsonl, minilm_int8.npy (vectors of the
corpus) and questions_minilm_int8.npy. Every row is one set of weights with one signal off.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from hopgraph.retrievers.features import extract_features
from hopgraph.retrievers.index import PassageIndex
from hopgraph.retrievers.request import SearchRequest
from hopgraph.retrievers.weights import DEFAULT_WEIGHTS, Weights
from hopgraph.state.values import Passage

SETS = ("2wikimultihopqa_hippo1000", "hotpotqa", "musique")


def off(**weights: float) -> Weights:
    return replace(DEFAULT_WEIGHTS, **weights)


NO_PHRASES = {"phrase": 0.0, "source_context": 0.0, "context": 0.0}
ONLY_WORDS_AND_VECTORS = {
    **NO_PHRASES,
    **dict.fromkeys(("named", "mentions", "title", "missing", "picked_missing"), 0.0),
}
VARIANTS = {
    "all": DEFAULT_WEIGHTS,
    "no cosine": off(cosine=0),
    "no BM25 in the base": off(bm25=0),
    "no titles named": off(named=0),
    "no names of the query": off(mentions=0),
    "no shared phrases": off(**NO_PHRASES),
    "no sentence of the source": off(source_context=0),
    "no sentence of the candidate": off(context=0),
    "no title links": off(title=0),
    "no missing words": off(missing=0, picked_missing=0),
    "no reverse message": off(reverse=0),
    "no links while picking": off(picked_link=0),
    "lent without end": off(lent_again=1),
    "cosine and BM25 alone": off(**ONLY_WORDS_AND_VECTORS),
}


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def build(folder: Path) -> PassageIndex:
    corpus = read_lines(folder / "corpus.jsonl")
    vectors = np.load(folder / "minilm_int8.npy").astype(np.float32)
    passages = [
        Passage(id=row["id"], source=row["id"], title=row["title"], text=row["text"])
        for row in corpus
    ]
    index = PassageIndex(vectors.shape[1])
    index.add(passages, vectors, [extract_features(p.title, p.text) for p in passages])
    return index


def measure(
    index: PassageIndex, questions: list[tuple[dict[str, Any], np.ndarray]]
) -> tuple[float, float]:
    """Return R@5 and all-gold@5, in percent."""
    recall = whole = 0.0
    for row, vector in questions:
        gold = set(row["supporting_ids"])
        found = {p.id for p in index.search(SearchRequest(row["question"], vector, 5))}
        recall += len(gold & found) / len(gold)
        whole += gold <= found
    return 100 * recall / len(questions), 100 * whole / len(questions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--limit", type=int, help="first N labelled questions of each set")
    options = parser.parse_args()
    for name in options.sets:
        folder = options.data / name
        index = build(folder)
        rows = read_lines(folder / "questions.jsonl")
        vectors = np.load(folder / "questions_minilm_int8.npy").astype(np.float32)
        labelled = [(r, v) for r, v in zip(rows, vectors, strict=True) if r.get("supporting_ids")]
        labelled = labelled[: options.limit]
        print(f"\n{name}: {len(index)} passages, {len(labelled)} labelled questions")
        print("| variant | R@5 | all-gold@5 |\n|---|---|---|")
        for variant, weights in VARIANTS.items():
            index.weights = weights
            recall, whole = measure(index, labelled)
            print(f"| {variant} | {recall:.1f} | {whole:.1f} |", flush=True)


if __name__ == "__main__":
    main()
