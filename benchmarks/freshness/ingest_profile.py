"""Tell where the time of an ingest goes: in the encoder, or in what is around it.

python benchmarks/freshness/ingest_profile.py DATA/SET [--passages N]
"""

import argparse
import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from corpora import TimedEncoder, time_in
from langchain_core.documents import Document

from hopgraph.retrievers import writing
from hopgraph.retrievers.chroma_store import ChromaStore
from hopgraph.retrievers.corpus import Corpus
from hopgraph.retrievers.store import Store
from hopgraph.retrievers.views import Views

AROUND: dict[str, tuple[Any, str]] = {
    "cutting into passages": (writing, "pieces"),
    "words, names and phrases": (writing, "extract_features"),
    "Chroma": (ChromaStore, "add"),
    "file of vectors": (Store, "keep_vectors"),
    "the view of readers": (Views, "apply"),
}


def main() -> None:
    """Print a table of seconds and shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--passages", type=int, default=1000)
    arguments = parser.parse_args()
    with (arguments.folder / "corpus.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in islice(file, arguments.passages)]
    documents = [
        Document(row["text"], metadata={"source": row["id"], "title": row["title"]}) for row in rows
    ]
    seconds, total = profile(lambda corpus: corpus.ingest(documents))
    print("| part | seconds | share |\n|---|---|---|")
    for part, took in [*seconds.items(), ("all", total)]:
        print(f"| {part} | {took:.2f} | {took / total:.1%} |")


def profile(ingest: Callable[[Corpus], object]) -> tuple[dict[str, float], float]:
    """Return the seconds of each part of an ingest into a new store with a reader, and of all."""
    encoder = TimedEncoder()
    with Corpus.open(embeddings=encoder) as corpus, ExitStack() as stack:
        corpus.ingest("A first text, so that there is a view to follow.")
        corpus.search("a first question")
        encoder.seconds = 0.0
        parts = {name: stack.enter_context(time_in(*where)) for name, where in AROUND.items()}
        started = time.perf_counter()
        ingest(corpus)
        total = time.perf_counter() - started
    seconds = {"encoder": encoder.seconds, **{name: sum(took) for name, took in parts.items()}}
    return {**seconds, "the rest, SQLite above all": total - sum(seconds.values())}, total


if __name__ == "__main__":
    main()
