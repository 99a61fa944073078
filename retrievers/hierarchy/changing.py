"""Rows in and out of a hierarchy: sums follow along the path, and clusters split and merge."""

import numpy as np
from numpy.typing import NDArray

from .building import encode
from .clustering import halves
from .hierarchy import Hierarchy
from .level import NONE, Bucket, Codes, Ids
from .nesting import unit_prefixes

INSERT_BEAM = 16
Floats64 = NDArray[np.float64]


def insert(hierarchy: Hierarchy, row: int) -> None:
    """Attach a row to its nearest clusters; one that grows too large is split."""
    turned = hierarchy.turned(hierarchy.fetch(np.array([row], np.int32))[0])
    width = hierarchy.parents.shape[1]
    clusters = hierarchy.descend([(1.0, turned)], INSERT_BEAM)[:width]
    if row >= len(hierarchy.parents):
        grown = np.full((row + 1 + row // 4, width), NONE, np.int32)
        grown[: len(hierarchy.parents)] = hierarchy.parents
        hierarchy.parents = grown
    code = encode(turned[None])[0]
    last = len(hierarchy.levels) - 1
    hierarchy.parents[row, : len(clusters)] = clusters
    for cluster in clusters.tolist():
        hierarchy.levels[last].buckets[cluster].add(row, code)
        _shift(hierarchy, last, cluster, turned.astype(np.float64), 1)
    for cluster in clusters.tolist():
        _split_if_large(hierarchy, last, cluster)


def remove(hierarchy: Hierarchy, row: int) -> None:
    """Remove a row whose vector is still there; a cluster left too small is dissolved."""
    turned = hierarchy.turned(hierarchy.fetch(np.array([row], np.int32))[0]).astype(np.float64)
    last = len(hierarchy.levels) - 1
    clusters = _attached(hierarchy.parents, row)
    hierarchy.parents[row] = NONE
    for cluster in clusters:
        hierarchy.levels[last].buckets[cluster].remove(row)
        _shift(hierarchy, last, cluster, -turned, -1)
    for cluster in clusters:
        _dissolve_if_small(hierarchy, last, cluster)


def _shift(hierarchy: Hierarchy, number: int, cluster: int, sum_: Floats64, count: int) -> None:
    """Add to a cluster, and to those above it what its centroid moved by."""
    level = hierarchy.levels[number]
    moved = level.shift(cluster, sum_[: level.dimension], count)
    for parent in _attached(level.parents, cluster):
        _shift(hierarchy, number - 1, parent, moved, 0)


def _split_if_large(hierarchy: Hierarchy, number: int, cluster: int) -> None:
    level = hierarchy.levels[number]
    bucket = level.buckets[cluster]
    if bucket.count <= level.most:
        return
    ids, codes = bucket.ids.copy(), bucket.codes.copy()
    points = _points(hierarchy, number, ids)
    second = halves(unit_prefixes(points, level.dimension))
    gone = points[second].sum(axis=0)
    level.buckets[cluster] = Bucket(ids[~second], codes[~second])
    new = level.append(gone, Bucket(ids[second], codes[second]))
    table = _table(hierarchy, number)
    table[ids[second]] = np.where(table[ids[second]] == cluster, new, table[ids[second]])
    _shift(hierarchy, number, cluster, -gone, -int(second.sum()))
    if number:
        mean = level.means(np.array([new], np.int32))[0]
        _attach(hierarchy, number - 1, new, np.empty(0, np.int8), mean, level.parents.shape[1])


def _dissolve_if_small(hierarchy: Hierarchy, number: int, cluster: int) -> None:
    """Give the members of a small cluster to others; the last cluster of a level stays."""
    level = hierarchy.levels[number]
    others = level.count - bool(level.counts[cluster])
    if level.counts[cluster] >= level.least or not others:
        return
    bucket = level.buckets[cluster]
    mean = level.means(np.array([cluster], np.int32))[0]
    above = _attached(level.parents, cluster)
    level.parents[cluster] = NONE
    for parent in above:
        hierarchy.levels[number - 1].buckets[parent].remove(cluster)
        _shift(hierarchy, number - 1, parent, -mean, -1)
    points = _points(hierarchy, number, bucket.ids)
    level.shift(cluster, -level.sums[cluster], -bucket.count)
    level.buckets[cluster] = Bucket(bucket.ids[:0], bucket.codes[:0])
    table = _table(hierarchy, number)
    for one, code, point in zip(bucket.ids.tolist(), bucket.codes, points, strict=True):
        kept = [parent for parent in _attached(table, one) if parent != cluster]
        table[one] = NONE
        table[one, : len(kept)] = kept
        _attach(hierarchy, number, one, code, point, 1)
    for parent in above:
        _dissolve_if_small(hierarchy, number - 1, parent)


def _attach(
    hierarchy: Hierarchy, number: int, one: int, code: Codes, point: Floats64, more: int
) -> None:
    """Attach a member to `more` further clusters of a level, as far as there are any."""
    level, table = hierarchy.levels[number], _table(hierarchy, number)
    held = _attached(table, one)
    free = np.setdiff1d(level.alive, held)
    scores = level.unit[free] @ unit_prefixes(point[None], level.dimension)[0]
    best = free[np.argsort(-np.round(scores, 6), kind="stable")[:more]].tolist()
    table[one, len(held) : len(held) + len(best)] = best
    for cluster in best:
        level.buckets[cluster].add(one, code)
        _shift(hierarchy, number, cluster, point, 1)
    for cluster in best:
        _split_if_large(hierarchy, number, cluster)


def _points(hierarchy: Hierarchy, number: int, members: Ids) -> Floats64:
    """Return the vectors of members of a level's clusters, cut to the level, of shape (n, m)."""
    dimension = hierarchy.levels[number].dimension
    if number + 1 < len(hierarchy.levels):
        return hierarchy.levels[number + 1].means(members)[:, :dimension]
    turned = hierarchy.fetch(members) @ hierarchy.rotation
    return turned[:, :dimension].astype(np.float64)


def _table(hierarchy: Hierarchy, number: int) -> Ids:
    """Return the parents of the members of a level's clusters, by member."""
    if number + 1 < len(hierarchy.levels):
        return hierarchy.levels[number + 1].parents
    return hierarchy.parents


def _attached(table: Ids, one: int) -> list[int]:
    return [parent for parent in table[one].tolist() if parent != NONE]
