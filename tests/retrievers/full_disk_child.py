"""Fills a small disk with documents, frees some space, and goes on; prints what it saw.

Started with the disk's folder; a file `ballast` in it is what can be removed.
"""

import json
import sys
from pathlib import Path

from corpus_samples import WordEncoder
from langchain_core.documents import Document

from hopgraph.retrievers.corpus import Corpus
from hopgraph.state.errors import StoreError


def document(number: int) -> Document:
    text = " ".join(f"Sentence {n} of text {number} on a small disk." for n in range(100))
    return Document(text, metadata={"source": f"s{number}"})


def opened(disk: Path) -> Corpus:
    return Corpus.open(disk / "store", WordEncoder(dimension=384))


def main(disk: Path) -> None:
    acknowledged, error = 0, ""
    corpus = opened(disk)
    while not error:
        try:
            corpus.ingest(document(acknowledged))
            acknowledged += 1
        except StoreError as full:
            error = str(full)
    readable = len(corpus.sources())
    corpus.close()
    try:
        opened(disk).close()
    except StoreError as full:
        error += f" | {full}"
    (disk / "ballast").unlink()
    with opened(disk) as corpus:
        kept, problems = len(corpus.sources()), corpus.check().problems
        corpus.ingest(document(acknowledged))
        problems += corpus.check().problems
        after = len(corpus.sources())
        found = {p.source for p in corpus.search("sentence", 100_000)}
    sys.stdout.write(
        json.dumps(
            {
                "acknowledged": acknowledged,
                "error": error,
                "readable": readable,
                "kept": kept,
                "after": after,
                "found": len(found),
                "problems": problems,
            }
        )
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
