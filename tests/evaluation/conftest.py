"""Lets the tests of this folder import `evaluation_samples` and parts of the benchmarks."""

import sys
from pathlib import Path

_HERE = Path(__file__).parent
_BENCHMARKS = _HERE.parent.parent / "benchmarks"
sys.path[:0] = [
    str(_HERE),
    *(str(_BENCHMARKS / part) for part in ("simulated_readers", "hierarchy", "paper")),
]
