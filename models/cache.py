"""Replies of chat models on disk, so that asking again costs nothing and changes nothing."""

import hashlib
import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from ..state.errors import StoreError

# "hgrc" marks the file as ours.
_APPLICATION_ID = 0x68677263

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS sources"
    " (text TEXT, key TEXT, PRIMARY KEY (text, key)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS parents"
    " (parent TEXT, key TEXT, PRIMARY KEY (parent, key)) WITHOUT ROWID",
    f"PRAGMA application_id = {_APPLICATION_ID}",
)

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
    """A SQLite file of replies by prompt; of prompts and passages it holds only the hashes.

    A reply itself quotes passages and may repeat the question: the file is as confidential as
    the documents. `purge` takes out what rests on a passage. Failures are never kept. Safe to
    use from several threads and processes.

    Args:
        path: The file; it is made where there is none.

    Raises:
        StoreError: The file cannot be opened or written, or belongs to another program.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = path = Path(path)
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, timeout=30)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot open the reply cache {path}: {error}") from error
        self._closing = weakref.finalize(self, self._db.close)
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        with self._transaction() as db:
            # Deleted replies are overwritten, not only unlinked.
            db.execute("PRAGMA secure_delete = ON")
            # Whose file it is and its tables in one step: another process may be making it now.
            db.execute("BEGIN IMMEDIATE")
            application = db.execute("PRAGMA application_id").fetchone()[0]
            tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if application != _APPLICATION_ID and tables:
                raise StoreError(
                    f"{self.path} belongs to another program: choose another file for the replies"
                )
            for statement in _SCHEMA:
                db.execute(statement)

    def get(self, key: str) -> str | None:
        """Return the reply kept for a prompt's key."""
        with self._transaction() as db:
            row = db.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
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
        sources = [(text_key(text), key) for text in texts]
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, reply))
            db.executemany("INSERT OR IGNORE INTO sources VALUES (?, ?)", sources)
            db.executemany(
                "INSERT OR IGNORE INTO parents VALUES (?, ?)", [(p, key) for p in parents]
            )

    def purge(self, texts: Iterable[str], keys: Iterable[str] = ()) -> int:
        """Delete every reply that rests on one of the passages; return how many went.

        A reply rests on a passage if its prompt held the passage's text, or came after such a
        reply in the same question.

        Args:
            texts: The passages' texts.
            keys: `text_key` of further ones, whose texts are not known any more.
        """
        with self._transaction() as db:
            every = [*map(text_key, texts), *keys]
            gone = sum(db.execute(_PURGE, (key,)).rowcount for key in every)
            db.execute("DELETE FROM sources WHERE key NOT IN (SELECT key FROM replies)")
            db.execute("DELETE FROM parents WHERE key NOT IN (SELECT key FROM replies)")
        return gone

    def __len__(self) -> int:
        with self._transaction() as db:
            return int(db.execute("SELECT count(*) FROM replies").fetchone()[0])

    def close(self) -> None:
        """Close the file; one that is dropped unclosed is closed too."""
        self._closing()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                with self._db:
                    yield self._db
            except sqlite3.Error as error:
                raise StoreError(f"cannot use the reply cache {self.path}: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def text_key(text: str) -> str:
    """Return the hash by which a cache knows a passage."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
