"""Nested vectors: prefixes that are worth comparing, for any encoder."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

TWELFTHS = (1, 2, 4, 8, 12)
"""The ladder in twelfths of the encoder's dimension, root first.

| encoder | levels |
|---|---|
| 1536 | 128, 256, 512, 1024, 1536 |
| 1024 | 85, 170, 341, 682, 1024 |
| 768 | 64, 128, 256, 512, 768 (the paper's) |
| 384 | 32, 64, 128, 256, 384 |
"""


def ladder(dimension: int) -> tuple[int, ...]:
    """Return the dimension of each level, rising, the last being the encoder's own.

    Very short vectors have fewer levels: no dimension stands twice.
    """
    return tuple(sorted({max(1, dimension * part // 12) for part in TWELFTHS}))


def fit_rotation(vectors: Floats) -> Floats:
    """Return the rotation onto the principal axes of `vectors`, of shape (d, d).

    `v @ rotation` has the coordinates of most variance first. Dot products of whole vectors
    stay as they are, as the axes are orthonormal. Signs are fixed: the largest coordinate of
    each axis is positive.

    Args:
        vectors: Of shape (n, d), n at least 1.
    """
    dimension = vectors.shape[1]
    total, squares = np.zeros(dimension), np.zeros((dimension, dimension))
    for start in range(0, len(vectors), 8192):
        block = vectors[start : start + 8192].astype(np.float64)
        total += block.sum(axis=0)
        squares += block.T @ block
    mean = total / len(vectors)
    _, axes = np.linalg.eigh(squares / len(vectors) - np.outer(mean, mean))
    axes = axes[:, ::-1]
    largest = np.abs(axes).argmax(axis=0)
    axes = axes * np.where(axes[largest, np.arange(dimension)] < 0, -1, 1)
    rotation: Floats = np.ascontiguousarray(axes, np.float32)
    return rotation


def unit_prefixes(vectors: NDArray[np.floating], dimension: int) -> Floats:
    """Return the first `dimension` coordinates of `vectors`, of shape (n, d), at length 1.

    A prefix of length 0 stays 0.
    """
    cut = vectors[:, :dimension]
    lengths = np.sqrt(np.einsum("ij,ij->i", cut, cut, dtype=np.float64))
    scaled: Floats = (cut / np.maximum(lengths, 1e-12)[:, None]).astype(np.float32)
    return scaled
