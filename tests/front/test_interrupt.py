"""Ctrl-C while documents are ingested: a store that opens, is whole, and goes on."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

CHILD = Path(__file__).parent / "ingest_child.py"
FILES = 150


def started(*arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, CHILD, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def as_json(*arguments: str | Path) -> Any:
    process = started(*arguments, "--json")
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    return json.loads(out)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent")
def test_an_interrupted_ingest_leaves_a_store_that_goes_on(tmp_path: Path) -> None:
    docs, store = tmp_path / "docs", tmp_path / "store"
    docs.mkdir()
    for n in range(FILES):
        text = " ".join(f"Sentence {m} of file {n} is here." for m in range(8))
        (docs / f"{n}.txt").write_text(text, encoding="utf-8")
    process = started("ingest", docs, "--store", store)
    _wait_for_vectors(store, process)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert errors.splitlines()[-1] == "hopgraph: interrupted"
    info = as_json("info", "--store", store)
    assert 0 < info["sources"] < FILES
    assert info["problems"] == []
    assert as_json("check", "--store", store)["problems"] == []
    report = as_json("ingest", docs, "--store", store)
    assert (report["skipped"], report["added"]) == (info["sources"], FILES - info["sources"])
    assert as_json("check", "--store", store)["problems"] == []


def _wait_for_vectors(store: Path, process: subprocess.Popen[str]) -> None:
    """Wait until a few commits are done."""
    for _ in range(3000):
        file = store / "vectors-1.f32"
        if file.exists() and file.stat().st_size > 12 * 20:
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    pytest.fail("nothing was ingested")
