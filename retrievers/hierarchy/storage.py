"""A hierarchy on the disk: arrays that are memory-mapped, and a page of JSON."""

import json
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...state.errors import StoreError
from .building import Fetch
from .hierarchy import Hierarchy
from .level import Bucket, Level

FORMAT = 1
_ABOUT = "hierarchy.json"


def save(hierarchy: Hierarchy, folder: Path) -> None:
    """Write a hierarchy into `folder`, which must not hold one that is open.

    Raises:
        StoreError: If it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        np.save(folder / "rotation.npy", hierarchy.rotation)
        np.save(folder / "parents.npy", hierarchy.parents)
        for number, level in enumerate(hierarchy.levels):
            for name, array in _arrays(level).items():
                np.save(folder / f"{name}-{number}.npy", array)
        about = {
            "format": FORMAT,
            "levels": [[level.least, level.most] for level in hierarchy.levels],
        }
        (folder / _ABOUT).write_text(json.dumps(about), encoding="utf-8")
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be written ({error.strerror}): free some disk space or make the "
            "folder writable"
        ) from error


def load(folder: Path, fetch: Fetch) -> Hierarchy:
    """Return the hierarchy in `folder`; members stay on the disk until they change.

    Raises:
        StoreError: If there is none, or one of another format.
    """
    try:
        about = json.loads((folder / _ABOUT).read_text(encoding="utf-8"))
        if about["format"] != FORMAT:
            raise StoreError(
                f"{folder} has format {about['format']}, not {FORMAT}: run hopgraph reindex"
            )
        levels = [_level(folder, n, limits) for n, limits in enumerate(about["levels"])]
        rotation = np.load(folder / "rotation.npy")
        return Hierarchy(rotation, levels, np.load(folder / "parents.npy"), fetch)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{folder} holds no whole hierarchy: run hopgraph reindex") from error


def _arrays(level: Level) -> dict[str, NDArray[Any]]:
    return {
        "sums": level.sums,
        "built": level.built,
        "above": level.parents,
        "sizes": np.array([bucket.count for bucket in level.buckets], np.int64),
        "members": np.concatenate([bucket.ids for bucket in level.buckets]),
        "codes": np.concatenate([bucket.codes for bucket in level.buckets]),
    }


def _level(folder: Path, number: int, limits: list[int]) -> Level:
    def stored(name: str, mode: Literal["r"] | None = None) -> NDArray[Any]:
        array: NDArray[Any] = np.load(folder / f"{name}-{number}.npy", mmap_mode=mode)
        return array

    members, codes, sizes = stored("members", "r"), stored("codes", "r"), stored("sizes")
    ends = sizes.cumsum()
    spans = zip((ends - sizes).tolist(), ends.tolist(), strict=True)
    buckets = [Bucket(members[a:b], codes[a:b]) for a, b in spans]
    least, most = limits
    return Level(stored("sums"), stored("built"), stored("above"), buckets, (least, most))
