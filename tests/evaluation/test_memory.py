import os
import subprocess
import sys
from pathlib import Path

import pytest
from evaluation_samples import write_folder

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "memory.py"


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the benchmark reads what Linux tells")
def test_memory_stays_flat_when_the_same_questions_are_asked_again(tmp_path, long_share):
    passes = 2 + round(8 * long_share)
    command = BENCHMARK, write_folder(tmp_path / "sample"), "--passes", passes
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("| pass ")]
    grown = [float(line.split("|")[3]) for line in lines]
    assert len(grown) == passes
    assert all(more < 8 for more in grown[1:])
