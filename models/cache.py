"""Replies of chat models on disk, so that asking again costs nothing and changes nothing."""

import hashlib
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from ..state.errors import StoreError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sources
    (text TEXT, key TEXT, PRIMARY KEY (text, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parents
    (parent TEXT, key TEXT, PRIMARY KEY (parent, key)) WITHOUT ROWID;
"""

# A prompt may carry what an earlier reply of its question took from a passage.
_PURGE = """
DELETE FROM replies WHERE key IN (
    WITH RECURSIVE gone(key) AS (
        SELECT key FROM sources WHERE text = ?
        UNION SELECT parents.key FROM parents JOIN gone ON parents.parent = gone.key
    )
    SELECT key FROM gone
)
"""


class ReplyCache:
    """A SQLite file of replies by prompt; holds neither prompts nor passages, only their hashes.

    Failures are never kept. Safe to use from several threads and processes.

    Raises:
        StoreError: The file cannot be opened or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, timeout=30)
            # Deleted replies are overwritten, not only unlinked.
            self._db.execute("PRAGMA secure_delete = ON")
            self._db.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot open the reply cache {path}: {error}") from error

    def get(self, key: str) -> str | None:
        """Return the reply kept for a prompt's key."""
        with self._lock:
            row = self._db.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def put(
        self, key: str, reply: str, texts: Iterable[str] = (), parents: Sequence[str] = ()
    ) -> None:
        """Keep a reply.

        Args:
            key: The prompt's key.
            reply: The reply's text.
            texts: The passages' texts its prompt held.
            parents: Keys of the prompts asked before it for the same question.
        """
        with self._lock, self._db:
            self._db.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, reply))
            self._db.executemany(
                "INSERT OR IGNORE INTO sources VALUES (?, ?)",
                [(_hash(text), key) for text in texts],
            )
            self._db.executemany(
                "INSERT OR IGNORE INTO parents VALUES (?, ?)", [(p, key) for p in parents]
            )

    def purge(self, texts: Iterable[str]) -> int:
        """Delete every reply that rests on one of the passages; return how many went.

        A reply rests on a passage if its prompt held the passage's text, or came after such a
        reply in the same question.
        """
        with self._lock, self._db:
            gone = sum(self._db.execute(_PURGE, (_hash(text),)).rowcount for text in texts)
            for table in ("sources", "parents"):
                self._db.execute(f"DELETE FROM {table} WHERE key NOT IN (SELECT key FROM replies)")  # noqa: S608
        return gone

    def __len__(self) -> int:
        with self._lock:
            return int(self._db.execute("SELECT count(*) FROM replies").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
