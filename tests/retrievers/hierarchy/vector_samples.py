"""Vectors with groups in them, for the hierarchy's tests."""

import numpy as np
from numpy.typing import NDArray

DIMENSION = 48


def grouped(count: int, groups: int, seed: int = 0) -> NDArray[np.float32]:
    """Unit vectors around `groups` centres, of shape (count, DIMENSION)."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((groups, DIMENSION))
    points = centres[np.arange(count) % groups] + 0.5 * random.standard_normal((count, DIMENSION))
    return (points / np.linalg.norm(points, axis=1, keepdims=True)).astype(np.float32)
