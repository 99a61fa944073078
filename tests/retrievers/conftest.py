"""Fixtures of the retrievers' tests; lets them share `corpus_samples`."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hopgraph.retrievers.corpus import Corpus

sys.path.insert(0, str(Path(__file__).parent))

from corpus_samples import WordEncoder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a store may be made."""
    return tmp_path / "store"


@pytest.fixture
def encoder() -> WordEncoder:
    return WordEncoder()


@pytest.fixture
def corpus(folder: Path, encoder: WordEncoder) -> Iterator[Corpus]:
    """An empty corpus with a fast encoder."""
    with Corpus.open(folder, encoder) as opened:
        yield opened
