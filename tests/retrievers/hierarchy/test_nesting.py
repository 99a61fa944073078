"""Nested vectors: the ladder, and the rotation."""

import numpy as np
import pytest
from numpy.typing import NDArray

from hopgraph.retrievers.hierarchy.nesting import fit_rotation, ladder, unit_prefixes


@pytest.mark.parametrize(
    ("dimension", "levels"),
    [(768, (64, 128, 256, 512, 768)), (384, (32, 64, 128, 256, 384)), (3, (1, 2, 3)), (1, (1,))],
)
def test_levels_follow_the_encoder(dimension: int, levels: tuple[int, ...]) -> None:
    assert ladder(dimension) == levels


def test_whole_cosines_are_what_they_were(vectors: NDArray[np.float32]) -> None:
    turned = vectors @ fit_rotation(vectors)
    assert np.abs(vectors @ vectors[:50].T - turned @ turned[:50].T).max() < 1e-6


def test_the_first_coordinates_vary_most(vectors: NDArray[np.float32]) -> None:
    spread = (vectors @ fit_rotation(vectors)).var(axis=0)
    assert (np.diff(spread) < 1e-6).all()


def test_signs_do_not_depend_on_the_order(vectors: NDArray[np.float32]) -> None:
    assert np.allclose(fit_rotation(vectors), fit_rotation(vectors[::-1]), atol=1e-4)


def test_one_vector_has_a_rotation() -> None:
    rotation = fit_rotation(np.ones((1, 4), np.float32))
    assert np.allclose(rotation @ rotation.T, np.eye(4), atol=1e-6)


def test_an_empty_prefix_stays_empty() -> None:
    assert unit_prefixes(np.array([[0.0, 1.0]]), 1).tolist() == [[0.0]]
