"""Search latency beside plain dense indexes, in one run and one thread.

OMP_NUM_THREADS=1 python benchmarks/retrieval/latency.py DATA [--sizes 6000 15000 100000]

DATA holds hotpotqa/ with corpus.jsonl, questions.jsonl and both .npy files. Larger corpora repeat
it under new ids, with a little noise on each vector. The dense indexes only rank by cosine.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import chromadb
import faiss
import numpy as np
from quality import read_lines

from hopgraph.retrievers.features import extract_features
from hopgraph.retrievers.index import PassageIndex
from hopgraph.retrievers.request import SearchRequest
from hopgraph.state.values import Passage

Search = Callable[[str, np.ndarray], object]


def corpus(folder: Path, size: int) -> tuple[list[Passage], np.ndarray]:
    rows = read_lines(folder / "corpus.jsonl")
    vectors = np.load(folder / "minilm_int8.npy").astype(np.float32)
    noise = np.random.default_rng(0)
    passages, copies = [], []
    for start in range(0, size, len(rows)):
        count = min(len(rows), size - start)
        copies.append(vectors[:count] + noise.normal(0, 1e-3 * bool(start), vectors[:count].shape))
        for n, row in enumerate(rows[:count], start):
            # The number keeps copies from being taken for one text.
            text = row["text"] if not start else f"{row['text']} {start}."
            passages.append(Passage(id=f"p{n}", source=f"p{n}", title=row["title"], text=text))
    return passages, np.concatenate(copies).astype(np.float32)


def hopgraph_search(passages: list[Passage], vectors: np.ndarray) -> Search:
    index = PassageIndex(vectors.shape[1])
    index.add(passages, vectors, [extract_features(p.title, p.text) for p in passages])
    return lambda text, vector: index.search(SearchRequest(text, vector, 10))


def flat_numpy(vectors: np.ndarray) -> Search:
    def search(_: str, vector: np.ndarray) -> np.ndarray:
        scores = vectors @ vector
        best = np.argpartition(-scores, 10)[:10]
        return best[np.argsort(-scores[best])]

    return search


def faiss_search(index: faiss.Index, vectors: np.ndarray) -> Search:
    index.add(vectors)
    return lambda _, vector: index.search(vector[None], 10)


def chroma_search(vectors: np.ndarray) -> Search:
    client = chromadb.EphemeralClient()
    collection = client.create_collection(f"size{len(vectors)}")
    for start in range(0, len(vectors), 5000):
        batch = vectors[start : start + 5000]
        collection.add(ids=[str(start + n) for n in range(len(batch))], embeddings=list(batch))
    return lambda _, vector: collection.query(query_embeddings=[vector], n_results=10)


def milliseconds(search: Search, texts: list[str], vectors: np.ndarray) -> list[float]:
    taken = []
    for text, vector in zip(texts, vectors, strict=True):
        start = time.perf_counter()
        search(text, vector)
        taken.append(1000 * (time.perf_counter() - start))
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sizes", nargs="+", type=int, default=[6000, 15000, 100000])
    parser.add_argument("--questions", type=int, default=100)
    options = parser.parse_args()
    faiss.omp_set_num_threads(1)
    folder = options.data / "hotpotqa"
    texts = [r["question"] for r in read_lines(folder / "questions.jsonl")][: options.questions]
    queries = np.load(folder / "questions_minilm_int8.npy").astype(np.float32)[: len(texts)]
    print("| passages | index | p50 ms | p95 ms |\n|---|---|---|---|")
    for size in options.sizes:
        passages, vectors = corpus(folder, size)
        dimension = vectors.shape[1]
        searches = {
            "hopgraph": lambda p=passages, v=vectors: hopgraph_search(p, v),
            "numpy flat": lambda v=vectors: flat_numpy(v),
            "FAISS flat": lambda v=vectors, d=dimension: faiss_search(faiss.IndexFlatIP(d), v),
            "FAISS HNSW": lambda v=vectors, d=dimension: faiss_search(
                faiss.IndexHNSWFlat(d, 32, faiss.METRIC_INNER_PRODUCT), v
            ),
            "Chroma": lambda v=vectors: chroma_search(v),
        }
        for name, make in searches.items():
            taken = milliseconds(make(), texts, queries)
            p50, p95 = np.percentile(taken, (50, 95))
            print(f"| {size} | {name} | {p50:.1f} | {p95:.1f} |", flush=True)


if __name__ == "__main__":
    main()
