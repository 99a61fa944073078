"""Fixtures of the hierarchy's tests; lets them share `vector_samples`."""

import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent))

from vector_samples import grouped


@pytest.fixture(scope="session")
def vectors() -> NDArray[np.float32]:
    return grouped(3000, 60)
