"""The paper's retrieval on real questions, beside an exact scan and the hierarchy people use.

python benchmarks/hierarchy/quality.py DATA --work FOLDER [--sets a b] [--limit 100]
    [--parts main ablations parents forced halves]

DATA holds one folder a set, with corpus.jsonl, questions.jsonl, minilm_int8.npy (vectors of the
corpus) and questions_minilm_int8.npy. The paper's cumulative query is a text that is encoded again
each round: vectors of such texts are kept in FOLDER. `main`: flat, greedy, wider beams, on rotated
and raw prefixes. `ablations`: alpha, beta, K, the loop. `parents`: p = 1 to 4. `forced`: the main
retrieval with an exact scan against the same through the hierarchy, on all questions. `halves`:
the hierarchy built on half of the passages with the others added one by one, against a full build.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from hopgraph.retrievers.features import extract_features
from hopgraph.retrievers.hierarchy.settings import BuildSettings, PaperSettings
from hopgraph.retrievers.index import PassageIndex
from hopgraph.retrievers.request import SearchRequest
from hopgraph.state.values import Passage

SETS = ("2wikimultihopqa_hippo1000", "hotpotqa", "musique")
PARTS = ("main", "ablations", "parents", "forced", "halves")
DEPTH = 10

Rank = Callable[[str, np.ndarray], list[str]]


class CachedEncoder:
    """The embedded encoder, with its vectors kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, np.ndarray] = {}
        if path.exists():
            with np.load(path, allow_pickle=False) as kept:
                texts = json.loads(str(kept["texts"]))
                self._known = dict(zip(texts, kept["vectors"], strict=True))

    def __call__(self, text: str) -> np.ndarray:
        """Return the vector of `text`."""
        if text not in self._known:
            self._known[text] = np.array(_embedded().embed_query(text), np.float32)
        return self._known[text]

    def keep(self) -> None:
        """Write the vectors."""
        if self._known:
            texts = json.dumps(list(self._known))
            np.savez(self._path, texts=texts, vectors=np.stack(list(self._known.values())))


@cache
def _embedded() -> Any:
    from hopgraph.models.names import resolve_embeddings

    return resolve_embeddings("embedded")


@dataclass
class DataSet:
    """One set: passages with vectors and features, and its labelled questions."""

    passages: list[Passage]
    vectors: np.ndarray
    questions: list[tuple[dict[str, Any], np.ndarray]]
    features: list[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.features = [extract_features(p.title, p.text) for p in self.passages]

    def add_to(self, index: PassageIndex, start: int, end: int) -> None:
        """Add the passages from `start` to `end`."""
        index.add(self.passages[start:end], self.vectors[start:end], self.features[start:end])

    def index(self, build: BuildSettings = BuildSettings()) -> PassageIndex:  # noqa: B008
        """Return an index over all passages."""
        index = PassageIndex(self.vectors.shape[1], build=build)
        self.add_to(index, 0, len(self.passages))
        return index


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_set(folder: Path) -> DataSet:
    rows = read_lines(folder / "questions.jsonl")
    vectors = np.load(folder / "questions_minilm_int8.npy").astype(np.float32)
    return DataSet(
        [
            Passage(id=row["id"], source=row["id"], title=row["title"], text=row["text"])
            for row in read_lines(folder / "corpus.jsonl")
        ],
        np.load(folder / "minilm_int8.npy").astype(np.float32),
        [pair for pair in zip(rows, vectors, strict=True) if pair[0].get("supporting_ids")],
    )


def cosine(data: DataSet) -> Rank:
    ids = [p.id for p in data.passages]
    return lambda _, vector: [
        ids[place] for place in np.argsort(-(data.vectors @ vector), kind="stable")[:DEPTH]
    ]


def searched(passages: PassageIndex, **options: Any) -> Rank:
    return lambda text, vector: [
        passage.id for passage in passages.search(SearchRequest(text, vector, DEPTH, **options))
    ]


def paper(index: PassageIndex, encode: CachedEncoder, **settings: Any) -> Rank:
    chosen = PaperSettings(**settings)
    return searched(index, index="hierarchy-paper", encode=encode, paper=chosen)


def cells(rank: Rank, questions: list[tuple[dict[str, Any], np.ndarray]]) -> str:
    """Return R@2, R@5, R@10 and all-gold@5, in percent."""
    totals = np.zeros(4)
    for row, vector in questions:
        gold, found = set(row["supporting_ids"]), rank(row["question"], vector)
        totals[:3] += [len(gold & set(found[:k])) / len(gold) for k in (2, 5, DEPTH)]
        totals[3] += gold <= set(found[:5])
    return " | ".join(f"{100 * total / len(questions):.1f}" for total in totals)


def main_rows(data: DataSet, encode: CachedEncoder) -> Iterator[tuple[str, Rank]]:
    yield "flat cosine", cosine(data)
    for kind, build in (("rotated", BuildSettings()), ("raw", BuildSettings(rotate=False))):
        index = data.index(build)
        for beam in (1, 2, 4, 8):
            yield f"paper, {kind}, beam {beam}", paper(index, encode, beam=beam)
    yield "paper without the DAG (every cluster)", paper(index, encode, beam=None)
    yield "plus", searched(data.index(), index="hierarchy")


def ablations(data: DataSet, encode: CachedEncoder) -> Iterator[tuple[str, Rank]]:
    index = data.index()
    for beam in (1, 8):
        named = f"paper, beam {beam}"
        yield f"{named}, no loop", paper(index, encode, beam=beam, loop=False)
        for alpha in (0.0, 0.25, 0.5, 0.75, 1.0):
            yield f"{named}, alpha {alpha}", paper(index, encode, beam=beam, alpha=alpha)
        for beta in (1.0, 0.0):
            yield f"{named}, beta {beta}", paper(index, encode, beam=beam, beta=beta)
        yield f"{named}, K 5", paper(index, encode, beam=beam, budget=5)


def parents(data: DataSet, encode: CachedEncoder) -> Iterator[tuple[str, Rank]]:
    for count in (1, 2, 3, 4):
        index = data.index(BuildSettings(parents=count))
        for beam in (1, 8):
            yield f"paper, p {count}, beam {beam}", paper(index, encode, beam=beam)


def forced(data: DataSet, _: CachedEncoder) -> Iterator[tuple[str, Rank]]:
    index = data.index()
    yield "exact scan", searched(index, index="exact")
    yield "hierarchy", searched(index, index="hierarchy")


def halves(data: DataSet, _: CachedEncoder) -> Iterator[tuple[str, Rank]]:
    yield "hierarchy, full build", searched(data.index(), index="hierarchy")
    index, half = PassageIndex(data.vectors.shape[1]), len(data.passages) // 2
    data.add_to(index, 0, half)
    first, vector = data.questions[0]
    index.search(SearchRequest(first["question"], vector, DEPTH, index="hierarchy"))  # builds it
    for place in range(half, len(data.passages)):
        data.add_to(index, place, place + 1)
    yield (
        f"half, the rest one by one (drift {index.drift():.3f})",
        searched(index, index="hierarchy"),
    )


ROWS = {
    "main": main_rows,
    "ablations": ablations,
    "parents": parents,
    "forced": forced,
    "halves": halves,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument("--work", type=Path, required=True, help="folder for vectors of texts")
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--limit", type=int, default=100, help="questions where texts are encoded")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    options = parser.parse_args()
    for name in options.sets:
        data = read_set(options.data / name)
        encode = CachedEncoder(options.work / f"{name}-texts.npz")
        for part in options.parts:
            limit = None if part in ("forced", "halves") else options.limit
            questions = data.questions[:limit]
            print(f"\n{name}, {part}: {len(data.passages)} passages, {len(questions)} questions\n")
            print("| variant | R@2 | R@5 | R@10 | all-gold@5 |\n|---|---|---|---|---|")
            for variant, rank in ROWS[part](data, encode):
                print(f"| {variant} | {cells(rank, questions)} |", flush=True)
            encode.keep()


if __name__ == "__main__":
    main()
