"""A hierarchy kept beside a store, and brought up to date with what has changed since."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...state.errors import StoreError
from ...state.values import IndexName
from .building import Fetch
from .changing import insert, remove
from .hierarchy import Hierarchy
from .level import NONE, Bucket, Ids
from .nesting import Floats
from .storage import load, save

HIERARCHIES: tuple[IndexName, ...] = ("hierarchy", "hierarchy-paper")
_NAMES = "names.npy"
REBUILD_SHARE = 0.5


@dataclass(frozen=True)
class ReindexReport:
    """What became of a hierarchy that was built anew.

    Attributes:
        passages: Passages in it; those with equal text count once.
        clusters: Clusters of each level, root first.
        drift: How far centroids had moved since they were made, in [0, 2]; 0 where the
            hierarchy had not been searched yet.
    """

    passages: int
    clusters: tuple[int, ...]
    drift: float


@dataclass(frozen=True)
class Stored:
    """Where a hierarchy is stored; it knows passages by the places of their vectors alone.

    Attributes:
        folder: The folder.
        place: Gives the place of a passage's vector, by the passage's id.
        read: Gives the vectors at places, as the index holds them; of passages that are gone
            as well.
    """

    folder: Path
    place: Callable[[str], int]
    read: Callable[[Sequence[int]], Floats]

    def save(self, hierarchy: Hierarchy, row_of: Mapping[str, int]) -> None:
        """Store `hierarchy`, in the place of an older one.

        Raises:
            StoreError: If it cannot be written.
        """
        new = self.folder.with_name(self.folder.name + ".new")
        shutil.rmtree(new, ignore_errors=True)
        save(hierarchy, new)
        places = np.full(len(hierarchy.parents), NONE, np.int64)
        for key, row in row_of.items():
            places[row] = self.place(key)
        np.save(new / _NAMES, places)
        shutil.rmtree(self.folder, ignore_errors=True)
        new.rename(self.folder)

    def restored(self, row_of: Mapping[str, int], capacity: int, fetch: Fetch) -> Hierarchy | None:
        """Return the stored hierarchy with today's rows, or None if a new one is due.

        Args:
            row_of: The row of each passage now.
            capacity: One more than the highest row there may be.
            fetch: Gives the vectors of rows.
        """
        try:
            hierarchy = load(self.folder, fetch)
            places = np.load(self.folder / _NAMES)
        except (StoreError, OSError, ValueError):
            return None
        row_at = {self.place(key): row for key, row in row_of.items()}
        old = np.flatnonzero(hierarchy.parents[:, 0] != NONE)
        gone = [int(places[row]) for row in old.tolist() if int(places[row]) not in row_at]
        if len(gone) > REBUILD_SHARE * len(row_of):
            return None
        row_at |= {place: capacity + number for number, place in enumerate(gone)}
        now = np.full(len(places), NONE, np.int32)
        now[old] = [row_at[int(places[row])] for row in old.tolist()]
        _renumber(hierarchy, now, capacity + len(gone))
        hierarchy.fetch = self._with_gone(fetch, gone, capacity)
        for number in range(len(gone)):
            remove(hierarchy, capacity + number)
        hierarchy.fetch = fetch
        for row in sorted(row for row in row_of.values() if row not in hierarchy):
            insert(hierarchy, row)
        return hierarchy

    def _with_gone(self, fetch: Fetch, gone: Sequence[int], capacity: int) -> Fetch:
        def fetched(rows: Ids) -> Floats:
            there = rows < capacity
            if there.all():
                return fetch(rows)
            old = self.read([gone[row - capacity] for row in rows[~there].tolist()])
            found = np.empty((len(rows), old.shape[1]), np.float32)
            found[~there] = old
            if there.any():
                found[there] = fetch(rows[there])
            return found

        return fetched


def _renumber(hierarchy: Hierarchy, now: Ids, capacity: int) -> None:
    """Give every row of `hierarchy` the number that `now` has for it."""
    old = np.flatnonzero(now != NONE)
    parents = np.full((capacity, hierarchy.parents.shape[1]), NONE, np.int32)
    parents[now[old]] = hierarchy.parents[old]
    hierarchy.parents = parents
    leaves = hierarchy.levels[-1]
    leaves.buckets = [Bucket(now[bucket.ids], bucket.codes) for bucket in leaves.buckets]
