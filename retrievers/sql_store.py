"""What the SQLite file of a store holds: sources, versions, features, places of vectors."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import count
from typing import Any, Literal

from ..state.values import MetadataValue
from .sql_file import SqlFile
from .versions import Version

_VERSION = "number, source, series, as_of, title, metadata, origin, digest, revision, current"


@dataclass(frozen=True)
class PassageRow:
    """What SQLite knows of a passage: the hash of what was encoded, and its features."""

    id: str
    content: str
    features: bytes


@dataclass(frozen=True)
class TextRow:
    """A passage's text, and its id in the vector store that has its vector."""

    id: str
    key: str
    source: str
    title: str
    text: str


@dataclass(frozen=True)
class Place:
    """A passage's place in a version of a document."""

    passage: str
    metadata: Mapping[str, MetadataValue]


class SqlStore(SqlFile):
    """The tables of a store; a change is committed by the `transaction` around it."""

    # Versions

    def versions(self, source: str | None = None, series: str | None = None) -> list[Version]:
        """Return the versions of a source or a series, or all, in the order of writing."""
        where, values = "", []
        if source is not None:
            where, values = "WHERE source = ?", [source]
        elif series is not None:
            where, values = "WHERE series = ?", [series]
        rows = self._all(f"SELECT {_VERSION} FROM versions {where} ORDER BY number", *values)  # noqa: S608
        return [_version(row) for row in rows]

    def versions_without_places(self) -> list[Version]:
        """Return the versions that have lost their places."""
        where = "WHERE number NOT IN (SELECT version FROM places) ORDER BY number"
        return [_version(row) for row in self._all(f"SELECT {_VERSION} FROM versions {where}")]  # noqa: S608

    def add_version(self, version: Version, places: Sequence[Place]) -> Version:
        """Write a version with its places and return it with its number."""
        row = (
            version.source,
            version.series,
            version.as_of,
            version.title,
            _json(version.metadata),
            version.origin,
            version.digest,
            version.revision,
            version.current,
        )
        with self._lock, self._named():
            number = self._connection.execute(
                f"INSERT INTO versions ({_VERSION}) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                row,
            ).lastrowid
            self._connection.executemany(
                "INSERT INTO places VALUES (?, ?, ?, ?)",
                [(number, n, p.passage, _json(p.metadata)) for n, p in enumerate(places)],
            )
        return _version((number, *row))

    def set_current(self, number: int, current: bool) -> None:
        """Say whether a search without a date sees a version."""
        self._run("UPDATE versions SET current = ? WHERE number = ?", current, number)

    def rename_series(self, old: str, new: str, source: str | None = None) -> None:
        """Give the versions of one series, or those of them with `source`, another."""
        self._run(
            "UPDATE versions SET series = ?1 WHERE series = ?2 AND source = coalesce(?3, source)",
            new,
            old,
            source,
        )

    def remove_version(self, number: int) -> list[str]:
        """Remove a version; return the ids of the passages that no other version has."""
        ids = [p.passage for p in self.places([number])[number]]
        self._run("DELETE FROM places WHERE version = ?", number)
        self._run("DELETE FROM versions WHERE number = ?", number)
        used = "SELECT 1 FROM places WHERE passage = ? LIMIT 1"
        unused = [key for key in dict.fromkeys(ids) if self._one(used, key) is None]
        self._many("DELETE FROM passages WHERE id = ?", ((key,) for key in unused))
        return unused

    def add_replaced(self, source: str, keys: Iterable[str]) -> None:
        """Remember texts of a source that were not kept, by their keys in a cache of replies."""
        self._many("INSERT OR IGNORE INTO replaced VALUES (?, ?)", ((source, key) for key in keys))

    def replaced(self, source: str) -> list[str]:
        """Return what `add_replaced` remembers of a source."""
        query = "SELECT key FROM replaced WHERE source = ? ORDER BY key"
        return [row[0] for row in self._all(query, source)]

    def forget_replaced(self, source: str) -> None:
        """Forget what `add_replaced` remembers of a source."""
        self._run("DELETE FROM replaced WHERE source = ?", source)

    def places(self, numbers: Sequence[int]) -> dict[int, list[Place]]:
        """Return the places of these versions, in order."""
        found: dict[int, list[Place]] = {number: [] for number in numbers}
        query = "SELECT passage, metadata FROM places WHERE version = ? ORDER BY position"
        for number in numbers:
            found[number] = [Place(key, json.loads(text)) for key, text in self._all(query, number)]
        return found

    def current_places(self) -> list[Place]:
        """Return the places of the current versions."""
        rows = self._all(
            "SELECT passage, places.metadata FROM versions"
            " JOIN places ON version = number WHERE current ORDER BY version, position"
        )
        return [Place(key, json.loads(text)) for key, text in rows]

    def count(self, what: Literal["sources", "versions", "passages", "current", "vectors"]) -> int:
        """Return how many there are; "current" are the passages of current versions."""
        query = {
            "sources": "SELECT count(DISTINCT source) FROM versions",
            "versions": "SELECT count(*) FROM versions",
            "passages": "SELECT count(*) FROM passages",
            "vectors": "SELECT count(*) FROM vectors",
            "current": "SELECT count(DISTINCT passage) FROM versions"
            " JOIN places ON version = number WHERE current",
        }
        return int(self._one(query[what]))

    def is_current(self, passage: str) -> bool:
        """Tell whether a search without a date sees a passage."""
        found = self._one(
            "SELECT 1 FROM places JOIN versions ON number = version"
            " WHERE passage = ? AND current LIMIT 1",
            passage,
        )
        return found is not None

    # Passages and vectors

    def add_passages(self, rows: Iterable[PassageRow]) -> None:
        """Write passages; those that are here stay as they are."""
        self._many(
            "INSERT OR IGNORE INTO passages VALUES (?, ?, ?)",
            ((r.id, r.content, r.features) for r in rows),
        )

    def unknown_passages(self) -> list[str]:
        """Return the ids of passages that have a place and are not here."""
        query = "SELECT DISTINCT passage FROM places LEFT JOIN passages ON id = passage"
        return [row[0] for row in self._all(f"{query} WHERE id IS NULL ORDER BY passage")]

    def set_features(self, features: Mapping[str, bytes]) -> None:
        """Give passages new features."""
        self._many(
            "UPDATE passages SET features = ? WHERE id = ?",
            ((blob, key) for key, blob in features.items()),
        )

    def passages(self, ids: Sequence[str] | None = None) -> dict[str, PassageRow]:
        """Return the passages with these ids, as far as they are here, or all."""
        query = "SELECT id, content, features FROM passages"
        if ids is None:
            return {row[0]: PassageRow(*row) for row in self._all(query)}
        found = (self._all(f"{query} WHERE id = ?", key) for key in ids)
        return {rows[0][0]: PassageRow(*rows[0]) for rows in found if rows}

    def vector_rows(self, contents: Iterable[str] | None = None) -> dict[str, int]:
        """Return the rows of these contents' vectors, as far as they are known, or all."""
        if contents is None:
            return dict(self._all("SELECT content, row FROM vectors"))
        query = "SELECT row FROM vectors WHERE content = ?"
        found = ((content, self._one(query, content)) for content in contents)
        return {content: row for content, row in found if row is not None}

    def add_vector_rows(self, contents: Sequence[str], start: int) -> None:
        """Remember that the vectors of `contents` stand in the rows from `start` on."""
        self._many("INSERT INTO vectors VALUES (?, ?)", zip(contents, count(start), strict=False))
        self.set("vector_rows", start + len(contents))

    def sources_of(self, passages: Iterable[str]) -> list[str]:
        """Return the sources that have one of these passages, in any version."""
        query = "SELECT DISTINCT source FROM places JOIN versions ON number = version"
        found = (self._all(f"{query} WHERE passage = ?", key) for key in passages)
        return sorted({row[0] for rows in found for row in rows})

    def forget_vectors(self, contents: Iterable[str]) -> None:
        """Forget where vectors stand."""
        self._many("DELETE FROM vectors WHERE content = ?", ((c,) for c in contents))

    def replace_vector_rows(self, contents: Sequence[str]) -> None:
        """Forget all vectors and strays; the vectors of `contents` now stand in rows 0, 1, ..."""
        self._run("DELETE FROM vectors")
        self._run("DELETE FROM strays")
        self.add_vector_rows(contents, 0)

    @property
    def vector_count(self) -> int:
        """How many rows of the vector file count."""
        return int(self.setting("vector_rows") or 0)

    # Strays

    def strays(self) -> list[str]:
        """Return the ids of passages that Chroma may hold although no version has them."""
        return [row[0] for row in self._all("SELECT passage FROM strays ORDER BY passage")]

    def add_strays(self, ids: Iterable[str]) -> None:
        """Remember ids that Chroma may hold although no version has them."""
        self._many("INSERT OR IGNORE INTO strays VALUES (?)", ((key,) for key in ids))

    def forget_strays(self, ids: Iterable[str]) -> None:
        """Forget strays that have got a version, or are no longer in Chroma."""
        self._many("DELETE FROM strays WHERE passage = ?", ((key,) for key in ids))

    # Texts

    def add_texts(self, rows: Iterable[TextRow]) -> None:
        """Write texts."""
        self._many("INSERT INTO texts VALUES (?, ?, ?, ?, ?)", map(astuple, rows))

    def texts(self, ids: Sequence[str] | None = None) -> list[TextRow]:
        """Return the texts with these ids, as far as they are here, or all."""
        if ids is None:
            return [TextRow(*row) for row in self._all("SELECT * FROM texts ORDER BY id")]
        found = (self._all("SELECT * FROM texts WHERE id = ?", key) for key in ids)
        return [TextRow(*row) for rows in found for row in rows]

    def forget_texts(self, ids: Iterable[str]) -> None:
        """Remove texts."""
        self._many("DELETE FROM texts WHERE id = ?", ((key,) for key in ids))


def _version(row: Sequence[Any]) -> Version:
    number, source, series, as_of, title, metadata, origin, digest, revision, current = row
    return Version(
        number,
        source,
        series,
        as_of,
        title,
        json.loads(metadata),
        origin,
        digest,
        revision,
        bool(current),
    )


def _json(metadata: Mapping[str, MetadataValue]) -> str:
    return json.dumps(dict(metadata), ensure_ascii=False, sort_keys=True)
