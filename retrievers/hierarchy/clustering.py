"""Clusters of unit vectors; whoever calls puts the vectors into an order of their own."""

import numpy as np
from numpy.typing import NDArray

from .nesting import Floats, unit_prefixes

Labels = NDArray[np.int64]

ROUNDS = 10
SAMPLE = 32  # vectors a cluster that the means are fitted on
BLOCK = 8192
MIN_SAMPLES = 5


def balanced_means(points: Floats, count: int) -> Floats:
    """Return about `count` centroids of `points` by spherical k-means, none much too large.

    Seeds are every n-th point and rounds are fixed, so that equal points in equal order give
    equal centroids. Clusters of more than twice their share are halved.

    Args:
        points: Of shape (n, m), at length 1, n at least 1.
        count: Clusters to aim at, at least 1.

    Returns:
        Centroids at length 1, of shape (c, m), c at least 1.
    """
    count = min(count, len(points))
    sample = points[:: max(1, len(points) // (SAMPLE * count))]
    centroids = sample[(np.arange(count) * len(sample)) // count]
    for _ in range(ROUNDS):
        centroids = means(sample, nearest(sample, centroids, 1)[:, 0])
    labels = nearest(sample, centroids, 1)[:, 0]
    return means(sample, _halved(sample, labels, 2 * -(-len(sample) // count)))


def density_clusters(points: Floats, share: float) -> Floats | None:
    """Return centroids of what HDBSCAN finds dense, or None if it finds nothing.

    The smallest cluster is n / (50 + 450 share), as in the paper's released notebook.

    Args:
        points: Of shape (n, m), at length 1.
        share: m as a share of the encoder's dimension.
    """
    smallest = max(3, int(len(points) / (50 + 450 * share)))
    if len(points) < 2 * smallest:
        return None
    from sklearn.cluster import HDBSCAN

    finder = HDBSCAN(
        min_cluster_size=smallest,
        min_samples=min(MIN_SAMPLES, smallest),
        cluster_selection_method="leaf",
        copy=True,  # pyright: ignore[reportArgumentType] (the stubs know the old default only)
    )
    labels = np.asarray(finder.fit(points).labels_, np.int64)
    dense = labels >= 0
    return means(points[dense], labels[dense]) if dense.any() else None


def nearest(points: Floats, centroids: Floats, count: int) -> Labels:
    """Return the `count` most similar centroids of each point, best first, of shape (n, count).

    Equally similar ones come in their order. There are fewer where there are fewer centroids.
    """
    count = min(count, len(centroids))
    found = np.empty((len(points), count), np.int64)
    for start in range(0, len(points), BLOCK):
        scores = points[start : start + BLOCK] @ centroids.T
        rows = np.arange(len(scores))
        for place in range(count):
            best = scores.argmax(axis=1)
            found[start : start + BLOCK, place] = best
            scores[rows, best] = -np.inf
    return found


def means(points: Floats, labels: Labels) -> Floats:
    """Return the mean of each label's points, at length 1; labels without points are left out."""
    order = np.argsort(labels, kind="stable")
    _, starts = np.unique(labels[order], return_index=True)
    sums = np.add.reduceat(points[order], starts, axis=0, dtype=np.float64)
    return unit_prefixes(sums, points.shape[1])


def halves(points: Floats) -> NDArray[np.bool_]:
    """Return which points belong to the second of two clusters; both have some.

    Args:
        points: Of shape (n, m), at length 1, n at least 2.
    """
    far = points[int((points @ points[0]).argmin())]
    seeds = np.stack([points[int((points @ far).argmin())], far])
    second = _closer_to_second(points, seeds)
    for _ in range(ROUNDS - 1):
        if second.all() or not second.any():
            break
        second = _closer_to_second(points, means(points, second.astype(np.int64)))
    if second.all() or not second.any():
        return np.arange(len(points)) >= len(points) // 2
    return second


def _closer_to_second(points: Floats, seeds: Floats) -> NDArray[np.bool_]:
    closer: NDArray[np.bool_] = points @ seeds[1] > points @ seeds[0]
    return closer


def _halved(points: Floats, labels: Labels, limit: int) -> Labels:
    """Return `labels` with every cluster of more than `limit` points cut in two, and again."""
    labels = labels.copy()
    counts = np.bincount(labels)
    todo = np.flatnonzero(counts > limit).tolist()
    last = len(counts)
    while todo:
        rows = np.flatnonzero(labels == todo[-1])
        if len(rows) <= limit:
            todo.pop()
            continue
        labels[rows[halves(points[rows])]] = last
        todo.append(last)
        last += 1
    return labels
