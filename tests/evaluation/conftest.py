"""Lets the tests of this folder import `evaluation_samples` and the simulated readers."""

import sys
from pathlib import Path

_HERE = Path(__file__).parent
sys.path[:0] = [str(_HERE), str(_HERE.parent.parent / "benchmarks" / "simulated_readers")]
