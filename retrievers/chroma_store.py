"""Passages in Chroma: text, title, source and vector by id."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np

from ..state.errors import StoreError
from .vectors import Vectors

_DATABASE = "chroma.sqlite3"
_COLLECTION = "passages"
_FILLED = "index_metadata.pickle"  # stands beside an index that Chroma has filled

# It is never asked for neighbours: a thin graph is all it builds.
_THIN = {"max_neighbors": 4, "ef_construction": 4}
# Each write reads again what was written since the index was last saved, and saving takes longer
# the more there is: so many writes in between cost least from 1,000 to 100,000 passages.
_SAVED_EVERY = 100
_LETTING_GO = 0.3  # seconds; it takes a few milliseconds


@dataclass(frozen=True)
class StoredText:
    """A passage's text as it is stored."""

    id: str
    source: str
    title: str
    text: str


class ChromaStore:
    """A collection of passages in one folder; ids are never written twice."""

    def __init__(self, folder: Path) -> None:
        import chromadb
        from chromadb.config import Settings

        self._folder = folder
        with self._named():
            _write_ahead(folder)
            settings = Settings(anonymized_telemetry=False)
            try:
                self._client: Any = chromadb.PersistentClient(str(folder), settings=settings)
            except BaseException:
                _forget_unstarted(str(folder))
                raise
            try:
                self._open()
            except BaseException:
                self.close()  # or the next open would be given this client again
                raise

    def _open(self) -> None:
        self._collection = self._client.get_or_create_collection(
            _COLLECTION,
            embedding_function=None,
            configuration={"hnsw": {"space": "cosine", "sync_threshold": _SAVED_EVERY, **_THIN}},
        )
        self._batch = self._client.get_max_batch_size()
        self._wiped = False
        self._collection.get(ids=["none"], include=[])  # makes Chroma open its index
        self._wipe()

    def add(self, texts: Sequence[StoredText], vectors: Vectors) -> None:
        """Add passages with their vectors, of shape (n, d); ids that are here stay as they are."""
        with self._named():
            for start in range(0, len(texts), self._batch):
                some = texts[start : start + self._batch]
                self._collection.add(
                    ids=[t.id for t in some],
                    embeddings=vectors[start : start + self._batch],
                    documents=[t.text for t in some],
                    metadatas=[{"source": t.source, "title": t.title} for t in some],
                )
            if not self._wiped:
                self._wipe()

    def get(self, ids: Sequence[str]) -> dict[str, StoredText]:
        """Return the passages with these ids, as far as they are here."""
        found: dict[str, StoredText] = {}
        for reply in self._replies(ids, ["documents", "metadatas"]):
            rows = zip(reply["ids"], reply["documents"], reply["metadatas"], strict=True)
            for key, text, metadata in rows:
                found[key] = StoredText(key, metadata["source"], metadata["title"], text)
        return found

    def vectors(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the vectors of these passages, as far as they are here."""
        found: dict[str, Vectors] = {}
        for reply in self._replies(ids, ["embeddings"]):
            rows = np.asarray(reply["embeddings"], np.float32)
            found.update(zip(reply["ids"], rows, strict=True))
        return found

    def set_vectors(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Give passages that are here other vectors, of shape (n, d)."""
        with self._named():
            for start in range(0, len(ids), self._batch):
                some = slice(start, start + self._batch)
                self._collection.update(ids=list(ids[some]), embeddings=vectors[some])

    def ids(self) -> list[str]:
        """Return all ids."""
        found: list[str] = []
        with self._named():
            for start in range(0, self._collection.count(), self._batch):
                some = self._collection.get(include=[], limit=self._batch, offset=start)
                found += some["ids"]
        return found

    def delete(self, ids: Sequence[str]) -> None:
        """Remove the passages with these ids; ids that are not here are passed over."""
        with self._named():
            for start in range(0, len(ids), self._batch):
                self._collection.delete(ids=list(ids[start : start + self._batch]))

    def close(self) -> None:
        """Let go of the folder, and of the write-ahead log unless others use it too.

        Chroma closes its database in its own time: whoever copies the folder next must not meet
        it half way.
        """
        self._client.close()
        log = self._folder / f"{_DATABASE}-wal"
        until = monotonic() + _LETTING_GO
        while log.exists() and not _is_shared(str(self._folder)) and monotonic() < until:
            sleep(0.002)

    def _wipe(self) -> None:
        """Blank the files of an index that Chroma has laid out but not filled yet.

        It writes them from memory it has not cleared, and so may put a piece of any text this
        process has held on the disk. It writes them anew before it reads them.
        """
        for file in self._folder.glob("*/length.bin"):
            self._wiped = True
            if not file.with_name(_FILLED).exists():
                for unset in (file, file.with_name("data_level0.bin")):
                    unset.write_bytes(bytes(unset.stat().st_size))

    def _replies(self, ids: Sequence[str], include: list[Any]) -> Iterator[dict[str, Any]]:
        # Never all at once: Chroma fails beyond what one SQL statement may hold.
        with self._named():
            for start in range(0, len(ids), self._batch):
                some = list(ids[start : start + self._batch])
                yield dict(self._collection.get(ids=some, include=include))

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Raise what Chroma raises as an error that names the folder."""
        try:
            yield
        except Exception as error:  # a damaged folder makes Chroma raise almost anything
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise StoreError(
                f"the passages in {self._folder} cannot be used ({reason}): "
                "check the disk, or run hopgraph check --repair on the store"
            ) from error


def _write_ahead(folder: Path) -> None:
    """Begin a database that writes ahead: a commit waits for the disk once, not four times.

    One that is there is left alone: it may be in use by Chroma, whose locks would be lost if this
    process closed the file.
    """
    if not (folder / _DATABASE).exists():
        folder.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(folder / _DATABASE)) as file:
            file.execute("PRAGMA journal_mode = WAL")


def _is_shared(folder: str) -> bool:
    """Tell whether a client of this process has the folder open."""
    from chromadb.api.shared_system_client import SharedSystemClient as Shared

    return folder in Shared._identifier_to_refcount


def _forget_unstarted(folder: str) -> None:
    """Drop a client that could not start: Chroma would give it to whoever opens the folder next."""
    from chromadb.api.shared_system_client import SharedSystemClient as Shared

    if not _is_shared(folder):
        Shared._identifier_to_system.pop(folder, None)
