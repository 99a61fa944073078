"""Ingests, updates and deletes without end, and writes down what was acknowledged.

Started once; for each line on its input ("folder log seed") it forks a child that works on
the store until it is killed, and prints the child's process id.
"""

import json
import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

from corpus_samples import WordEncoder
from langchain_core.documents import Document

from hopgraph.retrievers.corpus import Corpus


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        folder, log, seed = line.split()
        pid = os.fork()
        if pid == 0:
            work(Path(folder), Path(log), int(seed))
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


def work(folder: Path, log: Path, seed: int) -> None:
    """Do what `log` does not hold yet, and log it, until killed."""
    chance = random.Random(seed)  # noqa: S311
    with log.open("a", encoding="utf-8") as file:

        def tell(**event: Any) -> None:
            file.write(json.dumps(event) + "\n")
            file.flush()

        corpus = Corpus.open(folder, WordEncoder())
        tell(event="open")
        sources = {info.source for info in corpus.sources()}
        for number in range(1_000_000):
            source = f"s{chance.randrange(12)}"
            length = chance.choice([1, 3, 40])
            text = " ".join(f"Sentence {n} of text {seed} {number}." for n in range(length))
            verb = chance.choice(
                ["ingest", "update", "delete"] if source in sources else ["ingest"]
            )
            tell(event="begin", verb=verb, source=source, text=text)
            if verb == "delete":
                corpus.delete(source, purge=chance.random() < 0.2)
                sources.discard(source)
            elif verb == "update":
                corpus.update(source, text)
            else:
                corpus.ingest(Document(text, metadata={"source": source}))
                sources.add(source)
            tell(event="done")


if __name__ == "__main__":
    main()
