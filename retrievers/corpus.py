"""The corpus: documents in, passages out."""

import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from threading import RLock
from typing import Self

import numpy as np
from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from ..models.defaults import EMBEDDED_ENCODER
from ..state.errors import InputError, StoreError
from ..state.values import MetadataValue, Passage
from .drafting import drafts
from .encoding import CorpusEncoder, content_hash
from .loading import Documents, SourceText, load, plain_metadata
from .request import SearchRequest
from .rewriting import rewrite
from .sql_store import Place
from .store import Store
from .vectors import unit
from .versions import Version, VersionKeys, checked_day, held_on, latest
from .view import View
from .writing import Change, Writer

Progress = Callable[[int, int], None]
"""Is told how many of how many texts are done."""

_COMMIT_CHARACTERS = 64_000
_COMMIT_CHARACTERS_ENCODED = 1_000_000
_KEPT_DAYS = 2
_VERSION_KEYS = VersionKeys()


@dataclass(frozen=True)
class IngestReport:
    """What became of the documents of one call.

    Attributes:
        added: Documents that are new.
        skipped: Documents that were there already, and blank ones.
        updated: Documents whose new version supersedes another.
        removed: Documents that are gone.
        truncated: Passages longer than the encoder reads; its vector sees only their beginning.
    """

    added: int = 0
    skipped: int = 0
    updated: int = 0
    removed: int = 0
    truncated: int = 0


@dataclass(frozen=True)
class SourceInfo:
    """A source as it stands.

    Attributes:
        passages: Passages of its current versions.
        versions: Versions it has, superseded ones included.
        as_of: The day from which the current one holds, or "".
    """

    source: str
    title: str
    passages: int
    versions: int
    as_of: str
    series: str
    metadata: Mapping[str, MetadataValue]


class Corpus:
    """Documents that change, and a search over them that is never stale.

    Use `Corpus.open`. One corpus may be shared between threads.
    """

    def __init__(
        self, store: Store, encoder: CorpusEncoder, keys: VersionKeys, keep_versions: bool
    ) -> None:
        self._store = store
        self._encoder = encoder
        self._keys = keys
        self._keep_versions = keep_versions
        self._view: View | None = None
        self._revision = -1
        self._days: dict[tuple[int, str], View] = {}
        self._view_lock = RLock()
        self._finalizer = weakref.finalize(self, store.close)

    @classmethod
    def open(
        cls,
        path: Path | None = None,
        embeddings: Embeddings | str | None = None,
        *,
        keep_versions: bool = True,
        version_keys: VersionKeys = _VERSION_KEYS,
        create: bool = True,
        patience: float = 60.0,
    ) -> Self:
        """Open a store, or make one.

        Args:
            path: The store's folder; None for one that lasts as long as the object.
            embeddings: The encoder, as an object or by name; None for the store's own, and
                for the embedded one where the store is new.
            keep_versions: Whether superseded versions stay, for questions about a past day.
            version_keys: The metadata keys under which documents tell their versions.
            create: Whether a store is made where there is none.
            patience: Seconds to wait for another writer.

        Raises:
            InputError: If there is no store and `create` is not set.
            StoreError: If the folder cannot be used, or was made with another encoder.
        """
        folder = path or Path(tempfile.mkdtemp(prefix="hopgraph-"))
        store = Store(folder, create=create, patience=patience)
        try:
            own = store.sql.setting("encoder")
            encoder = CorpusEncoder(embeddings or own or EMBEDDED_ENCODER)
            if own and own != encoder.name:
                raise StoreError(
                    f"{folder} was made with the encoder {own!r}, not {encoder.name!r}: "
                    "open it with the first, or re-encode it with the second"
                )
            store.collect_strays()
        except BaseException:
            store.close()
            raise
        corpus = cls(store, encoder, version_keys, keep_versions)
        if path is None:
            weakref.finalize(corpus, shutil.rmtree, folder, ignore_errors=True)
        return corpus

    def close(self) -> None:
        """Let go of the store."""
        self._finalizer()

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
    ) -> IngestReport:
        """Add documents, and new versions of those that are there.

        What was reported to `progress` is committed: after a fault the same call continues
        from there.

        Args:
            documents: A text (str), a file or folder (Path), a LangChain document or loader,
                or an iterable of these.
            sync: Whether to remove what vanished from the files and folders given.
            progress: Is told how many of how many texts are done.

        Raises:
            InputError: If something cannot be read, or there is no text at all.
            ModelError: If the encoder fails.
            StoreError: If the store cannot be written.
        """
        texts, roots = _texts(documents)
        gone = self._vanished(texts, roots) if sync else []
        return self._ingest(texts, gone, progress, _COMMIT_CHARACTERS)

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
        if vectors is not None:
            if len(vectors) != len(texts):
                raise InputError(f"{len(vectors)} vectors for {len(texts)} passages: give one each")
            self._claim_encoder()
            contents = [content_hash(t.title, t.text) for t in texts]
            self._store.keep_vectors(contents, unit(np.asarray(vectors, np.float32)))
            return self._ingest(texts, [], progress, _COMMIT_CHARACTERS_ENCODED)
        return self._ingest(texts, [], progress, _COMMIT_CHARACTERS)

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
        current = [v for v in self._known(source) if series in (None, v.series)]
        if len({v.series for v in current}) > 1:
            raise InputError(f"{source!r} holds several series: give one as metadata")
        old = latest(current) or self._known(source)[-1]
        rest = {**old.metadata, **rest}
        title = str(rest.pop("title", old.title))
        name = Path(old.origin).stem if old.origin else ""
        new = SourceText(source, text, title, name, plain_metadata(rest), old.origin)
        return self._ingest([new], [], None, _COMMIT_CHARACTERS)

    def delete(self, source: str, purge: bool = False) -> None:
        """Remove a source with all its versions.

        Args:
            source: The source.
            purge: Whether to rewrite the store, so that no trace stays on the disk.

        Raises:
            InputError: If the source is unknown.
        """
        self._known(source)
        self._commit(self._writer(), [], [source])
        if purge:
            self._rewrite()

    def reencode(self, embeddings: Embeddings | str, progress: Progress | None = None) -> None:
        """Give the store another encoder; the documents are not needed again.

        Until all passages are encoded the store is as it was.

        Args:
            embeddings: The encoder, as an object or by name.
            progress: Is told how many of how many passages are done.
        """
        encoder = CorpusEncoder(embeddings)
        self._rewrite(encoder, progress)
        self._encoder = encoder

    # Reading

    def search(
        self,
        query: str,
        k: int = 10,
        *,
        question: str = "",
        held: Sequence[str] = (),
        as_of: str | None = None,
        where: Mapping[str, MetadataValue] | None = None,
        language: str = "en",
        vector: NDArray[np.float32] | None = None,
    ) -> list[Passage]:
        """Return the passages that answer a query, best first.

        Args:
            query: What to search for.
            k: Most passages to return.
            question: The whole question, if the query is only a part of it.
            held: Ids of passages already held: not returned, but scores pass on from them.
            as_of: Search the corpus as it stood on this day (YYYY-MM-DD).
            where: Only passages whose metadata has these values.
            language: ISO 639-1 code of the query.
            vector: The query's vector, of shape (d,), if it is known.

        Raises:
            InputError: If the query is blank, `k` is below 1 or `as_of` is no date.
        """
        if not query.strip():
            raise InputError("the query is blank: ask for something")
        if k < 1:
            raise InputError(f"k={k} asks for no passage: give 1 or more")
        view = self._view_on(checked_day(as_of, "as_of")) if as_of else self._current()
        if view is None:
            return []
        if vector is None:
            vector = self._encoder.query(query)
        request = SearchRequest(query, vector, k, question, tuple(held), None, language)
        return view.search(request, where)

    def passages(self, ids: Sequence[str]) -> list[Passage]:
        """Return the passages with these ids, in their order, as far as they are here."""
        views = [v for v in (self._current(), *self._days.values()) if v]
        found = (next((v.held()[key] for v in views if key in v.held()), None) for key in ids)
        return [held.passage for held in found if held]

    def sources(self) -> list[SourceInfo]:
        """Return what is known of each source, by name."""
        by_source: dict[str, list[Version]] = {}
        for version in self._store.sql.versions():
            by_source.setdefault(version.source, []).append(version)
        return [self._source_info(by_source[source]) for source in sorted(by_source)]

    def history(self, source: str) -> list[Version]:
        """Return all versions in the series of a source, the oldest first.

        Raises:
            InputError: If the source is unknown.
        """
        series = sorted({v.series for v in self._known(source)})
        found = [v for name in series for v in self._store.sql.versions(series=name)]
        return sorted(found, key=lambda v: (v.as_of, v.number))

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

    def _known(self, source: str) -> list[Version]:
        versions = self._store.sql.versions(source=source)
        if not versions:
            raise InputError(f"unknown source {source!r}: see `hopgraph sources` for those here")
        return versions

    def _source_info(self, versions: Sequence[Version]) -> SourceInfo:
        current = [v for v in versions if v.current]
        last = max(current or versions, key=lambda v: (v.as_of, v.number))
        places = self._store.sql.places([v.number for v in current])
        return SourceInfo(
            last.source,
            last.title,
            len({place.passage for some in places.values() for place in some}),
            len(versions),
            last.as_of,
            last.series,
            last.metadata,
        )

    def _vanished(self, texts: Sequence[SourceText], roots: Sequence[Path]) -> list[str]:
        """Return the sources that came from the files and folders given, but no longer do."""
        here = {text.source for text in texts}
        return sorted(
            {
                version.source
                for version in self._store.sql.versions()
                if version.origin and version.source not in here
                if any(Path(version.origin).is_relative_to(root) for root in roots)
            }
        )

    def _writer(self) -> Writer:
        return Writer(self._store, self._encoder, self._keep_versions)

    def _claim_encoder(self) -> None:
        """Make the store remember its encoder."""
        with self._store.writing():
            own = self._store.sql.setting("encoder")
            if own is None:
                self._store.sql.set("encoder", self._encoder.name)
            elif own != self._encoder.name:
                raise StoreError(
                    f"{self._store.folder} is being filled by the encoder {own!r}, not "
                    f"{self._encoder.name!r}: open it again"
                )

    def _ingest(
        self,
        texts: Sequence[SourceText],
        gone: Sequence[str],
        progress: Progress | None,
        characters: int,
    ) -> IngestReport:
        written = {text.source for text in texts if text.text.strip()}
        blank = list(dict.fromkeys(t.source for t in texts if t.source not in written))
        emptied = [source for source in blank if self._store.sql.versions(source=source)]
        if not written and not emptied:
            raise InputError("there is no text in the documents: give some that are not blank")
        self._claim_encoder()
        writer = self._writer()
        report = IngestReport(skipped=len(blank) - len(emptied))
        if emptied or gone:
            report = _sum(report, self._commit(writer, [], [*emptied, *gone]))
        done = 0
        for some in _batches([t for t in texts if t.source in written], characters):
            report = _sum(report, self._commit(writer, some))
            done += len(some)
            if progress:
                progress(done, len(texts))
        return report

    def _commit(
        self, writer: Writer, texts: Sequence[SourceText], gone: Sequence[str] = ()
    ) -> Change:
        prepared = writer.prepare(drafts(texts, self._keys))
        with self._store.writing():
            if self._view:
                self._refresh()
            with self._view_lock:
                change = writer.commit(prepared, gone)
                self._apply(change)
            self._store.collect_strays()
        return change

    def _apply(self, change: Change) -> None:
        """Bring the view from the last revision to that of `change`."""
        view, self._view = self._view, None
        if view:
            view.apply(self._store.held(change.added), change.removed)
            self._view, self._revision = view, self._store.sql.revision

    def _rewrite(
        self, encoder: CorpusEncoder | None = None, progress: Progress | None = None
    ) -> None:
        rewrite(self._store, encoder, progress)
        with self._view_lock:
            self._view, self._days = None, {}

    def _current(self) -> View | None:
        if self._view is None or self._revision != self._store.sql.revision:
            self._refresh()
        return self._view

    def _refresh(self) -> None:
        """Bring the view to the last revision, whoever wrote it."""
        with self._view_lock:
            sql = self._store.sql
            while self._view is None or self._revision != sql.revision:
                with sql.snapshot():
                    revision, places = sql.revision, sql.current_places()
                if not places and self._view is None:
                    return
                try:
                    self._show(places)
                except StoreError:
                    # Another process may have removed what this one was about to read.
                    if sql.revision == revision:
                        raise
                    continue
                self._revision = revision

    def _show(self, places: Sequence[Place]) -> None:
        view = self._view or View(self._store.vectors, self._store.dimension)
        now = {place.passage: place for place in places}
        held = view.held()
        news = [
            place
            for key, place in now.items()
            if key not in held or held[key].passage.metadata != place.metadata
        ]
        view.apply(self._store.held(news), [key for key in held if key not in now])
        self._view = view

    def _view_on(self, day: str) -> View | None:
        """Return the corpus as it stood on `day`."""
        sql = self._store.sql
        with self._view_lock:
            versions = sql.versions()
            held = held_on(versions, day)
            if {v.number for v in held} == {v.number for v in versions if v.current}:
                return self._current()
            key = (sql.revision, day)
            if key not in self._days:
                by_version = sql.places([v.number for v in held])
                places = {p.passage: p for some in by_version.values() for p in some}
                view = View(self._store.vectors, self._store.dimension)
                view.apply(self._store.held(list(places.values())), [])
                kept = list(self._days.items())[-(_KEPT_DAYS - 1) :]
                self._days = dict([*kept, (key, view)])
            return self._days[key]


def _texts(
    documents: Documents,
) -> tuple[list[SourceText], list[Path]]:
    """Return the texts of `documents`, and the files and folders among them."""
    if isinstance(documents, str | Path | Document | BaseLoader | bytes | Mapping):
        return list(load(documents)), [documents] if isinstance(documents, Path) else []
    given = list(documents)
    return list(load(given)), [path for path in given if isinstance(path, Path)]


def _batches(texts: Sequence[SourceText], characters: int) -> Iterator[list[SourceText]]:
    """Yield the texts in turn, about so many characters at once; a document stays together."""
    batch: list[SourceText] = []
    size = 0
    for _, group in groupby(texts, key=lambda text: text.source):
        document = list(group)
        batch += document
        size += sum(len(text.text) for text in document)
        if size >= characters:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _sum(report: IngestReport, change: Change) -> IngestReport:
    return IngestReport(
        added=report.added + change.outcomes.count("added"),
        skipped=report.skipped + change.outcomes.count("skipped"),
        updated=report.updated + change.outcomes.count("updated"),
        removed=report.removed + len(change.removed_sources),
        truncated=report.truncated + change.truncated,
    )
