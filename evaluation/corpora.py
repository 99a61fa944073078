"""A data set's corpus: its vectors, and a store that holds one passage per line."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..state.errors import InputError
from .datasets import Dataset

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

    from ..retrievers.corpus import Corpus

_BATCH = 64

Progress = Callable[[int, int], None]
"""Is told how many passages are done, of how many."""


def read_vectors(path: Path, dataset: Dataset, dimension: int) -> npt.NDArray[np.float32]:
    """Read ready-made vectors of a data set's passages, one row per line of its corpus.

    Args:
        path: A .npy file of float16 or float32, shape (n, dimension).
        dataset: The data set.
        dimension: The dimension of the encoder that will encode the questions.

    Raises:
        InputError: The file is no such array.
    """
    try:
        vectors = np.load(path, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read as .npy ({error}): give an array") from error
    expected = (len(dataset.passages), dimension)
    if vectors.shape != expected or vectors.dtype not in (np.float16, np.float32):
        raise InputError(
            f"{path} holds {vectors.dtype} {vectors.shape}: the corpus and the encoder need "
            f"float16 or float32 {expected}"
        )
    return np.asarray(vectors, dtype=np.float32)


def encode_passages(
    dataset: Dataset, embeddings: "Embeddings", progress: Progress
) -> npt.NDArray[np.float32]:
    """Encode title and text of each passage; returns shape (n, d) in the data set's order."""
    texts = [f"{p.title}\n{p.text}" if p.title else p.text for p in dataset.passages]
    rows = []
    for start in range(0, len(texts), _BATCH):
        batch = texts[start : start + _BATCH]
        rows.append(np.array(embeddings.embed_documents(batch), dtype=np.float32))
        progress(start + len(batch), len(texts))
    return np.concatenate(rows)


def fill(
    corpus: "Corpus", dataset: Dataset, vectors: npt.NDArray[np.float32] | None, progress: Progress
) -> None:
    """Put each passage of a data set into `corpus`, uncut; its id becomes its source.

    Args:
        corpus: Where to; what it holds already is skipped.
        dataset: The passages.
        vectors: Their vectors by the corpus's encoder, or None to have them encoded.
        progress: Called as passages are done.
    """
    corpus.ingest_passages(
        ((p.id, p.title, p.text, dict(p.metadata)) for p in dataset.passages),
        vectors=vectors,
        progress=progress,
    )
