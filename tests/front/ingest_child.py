"""The command line with an encoder that takes its time, and small commits."""

import math
import signal
import time

from langchain_core.embeddings import Embeddings

from hopgraph.cli import main
from hopgraph.models import names
from hopgraph.retrievers import encoding, ingesting


class SlowEncoder(Embeddings):
    """Takes a hundredth of a second for each text."""

    name = "test:slow"
    max_tokens = 64

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        time.sleep(0.01)
        return [1.0, len(text) / 100, text.count("e") / 10]

    def token_count(self, text: str) -> int:
        return math.ceil(len(text) / 4)


if __name__ == "__main__":
    # A shell that runs the tests in the background has its children ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for module in (names, encoding):
        module.resolve_embeddings = lambda name: SlowEncoder()  # type: ignore[attr-defined]
    commit = ingesting.Ingester.ingest
    ingesting.Ingester.ingest = (  # type: ignore[method-assign]
        lambda self, texts, gone=(), progress=None: commit(self, texts, gone, progress, 500)
    )
    main()
