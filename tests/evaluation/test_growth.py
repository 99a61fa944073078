"""The grown vectors of the hierarchy's benchmark."""

import numpy as np
import pytest
from growth import SETS, grown, mixed, neighbours, queries, real_vectors


@pytest.fixture
def data(tmp_path):
    rng = np.random.default_rng(5)
    for name in SETS:
        (tmp_path / name).mkdir()
        for file, count in (("minilm_int8", 40), ("questions_minilm_int8", 6)):
            vectors = rng.standard_normal((count, 8)).astype(np.float16)
            np.save(tmp_path / name / f"{file}.npy", vectors)
    return tmp_path


def test_a_small_corpus_is_a_choice_of_real_vectors(data, tmp_path):
    some = np.load(grown(data, 50, tmp_path / "out"))
    real = {row.tobytes() for row in real_vectors(data)}
    assert len({row.tobytes() for row in some} & real) == 50


def test_grown_vectors_are_new_of_unit_length_and_the_same_every_time(data, tmp_path):
    first = np.load(grown(data, 300, tmp_path / "a"))
    again = np.load(grown(data, 300, tmp_path / "b"))
    assert np.array_equal(first, again)
    assert np.allclose(np.linalg.norm(first, axis=1), 1, atol=1e-5)
    assert len(np.unique(first, axis=0)) == 300


def test_queries_are_real_questions(data):
    assert queries(data, 10).shape == (10, 8)


def test_neighbours_come_nearest_first():
    vectors = np.eye(4, dtype=np.float32)
    places, cosines = neighbours(vectors, np.array([[3, 2, 1, 0]], np.float32) / 14**0.5, 3)
    assert places.tolist() == [[0, 1, 2]]
    assert (np.diff(cosines) < 0).all()


def test_a_mixture_stays_near_its_parents():
    real = np.eye(4, dtype=np.float32)
    near = np.arange(4)[:, None]
    new = mixed(real, near, 20, np.random.default_rng(0))
    assert (new @ real.T).max(axis=1).min() > 0.99
