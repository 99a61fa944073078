"""The index over vectors: what it finds, through any history."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from vector_samples import DIMENSION, grouped

from hopgraph.retrievers.hierarchy.settings import BuildSettings, SearchSettings
from hopgraph.retrievers.hierarchy.vector_index import VectorIndex
from hopgraph.state.errors import InputError, StoreError

Vectors = NDArray[np.float32]
MEANS = BuildSettings(clustering="kmeans", leaf_size=20, branching=8)
DENSE = BuildSettings(clustering="hdbscan")
NARROW = SearchSettings(beam=12, rerank=200)


def recall(index: VectorIndex, vectors: Vectors, alive: NDArray[np.bool_] | None = None) -> float:
    """The share of the ten nearest vectors that the index finds, for 100 of the vectors."""
    queries = vectors[:: len(vectors) // 100]
    scores = queries @ vectors.T
    if alive is not None:
        scores[:, ~alive] = -1
    best = np.argsort(-scores, axis=1)[:, :10]
    found = [index.search(query, 10, NARROW)[0] for query in queries]
    return float(
        np.mean([len(np.intersect1d(*pair)) / 10 for pair in zip(best, found, strict=True)])
    )


@pytest.mark.parametrize("settings", [MEANS, DENSE, replace(MEANS, rotate=False)])
def test_finds_the_nearest(vectors: Vectors, settings: BuildSettings) -> None:
    index = VectorIndex.build(vectors, settings=settings)
    assert recall(index, vectors) > 0.97


def test_cosines_fall_and_are_exact(vectors: Vectors) -> None:
    rows, cosines = VectorIndex.build(vectors, settings=MEANS).search(vectors[5], 20)
    assert rows[0] == 5
    assert np.allclose(cosines, vectors[rows] @ vectors[5], atol=1e-6)
    assert (np.diff(cosines) <= 0).all()


def test_every_vector_has_its_parents_and_noise_is_not_lost(vectors: Vectors) -> None:
    noise = np.random.default_rng(1).standard_normal((300, DIMENSION)).astype(np.float32)
    index = VectorIndex.build(np.vstack([vectors, noise]), settings=DENSE)
    assert len(index) == 3300
    held = np.bincount(np.concatenate([b.ids for b in index.levels[-1].buckets]), minlength=3300)
    assert (held == 2).all()
    for query in noise[:20]:
        assert index.search(query, 1)[1][0] == pytest.approx(1, abs=1e-5)


def test_every_level_knows_the_cluster_of_a_vector(vectors: Vectors) -> None:
    index = VectorIndex.build(vectors, settings=MEANS)
    assert len(index.levels) == 2
    assert [level.dimension for level in index.levels] == [16, 32]
    for number, level in enumerate(index.levels):
        labels = index.labels(number)
        assert labels.shape == (3000,)
        assert set(labels.tolist()) <= set(range(level.count))


def test_centroids_are_the_means_of_their_members(vectors: Vectors) -> None:
    index = VectorIndex.build(vectors, settings=MEANS)
    root, leaves = index.levels
    turned = index.rotated()
    members = leaves.buckets[3].ids
    mean = turned[members, :32].mean(axis=0)
    assert np.allclose(leaves.means(np.array([3], np.int32))[0], mean, atol=1e-6)
    children = root.buckets[0].ids
    above = leaves.means(children)[:, :16].mean(axis=0)
    assert np.allclose(root.means(np.array([0], np.int32))[0], above, atol=1e-6)


def test_sums_follow_every_change(vectors: Vectors) -> None:
    index = VectorIndex.build(vectors[:1500], settings=MEANS)
    index.insert(vectors[1500:])
    index.remove(range(0, 3000, 2))
    turned = index.rotated()
    for level, below in zip(index.levels, [*index.levels[1:], None], strict=True):
        for cluster in level.alive.tolist():
            ids = level.buckets[cluster].ids
            points = turned[ids] if below is None else below.means(ids)
            assert level.counts[cluster] == len(set(ids.tolist()))
            wanted = points[:, : level.dimension].sum(axis=0)
            assert np.allclose(level.sums[cluster], wanted, atol=1e-4)
            assert len(ids) <= level.most


def test_what_is_inserted_is_found_as_after_a_build(vectors: Vectors) -> None:
    whole = VectorIndex.build(vectors, settings=MEANS)
    grown = VectorIndex.build(vectors[:1500], settings=MEANS)
    assert grown.insert(vectors[1500:]).tolist() == list(range(1500, 3000))
    assert len(grown) == 3000
    assert (
        grown.levels[-1].count > VectorIndex.build(vectors[:1500], settings=MEANS).levels[-1].count
    )
    assert recall(grown, vectors) > recall(whole, vectors) - 0.01


def test_what_is_removed_is_gone_and_the_rest_is_found(vectors: Vectors) -> None:
    index = VectorIndex.build(vectors, settings=MEANS)
    alive = np.arange(3000) % 10 == 0
    index.remove(np.flatnonzero(~alive).tolist())
    index.remove([1, 99_999])
    assert len(index) == 300
    assert recall(index, vectors, alive) > 0.97
    assert index.levels[-1].count < 60


def test_the_last_vector_of_an_index_stays(vectors: Vectors) -> None:
    index = VectorIndex.build(vectors, settings=MEANS)
    index.remove(range(2999))
    assert index.search(vectors[0], 5)[0].tolist() == [2999]
    with pytest.raises(InputError, match="nothing would be left"):
        index.remove([2999])


def test_any_order_gives_the_same_results_after_compaction(vectors: Vectors) -> None:
    some = vectors[:1200]
    names = [f"{n:05}" for n in range(1200)]
    shuffled = np.random.default_rng(3).permutation(1200)
    first = VectorIndex.build(some[:600], names[:600], MEANS)
    first.insert(some[600:])
    first = first.compacted(names)
    second = VectorIndex.build(some[shuffled[:900]], settings=MEANS)
    second.insert(some[shuffled[900:]])
    second = second.compacted([names[n] for n in shuffled])
    for query in vectors[1200:1300]:
        one, two = first.search(query, 10, NARROW), second.search(query, 10, NARROW)
        assert [names[row] for row in one[0]] == [names[shuffled[row]] for row in two[0]]
        assert np.allclose(one[1], two[1], atol=2e-6)


def test_drift_rises_when_other_vectors_come(vectors: Vectors) -> None:
    index = VectorIndex.build(vectors, settings=MEANS)
    assert index.drift() == 0
    index.insert(grouped(500, 5, seed=9))
    assert 0 < index.drift() < 2
    assert index.compacted().drift() == 0


def test_a_saved_index_finds_the_same_and_can_be_changed(vectors: Vectors, tmp_path: Path) -> None:
    index = VectorIndex.build(vectors[:2000], settings=MEANS)
    index.save(tmp_path)
    assert {path.suffix for path in tmp_path.iterdir()} == {".npy", ".json"}
    loaded = VectorIndex.load(tmp_path, MEANS)
    for query in vectors[2000:2050]:
        assert loaded.search(query, 5)[0].tolist() == index.search(query, 5)[0].tolist()
    loaded.insert(vectors[2000:])
    loaded.remove(range(1000))
    assert len(loaded) == 2000
    assert loaded.nbytes > 0


def test_a_folder_without_an_index_is_refused(vectors: Vectors, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="holds no index"):
        VectorIndex.load(tmp_path)
    VectorIndex.build(vectors[:5]).save(tmp_path)
    (tmp_path / "hierarchy.json").write_text('{"format": 0}')
    with pytest.raises(StoreError, match="format 0"):
        VectorIndex.load(tmp_path)
    (tmp_path / "hierarchy.json").write_text("{}")
    with pytest.raises(StoreError, match="no whole hierarchy"):
        VectorIndex.load(tmp_path)


@pytest.mark.parametrize("settings", [MEANS, DENSE])
@pytest.mark.parametrize("dimension", [1, 2, 5, DIMENSION])
@pytest.mark.parametrize("count", [1, 2, 3, 700])
def test_equal_vectors_in_any_number_and_dimension_work(
    settings: BuildSettings, dimension: int, count: int
) -> None:
    same = np.ones((count, dimension), np.float32)
    index = VectorIndex.build(same, settings=settings)
    index.insert(same[:1])
    rows, cosines = index.search(same[0], 3)
    assert len(rows) == min(3, count + 1)
    assert np.allclose(cosines, 1)
    index.remove([0])
    assert len(index) == count


def test_vectors_of_zeros_work() -> None:
    index = VectorIndex.build(np.zeros((50, 8), np.float32), settings=MEANS)
    assert index.search(np.ones(8, np.float32), 3)[1].tolist() == [0, 0, 0]


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_vectors_that_are_not_finite_are_refused(vectors: Vectors, bad: float) -> None:
    spoilt = vectors[:20].copy()
    spoilt[7, 3] = bad
    with pytest.raises(InputError, match="vector 7 holds no finite numbers"):
        VectorIndex.build(spoilt)
    index = VectorIndex.build(vectors[:20])
    with pytest.raises(InputError, match="vector 0"):
        index.insert(spoilt[7:8])
    with pytest.raises(InputError, match="vector 0"):
        index.search(spoilt[7], 3)


def test_vectors_of_another_length_and_no_vectors_are_refused(vectors: Vectors) -> None:
    with pytest.raises(InputError, match="shape"):
        VectorIndex.build(vectors[:0])
    with pytest.raises(InputError, match="shape"):
        VectorIndex.build(vectors[:20]).insert(vectors[:1, :5])
