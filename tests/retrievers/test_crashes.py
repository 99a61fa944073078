"""Whenever a writer is killed, what was acknowledged is there exactly once, and nothing else."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus_samples import WordEncoder

from hopgraph.retrievers.corpus import Corpus

KILLS = 200

Held = dict[str, list[str]]


@pytest.fixture
def children() -> Iterator[subprocess.Popen[str]]:
    """The process that forks the writers."""
    script = Path(__file__).parent / "crash_child.py"
    process = subprocess.Popen(
        [sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    yield process
    process.communicate()


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="writers are forked")
def test_a_killed_writer_loses_nothing_that_it_acknowledged(
    folder: Path, tmp_path: Path, children: subprocess.Popen[str], long_share: float
) -> None:
    log = tmp_path / "log"
    log.touch()
    expected: Held = {}
    chance = random.Random(2)  # noqa: S311
    for kill in range(int(KILLS * long_share)):
        _run_and_kill(children, f"{folder} {log} {kill}", log, chance.uniform(0.0, 0.5))
        before, after = _replayed(log, expected)
        with Corpus.open(folder, WordEncoder()) as corpus:
            held = _held(corpus)
            assert held in (before, after), f"kill {kill}"
            assert corpus.check().problems == (), f"kill {kill}"
        expected = held
        log.write_text("", encoding="utf-8")


def _run_and_kill(children: subprocess.Popen[str], order: str, log: Path, seconds: float) -> None:
    assert children.stdin
    assert children.stdout
    children.stdin.write(order + "\n")
    children.stdin.flush()
    pid = int(children.stdout.readline())
    while not log.stat().st_size:
        time.sleep(0.005)
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    while _runs(pid):
        time.sleep(0.002)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _replayed(log: Path, start: Held) -> tuple[Held, Held]:
    """Return the sentences by source before and after the last event that may be unfinished."""
    before, after = dict(start), dict(start)
    for line in log.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        if event["event"] == "begin":
            before = dict(after)
            if event["verb"] == "delete":
                del after[event["source"]]
            else:
                after[event["source"]] = _sentences(event["text"])
        elif event["event"] == "done":
            before = dict(after)
    return before, after


def _held(corpus: Corpus) -> Held:
    """Return the sentences that a search finds of each source."""
    held: Held = {}
    for info in corpus.sources():
        passages = corpus.search("sentence", 100, where={"source": info.source})
        held[info.source] = sorted(s for p in passages for s in _sentences(p.text))
    everything = [s for p in corpus.search("sentence", 10_000) for s in _sentences(p.text)]
    assert sorted(everything) == sorted(s for some in held.values() for s in some)
    return held


def _sentences(text: str) -> list[str]:
    return sorted(part.strip() for part in text.split(".") if part.strip())
