"""A question's answer, proof and trace are the same bytes in every way of asking it."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

QUESTIONS = 200
HASH_SEEDS = (1, 2)
WAYS = 4  # Synchronous and asynchronous, one question at a time and eight.

CHILD = Path(__file__).parent / "byte_equal_child.py"


@pytest.mark.long
def test_answer_and_trace_are_byte_equal_in_every_way_of_asking(
    shared: Path, long_share: float
) -> None:
    count = int(QUESTIONS * long_share)
    told: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in _told(shared / "data", count):
        told[line["reader"], line["question"]].append(line)
    # Two sets may hold one question.
    assert sum(map(len, told.values())) == count * WAYS * len(HASH_SEEDS)
    for (reader, question), lines in told.items():
        for part in ("answer", "trace"):
            ways = {line[part]: f"seed {line['seed']}, {line['way']}" for line in lines}
            assert len(ways) == 1, f"{part} of {question!r} by {reader}: {[*ways.values()]}"
    firsts = [lines[0] for lines in told.values()]
    assert {"valid", "partial", "invalid"} <= {line["status"] for line in firsts}
    assert {1, 3, 4} <= {len(line["arms"]) for line in firsts}


def _told(data: Path, count: int) -> list[dict[str, Any]]:
    """Return what processes with different hash seeds tell of the same questions."""
    with ThreadPoolExecutor() as pool:
        return [
            line for told in pool.map(partial(_child, data, count), HASH_SEEDS) for line in told
        ]


def _child(data: Path, count: int, seed: int) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, CHILD, data, str(count)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) | {"seed": seed} for line in done.stdout.splitlines()]
