"""The SQLite file of a store as a file: made, opened, locked, mended, and asked."""

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Any

from ..state.errors import StoreError
from .salvage import free_name, salvage

APPLICATION_ID = 0x686F7067  # "hopg"
SCHEMA = 2

_SINCE_2 = """
-- Texts of versions that were not kept, by their keys in a cache of model replies.
CREATE TABLE replaced (
    source TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (source, key)) WITHOUT ROWID;
"""
_TABLES = f"""
CREATE TABLE settings (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
-- AUTOINCREMENT: a number is never given twice, so that none inherits what another left.
CREATE TABLE versions (
    number INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, series TEXT NOT NULL,
    as_of TEXT NOT NULL, title TEXT NOT NULL, metadata TEXT NOT NULL, origin TEXT NOT NULL,
    digest TEXT NOT NULL, revision INTEGER NOT NULL, current INTEGER NOT NULL);
CREATE INDEX versions_by_source ON versions (source);
CREATE INDEX versions_by_series ON versions (series);
CREATE TABLE places (
    version INTEGER NOT NULL, position INTEGER NOT NULL, passage TEXT NOT NULL,
    metadata TEXT NOT NULL, PRIMARY KEY (version, position)) WITHOUT ROWID;
CREATE INDEX places_by_passage ON places (passage);
CREATE TABLE passages (
    id TEXT PRIMARY KEY, content TEXT NOT NULL, features BLOB NOT NULL);
-- Vectors by hash of encoder and text; row is the place in the vector file.
CREATE TABLE vectors (content TEXT PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID;
-- Passages that Chroma may hold although no version has them.
CREATE TABLE strays (passage TEXT PRIMARY KEY) WITHOUT ROWID;
-- Texts whose vectors live in a vector store of the user's own; key is their id there.
CREATE TABLE texts (
    id TEXT PRIMARY KEY, key TEXT NOT NULL, source TEXT NOT NULL, title TEXT NOT NULL,
    text TEXT NOT NULL);
{_SINCE_2}"""


class SqlFile:
    """One connection to the file; safe to share between threads.

    Raises:
        StoreError: If the file is not a store's, is damaged, or a newer hopgraph wrote it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = RLock()
        with self._named():
            self._connect()
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def _connect(self) -> None:
        self._connection = sqlite3.connect(
            self._path, timeout=30, isolation_level=None, check_same_thread=False
        )
        self._inode = self._path.stat().st_ino

    def _prepare(self) -> None:
        application = self._one("PRAGMA application_id")
        schema = self._one("PRAGMA user_version")
        empty = not self._one("SELECT count(*) FROM sqlite_master")
        if application != APPLICATION_ID and not empty:
            raise StoreError(f"{self._path} belongs to another program: choose another folder")
        if schema > SCHEMA:
            raise StoreError(f"a newer hopgraph wrote {self._path}: upgrade hopgraph to open it")
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("PRAGMA secure_delete = ON")
        if empty:
            self._connection.executescript(
                f"BEGIN IMMEDIATE; {_TABLES} PRAGMA application_id = {APPLICATION_ID};"
                f"PRAGMA user_version = {SCHEMA}; COMMIT;"
            )
        elif schema < SCHEMA:
            self._connection.executescript(
                f"BEGIN IMMEDIATE; {_SINCE_2} PRAGMA user_version = {SCHEMA}; COMMIT;"
            )

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def faults(self) -> list[str]:
        """Return what SQLite finds wrong with the file."""
        with self._lock:
            try:
                rows = self._connection.execute("PRAGMA quick_check").fetchall()
            except sqlite3.DatabaseError as error:
                return [str(error)]
        return [row[0] for row in rows if row[0] != "ok"]

    def rebuild(self) -> Path:
        """Go on with a new file of all that can be read of this one; return where this is kept."""
        with self._lock, self._named():
            new = SqlFile(self._path.with_name(f"{self._path.name}.new"))
            try:
                with new.transaction():
                    salvage(self._connection, new._connection)
            except BaseException:
                new.close()
                new._path.unlink()
                raise
            new.close()
            self._connection.close()
            kept = free_name(self._path)
            shutil.copy(self._path, kept)
            for ending in ("-wal", "-shm"):  # or the new file would be taken to belong to them
                self._path.with_name(f"{self._path.name}{ending}").unlink(missing_ok=True)
            new._path.replace(self._path)
            self._connect()
            self._prepare()
        return kept

    def follow(self) -> None:
        """Turn to the file that stands here, if another process has rebuilt it."""
        with self._lock, self._named(), suppress(FileNotFoundError):
            if self._connection.in_transaction or self._path.stat().st_ino == self._inode:
                return
            self._connection.close()
            self._connect()
            self._prepare()

    def vacuum(self) -> None:
        """Rewrite the file, so that nothing that was deleted is left in it."""
        self._run("VACUUM")
        self._run("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all that is written inside, or nothing."""
        with self._lock, self._named():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read one revision inside, whatever other processes commit."""
        with self._lock, self._named():
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("COMMIT")

    # Settings

    def setting(self, name: str) -> Any:
        """Return a setting, or None."""
        return self._one("SELECT value FROM settings WHERE name = ?", name)

    def set(self, name: str, value: str | int) -> None:
        """Write a setting."""
        self._run("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, value)

    @property
    def revision(self) -> int:
        """The number of commits that changed what a search can find."""
        self.follow()
        return int(self.setting("revision") or 0)

    # SQL

    def _all(self, query: str, *values: Any) -> list[Any]:
        with self._lock, self._named():
            return self._connection.execute(query, values).fetchall()

    def _one(self, query: str, *values: Any) -> Any:
        with self._lock, self._named():
            row = self._connection.execute(query, values).fetchone()
        return row[0] if row else None

    def _run(self, query: str, *values: Any) -> None:
        with self._lock, self._named():
            self._connection.execute(query, values)

    def _many(self, query: str, rows: Iterable[Any]) -> None:
        with self._lock, self._named():
            self._connection.executemany(query, rows)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Raise what SQLite raises as an error that names the file and a remedy."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self._path}: {error}; {_remedy(error)}") from error


def _remedy(error: sqlite3.Error) -> str:
    reason = str(error)
    if "full" in reason:
        return "free some disk space: nothing that was acknowledged is lost"
    if "readonly" in reason or "unable to open" in reason:
        return "make the folder writable"
    if "closed" in reason:
        return "open the store again"
    if "locked" in reason:
        return "another process is writing: try again"
    return (
        "the file is damaged: put back a copy of the folder, run hopgraph check --repair, or "
        "ingest into a new one"
    )
