"""Picking passages one by one, each for what the picked ones still lack."""

from typing import NamedTuple

import numpy as np

from .links import Links
from .signals import Scores
from .weights import Weights


class Pick(NamedTuple):
    """A picked passage: its place in the pool, and the value it was picked with."""

    place: int
    value: float


def pick(scores: Scores, links: Links, held: int, count: int, weights: Weights) -> list[Pick]:
    """Return at most `count` passages of the pool in the order they were picked.

    Args:
        scores: The passed scores, of shape (n,).
        links: The links between the passages.
        held: How many passages, at the front, are held already.
        count: How many to pick.
        weights: The weights.
    """
    open_places = np.ones(len(scores), bool)
    linked = np.zeros(len(scores))
    covered = np.zeros(links.coverage.shape[1])
    picks: list[Pick] = []
    taken = list(range(held))
    while True:
        for place in taken:
            open_places[place] = False
            linked = np.maximum(linked, links.strength[place])
            covered = np.maximum(covered, links.coverage[place])
        if len(picks) == count or not open_places.any():
            return picks
        value = scores
        if not open_places.all():
            lacking = links.word_scores @ (1 - covered)
            value = scores + weights.picked_link * linked + weights.picked_missing * lacking
        value = np.where(open_places, np.round(value, 6), -np.inf)
        taken = [int(value.argmax())]
        picks.append(Pick(taken[0], float(value[taken[0]])))
