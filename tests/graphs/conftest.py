"""A small corpus for the graphs."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hopgraph import Corpus

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    folder = tmp_path_factory.mktemp("graph-store")
    from graph_samples import PASSAGES

    with Corpus.open(folder, "embedded") as opened:
        opened.ingest_passages((name, title, text, {}) for name, title, text in PASSAGES)
        yield opened
