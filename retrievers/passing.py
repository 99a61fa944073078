"""Scores passed on along the links of the pool."""

import numpy as np

from .links import Links
from .signals import Scores
from .weights import Weights

SOURCES = 20
ROUNDS = 2


def pass_scores(base: Scores, links: Links, held: int, weights: Weights) -> Scores:
    """Return the scores of the pool after its best passages have spoken for others.

    Args:
        base: What the query says of each passage, of shape (n,).
        links: The links between them.
        held: How many passages, at the front, are held: sources of full strength.
        weights: The weights.
    """
    scores = base
    count = min(SOURCES, len(base) - 1)
    for _ in range(ROUNDS if count > 0 else 0):
        top = np.argsort(-np.round(scores, 6), kind="stable")[:count]
        low, high = float(scores[top].min()), float(scores[top].max())
        strength = np.zeros(len(base))
        strength[top] = np.sqrt((scores[top] - low) / (high - low + 1e-6))
        strength[:held] = 1
        forward = (strength[:, None] * links.strength).max(axis=0)
        backward = (links.strength * strength[None, :]).max(axis=1)
        scores = base + forward + weights.reverse * backward
    return np.round(scores, 6)
