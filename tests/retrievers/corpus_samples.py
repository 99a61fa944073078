"""An encoder that is fast and repeatable, and small helpers to look into a corpus."""

import math
from collections.abc import Callable
from zlib import crc32

from langchain_core.embeddings import Embeddings

from hopgraph.retrievers.corpus import Corpus
from hopgraph.state.values import Passage


class WordEncoder(Embeddings):
    """Adds up a fixed direction for each word; counts what it is asked for."""

    max_tokens = 64

    def __init__(self, name: str = "test:words", dimension: int = 16) -> None:
        self.name = name
        self.dimension = dimension
        self.encoded: list[str] = []
        self.before: Callable[[list[str]], None] = lambda texts: None

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.before(texts)
        self.encoded += texts
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        vector = [0.01] * self.dimension
        for word in text.lower().split():
            vector[crc32(word.encode()) % self.dimension] += 1.0
        return vector

    def token_count(self, text: str) -> int:
        return math.ceil(len(text) / 4)


def texts_of(passages: list[Passage]) -> list[str]:
    return sorted(passage.text for passage in passages)


def found(corpus: Corpus, query: str = "text", k: int = 50, **options: object) -> list[str]:
    """Return the texts a search finds, sorted."""
    return texts_of(corpus.search(query, k, **options))  # type: ignore[arg-type]
