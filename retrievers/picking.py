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

    A passage that has led to others already lends less to the next one: the second film of one
    director yields to the director of the second film.

    Args:
        scores: The passed scores, of shape (n,).
        links: The links between the passages.
        held: How many passages, at the front, are held already.
        count: How many to pick.
        weights: The weights.
    """
    taken = list(range(held))
    lending = np.ones(len(scores))
    covered = links.coverage[:held].max(axis=0, initial=0)
    picks: list[Pick] = []
    for _ in range(min(count, len(scores) - held)):
        lent = lending[taken, None] * links.strength[taken]
        value = scores + weights.picked_link * lent.max(axis=0, initial=0)
        if taken:
            value += weights.picked_missing * (links.word_scores @ (1 - covered))
        value = np.round(value, 6)
        value[taken] = -np.inf
        place = int(value.argmax())
        picks.append(Pick(place, float(value[place])))
        if taken:
            lending[taken[int(lent[:, place].argmax())]] *= weights.lent_again
        covered = np.maximum(covered, links.coverage[place])
        taken.append(place)
    return picks
