"""The corpus: documents in, passages out."""

import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from ..language.detect import detect_language
from ..models.names import default_embeddings_name
from ..state.errors import InputError, StoreError
from ..state.values import IndexName, MetadataValue, Passage
from .describing import known_versions, series_of, source_infos, store_info
from .encoding import CorpusEncoder, QueryEncoder, content_hash
from .hierarchy.stored import HIERARCHIES, ReindexReport
from .ingesting import Ingester, Progress
from .integrity import check
from .loading import Documents, load
from .reports import CheckReport, IngestReport, SourceInfo, StoreInfo
from .request import SearchRequest
from .rewriting import begin_purge, finish_purge, renew_features, switch, write_generation
from .source_text import SourceText, plain_metadata
from .store import Store
from .vectors import unit
from .versions import Version, VersionKeys, checked_day, latest
from .views import Views

if TYPE_CHECKING:
    from langchain_core.vectorstores import VectorStore

    from ..models.cache import ReplyCache

_COMMIT_CHARACTERS_ENCODED = 1_000_000
_VERSION_KEYS = VersionKeys()


class Corpus:
    """Documents that change, and a search over them that is never stale.

    Use `Corpus.open`. One corpus may be shared between threads.
    """

    def __init__(
        self, store: Store, encoder: CorpusEncoder, keys: VersionKeys, keep_versions: bool
    ) -> None:
        self._store = store
        self._keys = keys
        self._keep_versions = keep_versions
        self._views = Views(store)
        self._use(encoder)
        self._finalizers: list[Callable[[], Any]] = [weakref.finalize(self, store.close)]

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        embeddings: Embeddings | str | None = None,
        *,
        keep_versions: bool = True,
        version_keys: VersionKeys = _VERSION_KEYS,
        create: bool = True,
        patience: float = 60.0,
        vector_store: "VectorStore | None" = None,
    ) -> Self:
        """Open a store, or make one.

        Args:
            path: The store's folder; None for one that lasts until it is closed.
            embeddings: The encoder, as an object or by name; None for the store's own, and
                where the store is new for Gemini's if GOOGLE_API_KEY or GEMINI_API_KEY is set,
                else for the embedded one.
            keep_versions: Whether superseded versions stay, for questions about a past day.
            version_keys: The metadata keys under which documents tell their versions.
            create: Whether a store is made where there is none.
            patience: Seconds to wait for another writer.
            vector_store: A LangChain vector store in which the vectors live: it encodes the
                passages, keeps them as documents, and is asked for the nearest ones. Texts,
                names, words and links stay in the folder. Give it whenever the store is opened;
                one that cannot delete takes new documents only.

        Raises:
            InputError: If there is no store and `create` is not set.
            StoreError: If the folder cannot be used, or was made with another encoder.
        """
        folder = Path(tempfile.mkdtemp(prefix="hopgraph-") if path is None else path)
        store = Store(folder, create=create, patience=patience, vector_store=vector_store)
        try:
            own = store.sql.setting("encoder")
            theirs = vector_store.embeddings if vector_store is not None else None
            wanted = embeddings or theirs or own or default_embeddings_name(os.environ)
            encoder = QueryEncoder(wanted) if store.given else CorpusEncoder(wanted)
            if own and own != encoder.name:
                raise StoreError(
                    f"{folder} was made with the encoder {own!r}, not {encoder.name!r}: "
                    "open it with the first, or run `hopgraph reencode` on it"
                )
            for finish in (Store.collect_strays, finish_purge):
                with suppress(StoreError):  # damage that stands in the way is for `check` to tell
                    finish(store)
            renew_features(store)
        except BaseException:
            store.close()
            raise
        corpus = cls(store, encoder, version_keys, keep_versions)
        if path is None:
            gone = weakref.finalize(corpus, shutil.rmtree, folder, ignore_errors=True)
            corpus._finalizers.append(gone)
        return corpus

    def close(self) -> None:
        """Let go of the store; one without a path is removed."""
        for finalizer in self._finalizers:
            finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Writing

    def ingest(
        self,
        documents: Documents,
        *,
        sync: bool = False,
        progress: Progress | None = None,
        metadata: Mapping[str, MetadataValue] | None = None,
    ) -> IngestReport:
        """Add documents, and new versions of those that are there.

        What was reported to `progress` is committed: after a fault the same call continues
        from there. Files that cannot be read are told in the report; the others go in.

        Args:
            documents: A text (str), a file or folder (Path), a LangChain document or loader,
                or an iterable of these.
            sync: Whether to remove what vanished from the files and folders given.
            progress: Is told how many of how many texts are done.
            metadata: What is known of every document that does not tell it itself.

        Raises:
            InputError: If a path leads nowhere, or there is no text at all.
            ModelError: If the encoder fails.
            StoreError: If the store cannot be written.
        """
        loaded = load(documents, metadata, self._keys, empty_folders=sync)
        gone = self._ingester.vanished(loaded) if sync else []
        report = self._ingester.ingest(loaded.texts, gone, progress)
        return replace(report, failed=tuple(loaded.failed))

    def ingest_passages(
        self,
        passages: Iterable[tuple[str, str, str, Mapping[str, MetadataValue]]],
        vectors: NDArray[np.floating] | None = None,
        progress: Progress | None = None,
    ) -> IngestReport:
        """Add passages as they are: each is a document of its own and is never cut.

        Args:
            passages: Source, title, text and metadata of each.
            vectors: Their vectors by the store's encoder, of shape (n, d), if they are known.
            progress: Is told how many of how many passages are done.
        """
        texts = [
            SourceText(source, text, title, metadata=plain_metadata(metadata), whole=True)
            for source, title, text, metadata in passages
        ]
        if vectors is None:
            return self._ingester.ingest(texts, progress=progress)
        if self._store.given:
            raise InputError("the vector store makes the vectors itself: leave `vectors` out")
        if len(vectors) != len(texts):
            raise InputError(f"{len(vectors)} vectors for {len(texts)} passages: give one each")
        self._ingester.claim_encoder()
        contents = [content_hash(t.title, t.text) for t in texts]
        self._store.keep_vectors(contents, unit(np.asarray(vectors, np.float32)))
        return self._ingester.ingest(texts, (), progress, _COMMIT_CHARACTERS_ENCODED)

    def update(
        self, source: str, text: str, metadata: Mapping[str, MetadataValue] | None = None
    ) -> IngestReport:
        """Supersede a document by a new text; metadata that is not given stays.

        Raises:
            InputError: If the source is unknown or the text is blank.
        """
        if not text.strip():
            raise InputError(f"the new text of {source!r} is blank: delete the source instead")
        rest = dict(metadata or {})
        series = rest.get(self._keys.series)
        current = [v for v in known_versions(self._store.sql, source) if series in (None, v.series)]
        if len({v.series for v in current}) > 1:
            raise InputError(f"{source!r} holds several series: give one as metadata")
        old = latest(current) or known_versions(self._store.sql, source)[-1]
        rest = {**old.metadata, **rest}
        title = str(rest.pop("title", old.title))
        name = Path(old.origin).stem if old.origin else ""
        new = SourceText(source, text, title, name, plain_metadata(rest), old.origin)
        return self._ingester.ingest([new])

    def delete(
        self, source: str, *, purge: bool = False, replies: "ReplyCache | None" = None
    ) -> None:
        """Remove a source with all its versions.

        Args:
            source: The source.
            purge: Whether to rewrite the store, so that no trace stays on the disk.
            replies: A cache of model replies, which a purge reaches too.

        Raises:
            InputError: If the source is unknown.
        """
        versions = known_versions(self._store.sql, source)
        self._store.require_removal()
        if not purge:
            self._ingester.remove([source])
            return
        with self._store.writing():
            texts, replaced = self._texts_of(versions), self._store.sql.replaced(source)
            if replies:
                replies.purge(texts, replaced)
            begin_purge(self._store)
            self._ingester.remove([source])
            finish_purge(self._store)
        if replies:
            # What was asked in the meantime may have been kept anew.
            replies.purge(texts)

    def reencode(self, embeddings: Embeddings | str, progress: Progress | None = None) -> None:
        """Give the store another encoder; the documents are not needed again.

        Until all passages are encoded the store is as it was.

        Args:
            embeddings: The encoder, as an object or by name.
            progress: Is told how many of how many passages are done.
        """
        if self._store.given:
            raise StoreError(
                f"the vectors of {self._store.folder} are made by a vector store: make a new "
                "store over one with another encoder"
            )
        encoder = CorpusEncoder(embeddings)
        with self._store.writing():
            new = write_generation(self._store, encoder, progress)
            with self._views.locked():
                switch(self._store, new, encoder)
                self._use(encoder)

    def reindex(self, index: IndexName = "hierarchy") -> ReindexReport:
        """Build a hierarchy anew and keep it beside the store, for whoever opens it next.

        Args:
            index: "hierarchy" or "hierarchy-paper".

        Raises:
            InputError: If there is nothing to build it of.
            StoreError: If the store cannot be written.
        """
        if index not in HIERARCHIES:
            raise InputError(f"index={index!r} needs no building: give one of {HIERARCHIES}")
        if self._store.given:
            raise InputError("the vectors live in another store: that one indexes them")
        with self._store.writing():
            view = self._views.current()
            if view is None:
                raise InputError("the corpus is empty: ingest documents first")
            return view.reindex(index)

    # Reading

    def search(
        self,
        query: str,
        k: int = 10,
        *,
        as_of: str | None = None,
        where: Mapping[str, MetadataValue] | None = None,
        language: str | None = None,
        vector: NDArray[np.float32] | None = None,
        index: IndexName | None = None,
    ) -> list[Passage]:
        """Return the passages that answer a query, best first.

        Args:
            query: What to search for.
            k: Most passages to return.
            as_of: Search the corpus as it stood on this day (YYYY-MM-DD).
            where: Only passages whose metadata has these values.
            language: ISO 639-1 code of the query; by default what its words tell.
            vector: The query's vector, of shape (d,), if it is known.
            index: How vectors are compared; by default exactly up to 100,000 passages, and
                through the hierarchy beyond.

        Raises:
            InputError: If the query is blank, `k` is below 1 or `as_of` is no date.
        """
        if not query.strip():
            raise InputError("the query is blank: ask for something")
        if k < 1:
            raise InputError(f"k={k} asks for no passage: give 1 or more")
        if self._store.sql.setting("encoder") not in (None, self._encoder.name):
            raise StoreError(f"{self._store.folder} was re-encoded: open it again")
        self._store.require_model(self._encoder)
        day = checked_day(as_of, "as_of") if as_of else None
        view = self._views.on(day) if day else self._views.current()
        if view is None:
            return []
        spoken = language or detect_language(query)
        nearest = self._store.given.nearest(query) if self._store.given else None
        if nearest is not None:
            vector = np.zeros(0, np.float32)
        elif vector is None:
            vector = self._encoder.query(query)
        request = SearchRequest(
            query,
            vector,
            k,
            language=spoken,
            nearest=nearest,
            index=index,
            encode=self._encoder.query,
        )
        return view.search(request, where)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the encoder's vectors of `texts`, at length 1, of shape (n, d)."""
        vectors = [self._encoder.query(text) for text in texts]
        return np.stack(vectors) if vectors else np.zeros((0, self._store.dimension), np.float32)

    def passages(self, ids: Sequence[str]) -> list[Passage]:
        """Return the passages with these ids, in their order, as far as they are here."""
        return self._views.passages(ids)

    def sources(self) -> list[SourceInfo]:
        """Return what is known of each source, by name."""
        return source_infos(self._store.sql)

    def history(self, source: str) -> list[Version]:
        """Return all versions in the series of a source, the oldest first.

        Raises:
            InputError: If the source is unknown.
        """
        return series_of(self._store.sql, source)

    def info(self) -> StoreInfo:
        """Return counts and sizes, and what a quick look finds wrong."""
        return store_info(self._store)

    def check(self, repair: bool = False) -> CheckReport:
        """Find what is wrong with the store's files, or between them.

        Args:
            repair: Whether to mend it. Sources whose text is lost are removed and reported.
        """
        return check(self._store, self._encoder, repair)

    @property
    def encoder_name(self) -> str:
        """The name of the encoder."""
        return self._encoder.name

    @property
    def revision(self) -> int:
        """The number of commits so far."""
        return self._store.sql.revision

    def __len__(self) -> int:
        return self._store.sql.count("current")

    # Inside

    def _use(self, encoder: CorpusEncoder) -> None:
        self._encoder = encoder
        self._ingester = Ingester(
            self._store, encoder, self._views, self._keys, self._keep_versions
        )

    def _texts_of(self, versions: Sequence[Version]) -> list[str]:
        places = self._store.sql.places([v.number for v in versions])
        ids = {place.passage: None for some in places.values() for place in some}
        return [text.text for text in self._store.chroma.get(list(ids)).values()]
