"""The dense indexes that are compared: built over one file of vectors, then tuned step by step."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

K = 10
_CHROMA_BATCH = 5000

Vectors = NDArray[np.float32]
Search = Callable[[Vectors], list[int]]


class Built(NamedTuple):
    """An index that stands.

    Attributes:
        operating_points: What can be set at query time, cheapest first, as (label, search).
        insert: Adds vectors one by one, or None where it is not measured.
    """

    operating_points: Iterator[tuple[str, Search]]
    insert: Callable[[Vectors], object] | None = None


def numpy_flat(path: Path, threads: int) -> Built:
    vectors = np.load(path)

    def search(vector: Vectors) -> list[int]:
        scores = vectors @ vector
        best = np.argpartition(-scores, K)[:K]
        found: list[int] = best[np.argsort(-scores[best])].tolist()
        return found

    return Built(iter([("exact", search)]))


def faiss_flat(path: Path, threads: int) -> Built:
    import faiss

    faiss.omp_set_num_threads(threads)
    vectors = np.load(path, mmap_mode="r")
    index = faiss.IndexFlatIP(vectors.shape[1])
    _add(index, vectors)
    return Built(iter([("exact", _faiss_search(index))]))


def faiss_ivf(path: Path, threads: int) -> Built:
    import faiss

    faiss.omp_set_num_threads(threads)
    vectors = np.load(path, mmap_mode="r")
    n, dimension = vectors.shape
    lists = round(4 * n**0.5)
    coarse = faiss.IndexFlatIP(dimension)
    index = faiss.IndexIVFFlat(coarse, dimension, lists, faiss.METRIC_INNER_PRODUCT)
    index.train(np.ascontiguousarray(vectors[:: max(1, n // (40 * lists))]))
    _add(index, vectors)

    def points() -> Iterator[tuple[str, Search]]:
        for probes in (8, 16, 32, 64, 128, 256, 512):
            index.nprobe = min(probes, lists)
            yield f"{lists} lists, nprobe {index.nprobe}", _faiss_search(index)

    return Built(points())


def faiss_hnsw(path: Path, threads: int) -> Built:
    import faiss

    faiss.omp_set_num_threads(threads)
    vectors = np.load(path, mmap_mode="r")
    index = faiss.IndexHNSWFlat(vectors.shape[1], 32, faiss.METRIC_INNER_PRODUCT)
    _add(index, vectors)

    def points() -> Iterator[tuple[str, Search]]:
        for breadth in (16, 32, 64, 128, 256, 512, 1024):
            index.hnsw.efSearch = breadth
            yield f"M 32, efSearch {breadth}", _faiss_search(index)

    return Built(points())


def chroma(path: Path, threads: int) -> Built:
    import chromadb

    vectors = np.load(path, mmap_mode="r")
    hnsw = {"space": "ip", "num_threads": threads}
    collection = chromadb.EphemeralClient().create_collection("all", configuration={"hnsw": hnsw})
    for start in range(0, len(vectors), _CHROMA_BATCH):
        some = np.asarray(vectors[start : start + _CHROMA_BATCH])
        collection.add(ids=[str(start + n) for n in range(len(some))], embeddings=some)

    def search(vector: Vectors) -> list[int]:
        found = collection.query(query_embeddings=[vector], n_results=K, include=[])
        return [int(key) for key in found["ids"][0]]

    return Built(iter([("ef_search 100, its default", search)]))


def hopgraph(path: Path, threads: int) -> Built:
    from hopgraph.retrievers.hierarchy.settings import SearchSettings
    from hopgraph.retrievers.hierarchy.vector_index import VectorIndex

    index = VectorIndex.build(np.load(path))

    def points() -> Iterator[tuple[str, Search]]:
        for beam in (8, 16, 32, 64, 128, 256):
            settings = SearchSettings(beam=beam)

            def search(vector: Vectors, settings: SearchSettings = settings) -> list[int]:
                found: list[int] = index.search(vector, K, settings)[0].tolist()
                return found

            yield f"beam {beam}, re-ranked {settings.rerank}", search

    return Built(points(), lambda vectors: index.insert(vectors))


INDEXES: dict[str, Callable[[Path, int], Built]] = {
    "numpy flat": numpy_flat,
    "FAISS flat": faiss_flat,
    "FAISS IVF": faiss_ivf,
    "FAISS HNSW": faiss_hnsw,
    "Chroma": chroma,
    "hopgraph": hopgraph,
}


def _add(index: object, vectors: Vectors) -> None:
    for start in range(0, len(vectors), 100_000):
        index.add(np.asarray(vectors[start : start + 100_000]))  # type: ignore[attr-defined]


def _faiss_search(index: object) -> Search:
    def search(vector: Vectors) -> list[int]:
        found: list[int] = index.search(vector[None], K)[1][0].tolist()  # type: ignore[attr-defined]
        return found

    return search
