"""MothRag's reference vectors, where they are at hand."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def rows(shared: Path) -> Callable[[str], list[dict[str, Any]]]:
    """Return a function that reads one file of reference vectors by its name."""
    folder = shared / "reference" / "mothrag"
    if not folder.is_dir():
        pytest.skip(f"no reference vectors at {folder}")

    def read(name: str) -> list[dict[str, Any]]:
        lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    return read
