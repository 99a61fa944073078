"""Fixtures shared by all tests."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with reference vectors and data sets; tests skip where it is absent."""
    default = Path(__file__).resolve().parent.parent.parent / "shared"
    folder = Path(os.environ.get("HOPGRAPH_SHARED", default))
    if not (folder / "data").is_dir():
        pytest.skip(f"no shared data at {folder}: set HOPGRAPH_SHARED to run this test")
    return folder


@pytest.fixture(scope="session")
def long_share() -> float:
    """The part of a long check that is to run."""
    return 1.0 if os.environ.get("HOPGRAPH_LONG") else 0.1
