"""What a store tells about itself."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ..state.errors import InputError
from .integrity import glance
from .reports import SourceInfo, StoreInfo
from .sql_store import SqlStore
from .store import Store
from .versions import Version


def known_versions(sql: SqlStore, source: str) -> list[Version]:
    """Return the versions of a source in the order of writing.

    Raises:
        InputError: If the source is unknown.
    """
    versions = sql.versions(source=source)
    if not versions:
        raise InputError(f"unknown source {source!r}: see `hopgraph sources` for those here")
    return versions


def series_of(sql: SqlStore, source: str) -> list[Version]:
    """Return all versions in the series of a source, the oldest first.

    Raises:
        InputError: If the source is unknown.
    """
    series = sorted({v.series for v in known_versions(sql, source)})
    found = [v for name in series for v in sql.versions(series=name)]
    return sorted(found, key=lambda v: (v.as_of, v.number))


def source_infos(sql: SqlStore) -> list[SourceInfo]:
    """Return what is known of each source, by name."""
    by_source: dict[str, list[Version]] = {}
    for version in sql.versions():
        by_source.setdefault(version.source, []).append(version)
    return [_source_info(sql, by_source[source]) for source in sorted(by_source)]


def store_info(store: Store) -> StoreInfo:
    """Return counts and sizes, and what a quick look finds wrong."""
    sql = store.sql
    problems = tuple(glance(store))
    return StoreInfo(
        folder=store.folder,
        sources=sql.count("sources"),
        versions=sql.count("versions"),
        passages=sql.count("current"),
        passages_kept=sql.count("passages"),
        vectors=sql.count("vectors"),
        encoder=sql.setting("encoder") or "",
        dimension=store.dimension,
        revision=sql.revision,
        bytes=_size(store.folder),
        problems=problems,
    )


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):  # a write-ahead log comes and goes
            total += path.stat().st_size if path.is_file() else 0
    return total


def _source_info(sql: SqlStore, versions: Sequence[Version]) -> SourceInfo:
    current = [v for v in versions if v.current]
    last = max(current or versions, key=lambda v: (v.as_of, v.number))
    places = sql.places([v.number for v in current])
    return SourceInfo(
        last.source,
        last.title,
        len({place.passage for some in places.values() for place in some}),
        len(versions),
        last.as_of,
        last.series,
        last.metadata,
    )
