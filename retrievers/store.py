"""The folder of a store: two stores and a file of vectors, opened and locked together."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from ..state.errors import InputError, StoreError
from ..state.values import Passage
from .chroma_store import ChromaStore, StoredText
from .encoding import CorpusEncoder, alike
from .langchain_store import LangChainStore
from .salvage import free_name
from .sql_store import PassageRow, Place, SqlStore
from .vectors import VectorFile, Vectors
from .view import Held

if TYPE_CHECKING:
    from langchain_core.vectorstores import VectorStore

SQL_FILE = "corpus.sqlite3"
_ALL_AT_ONCE = 2000  # from here on reading everything is faster than asking for each


class Store:
    """A store's folder.

    Args:
        folder: The folder; made if it is not there and `create` is set.
        create: Whether to make a new store.
        patience: Seconds to wait for another writer.
        vector_store: Where the vectors live, if not in the folder.

    Raises:
        InputError: If there is no store and `create` is not set.
        StoreError: If the folder cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        *,
        create: bool = True,
        patience: float = 60.0,
        vector_store: "VectorStore | None" = None,
    ) -> None:
        self.folder = folder
        self.given: LangChainStore | None = None
        self._patience = patience
        self._generation = 0
        self._threads = RLock()
        if not create and not (folder / SQL_FILE).is_file():
            raise InputError(
                f"no store at {folder}: make one with `hopgraph ingest PATH --store {folder}`"
            )
        if folder.is_file():
            raise StoreError(f"{folder} is a file: name a folder for the store")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._processes = FileLock(folder / "write.lock")
            with self._processes.acquire(timeout=patience):
                self.sql = SqlStore(folder / SQL_FILE)
        except Timeout as error:
            raise StoreError(self._busy) from error
        except OSError as error:
            raise StoreError(
                f"{folder} cannot be written ({error}): choose a folder that can"
            ) from error
        if vector_store is not None:
            self.given = LangChainStore(vector_store, self.sql)
        home = self.sql.setting("vector_store")
        if self.sql.setting("encoder") and home != (self.given and self.given.name):
            self.sql.close()
            raise StoreError(
                f"the vectors of {folder} live in a {home}: open it with that as vector_store"
                if home
                else f"{folder} holds its vectors itself: open it without vector_store"
            )

    @property
    def generation(self) -> int:
        """The number of the folders in use; a rewrite of the store makes the next one."""
        return int(self.sql.setting("generation") or 1)

    @property
    def dimension(self) -> int:
        """The length of the vectors; 0 while there are none."""
        return int(self.sql.setting("dimension") or 0)

    @property
    def chroma(self) -> ChromaStore | LangChainStore:
        """The passages."""
        return self.given or self.own

    @cached_property
    def own(self) -> ChromaStore:
        """The passages of a store that holds its vectors itself."""
        return ChromaStore(self.passages_path(self.generation))

    @cached_property
    def vectors(self) -> VectorFile:
        """The vectors; to be asked for only when there are some."""
        return VectorFile(self.vector_path(self.generation), self.dimension)

    def passages_path(self, generation: int) -> Path:
        """Return where the passages of a generation are."""
        return self.folder / f"passages-{generation}"

    def vector_path(self, generation: int) -> Path:
        """Return where the vectors of a generation are."""
        return self.folder / f"vectors-{generation}.f32"

    def hierarchy_path(self, generation: int) -> Path:
        """Return where the hierarchies over the vectors of a generation are."""
        return self.folder / f"hierarchy-{generation}"

    def remove_generation(self, generation: int) -> None:
        """Remove the files of a generation that is not in use."""
        shutil.rmtree(self.passages_path(generation), ignore_errors=True)
        self.vector_path(generation).unlink(missing_ok=True)
        shutil.rmtree(self.hierarchy_path(generation), ignore_errors=True)

    def follow(self) -> None:
        """Turn to the generation in use, whoever made it."""
        if self._generation != self.generation:
            self._generation = self.generation
            # Not closed: another thread may be reading from them.
            self.__dict__.pop("own", None)
            self.__dict__.pop("vectors", None)

    def remove_old_generations(self) -> None:
        """Remove the files of the generations before the one in use."""
        for number in range(self.generation - 1, 0, -1):
            if not self.vector_path(number).exists():
                return
            self.remove_generation(number)

    def set_chroma_aside(self) -> Path:
        """Keep the passages' folder under another name and begin a new one; return the name."""
        folder = self.passages_path(self.generation)
        aside = free_name(folder)
        self._let_go_of_chroma()  # or it would go on with what it has opened
        folder.rename(aside)
        return aside

    def remove_set_aside(self) -> None:
        """Remove what was damaged and kept."""
        for path in self.folder.glob("*.damaged-*"):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Be the only writer inside, among all threads and processes.

        Raises:
            StoreError: If another writer does not finish in time.
        """
        if not self._threads.acquire(timeout=self._patience):
            raise StoreError(self._busy)
        try:
            with self._processes.acquire(timeout=self._patience):
                self.sql.follow()
                self.follow()
                yield
        except Timeout as error:
            raise StoreError(self._busy) from error
        finally:
            self._threads.release()

    def require_model(self, encoder: CorpusEncoder) -> None:
        """Make sure that an encoder whose name tells no model is the one of the vectors.

        Raises:
            StoreError: If it is another.
        """
        kept = self.sql.setting("encoder_probe")
        if self.given or not kept or kept == encoder.probe or alike(kept, encoder.probe):
            return
        raise StoreError(
            f"{self.folder} was made with another model under the name {encoder.name!r}: open it "
            "with that one, or run `hopgraph reencode` on it"
        )

    def require_removal(self) -> None:
        """Make sure that passages can be taken out.

        Raises:
            StoreError: If the vector store they live in cannot delete.
        """
        if self.given and not self.given.can_remove:
            raise StoreError(
                f"vector store {self.given.name} cannot delete, so that documents can be added "
                "but not updated or removed: choose one that can"
            )

    def keep_vectors(self, contents: Sequence[str], vectors: Vectors) -> None:
        """Keep vectors, of shape (n, d), by the hash of what was encoded.

        Raises:
            StoreError: If their dimension is not the store's.
        """
        if self.dimension not in (0, vectors.shape[1]):
            raise StoreError(
                f"vectors of {vectors.shape[1]} dimensions do not fit {self.folder}, which has "
                f"{self.dimension}: open it with the encoder it was made with"
            )
        with self.writing():
            if not self.dimension:
                self.sql.set("dimension", vectors.shape[1])
            known = self.sql.vector_rows(contents)
            # Equal texts have one vector: the first of them.
            first = {content: n for n, content in reversed(list(enumerate(contents)))}
            new = sorted(n for content, n in first.items() if content not in known)
            start = self.sql.vector_count
            self.vectors.append(vectors[new], start)
            with self.sql.transaction():
                self.sql.add_vector_rows([contents[n] for n in new], start)

    def add_texts(self, texts: Sequence[StoredText], contents: Sequence[str]) -> None:
        """Add passages whose vectors are kept; until a version has them they are strays."""
        if not texts:
            return
        with self.sql.transaction():
            self.sql.add_strays([text.id for text in texts])
        rows = self.sql.vector_rows(contents)
        self.chroma.add(texts, self.vectors.read([rows[content] for content in contents]))

    def held(self, places: Sequence[Place]) -> list[Held]:
        """Return passages with what a view needs of them.

        Raises:
            StoreError: If a text or a vector is missing.
        """
        ids = [place.passage for place in places]
        every = len(ids) > _ALL_AT_ONCE
        rows = self.sql.passages(None if every else ids)
        contents = [rows[key].content for key in ids]
        vector_rows = self.sql.vector_rows(None if every else contents)
        texts = self.chroma.get(ids)
        try:
            return [
                _held(place, texts[place.passage], rows[place.passage], vector_rows)
                for place in places
            ]
        except KeyError as error:
            raise StoreError(
                f"passage {error} is missing in {self.folder}: run hopgraph check --repair"
            ) from error

    @property
    def _busy(self) -> str:
        return f"another writer has held {self.folder} for {self._patience:g} s: try again later"

    def collect_strays(self) -> None:
        """Remove from Chroma what no version has: what was deleted, and what was cut short."""
        if not self.sql.strays():
            return
        with self.writing():
            strays = self.sql.strays()
            self.chroma.delete(strays)
            with self.sql.transaction():
                self.sql.forget_strays(strays)

    def close(self) -> None:
        """Let go of all files."""
        self._let_go_of_chroma()
        self.sql.close()

    def _let_go_of_chroma(self) -> None:
        own = self.__dict__.pop("own", None)
        if own:
            own.close()


def _held(place: Place, text: StoredText, row: PassageRow, vector_rows: Mapping[str, int]) -> Held:
    # Not validated again: it was checked when it was written.
    passage = Passage.model_construct(
        id=text.id,
        source=text.source,
        title=text.title,
        text=text.text,
        metadata=dict(place.metadata),
    )
    return Held(passage, row.content, row.features, vector_rows[row.content])
