"""What a corpus asks of an encoder, whatever LangChain object it is."""

import json
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import TypeVar

import numpy as np
from langchain_core.embeddings import Embeddings

from ..models.defaults import EMBEDDED_ENCODER
from ..models.encoder import EmbeddedEncoder
from ..models.names import model_name, resolve_embeddings
from ..models.retrying import scrub
from ..state.errors import ModelError
from .vectors import Vectors, unit

Text = TypeVar("Text")
Reply = TypeVar("Reply")

SLICE = 64  # texts a request: providers take 100 at most

_PROBE = "A kingfisher dived from the old stone bridge at dawn."
_PROBED = 64  # numbers of its vector that are kept
_ALIKE = 0.99  # a provider's vectors of one text differ in the last digits


class CorpusEncoder:
    """An encoder by name; its model is loaded when it is first needed.

    Args:
        model: A LangChain object or a name.
    """

    def __init__(self, model: str | Embeddings = EMBEDDED_ENCODER) -> None:
        self._given = model
        self.name = model_name(model)
        self.query = lru_cache(maxsize=256)(self._query)

    @cached_property
    def _model(self) -> Embeddings:
        return resolve_embeddings(self._given)

    @cached_property
    def probe(self) -> str:
        """The beginning of its vector of a fixed text, as JSON; "" where its name tells enough."""
        told = ":" in self.name  # a provider and a model
        return "" if told else json.dumps(np.round(self.query(_PROBE)[:_PROBED], 4).tolist())

    @cached_property
    def max_tokens(self) -> int:
        """How many tokens a chunk may have."""
        return int(getattr(self._model, "max_tokens", EmbeddedEncoder.max_tokens))

    @cached_property
    def token_count(self) -> Callable[[str], int]:
        """The encoder's own count of a text's tokens, or the embedded encoder's."""
        counter = getattr(self._model, "token_count", None)
        return counter or EmbeddedEncoder().token_count

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of at most `SLICE` texts, at length 1, of shape (n, d).

        Raises:
            ModelError: If the encoder fails or gives no usable vectors.
        """
        if isinstance(self._model, EmbeddedEncoder):
            return self._model.encode(texts)
        rows = self._asked(self._model.embed_documents, list(texts))
        return self._checked(rows, len(texts))

    def _query(self, text: str) -> Vectors:
        """Return the vector of a query, of shape (d,)."""
        vector: Vectors = self._checked([self._asked(self._model.embed_query, text)], 1)[0]
        return vector

    def _asked(self, ask: Callable[[Text], Reply], text: Text) -> Reply:
        try:
            return ask(text)
        except Exception as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            # A provider may repeat the key it was given.
            said = f"encoder {self.name!r} failed: {scrub(reason)}; try again"
            raise ModelError(said) from error

    def _checked(self, rows: Sequence[Sequence[float]], count: int) -> Vectors:
        try:
            vectors = np.asarray(rows, np.float32)
        except ValueError:
            vectors = np.zeros((0, 0), np.float32)
        whole = vectors.ndim == 2 and vectors.shape[1] > 0 and len(vectors) == count
        if not whole or not np.isfinite(vectors).all():
            raise ModelError(
                f"encoder {self.name!r} gave no {count} vectors of one length: choose another"
            )
        return unit(vectors)


class QueryEncoder(CorpusEncoder):
    """Encodes queries only: a vector store that is given texts makes their vectors itself."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return vectors without a number, of shape (n, 0)."""
        return np.zeros((len(texts), 0), np.float32)


def alike(left: str, right: str) -> bool:
    """Tell whether two probes, as `CorpusEncoder.probe` gives them, are of one model."""
    one, other = (np.array(json.loads(probe or "[]"), np.float64) for probe in (left, right))
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return len(one) == len(other) and float(one @ other) >= _ALIKE * lengths


def encoded_text(title: str, text: str) -> str:
    """Return what is encoded of a passage."""
    return f"{title}\n{text}" if title else text


def content_hash(title: str, text: str) -> str:
    """Return the hash of what is encoded of a passage."""
    return sha256(encoded_text(title, text).encode()).hexdigest()[:32]
