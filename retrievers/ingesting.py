"""One call's documents, written batch by batch: what is acknowledged is committed."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from ..state.errors import InputError, StoreError
from .drafting import drafts
from .encoding import CorpusEncoder
from .loading import Loaded
from .reports import IngestReport
from .source_text import SourceText
from .store import Store
from .versions import VersionKeys
from .views import Views
from .writing import Writer

COMMIT_CHARACTERS = 64_000
"""Text of one commit: a few seconds of encoding."""

Progress = Callable[[int, int], None]
"""Is told how many of how many texts are done."""


class Ingester:
    """Writes documents and keeps the views in step.

    Args:
        store: The store.
        encoder: Its encoder.
        views: Its views.
        keys: The metadata keys of versions.
        keep_versions: Whether superseded versions stay.
    """

    def __init__(
        self,
        store: Store,
        encoder: CorpusEncoder,
        views: Views,
        keys: VersionKeys,
        keep_versions: bool,
    ) -> None:
        self._store = store
        self._encoder = encoder
        self._views = views
        self._keys = keys
        self._keep_versions = keep_versions

    def claim_encoder(self) -> None:
        """Make the store remember its encoder.

        Raises:
            StoreError: If the vectors are another one's.
        """
        with self._store.writing():
            own = self._store.sql.setting("encoder")
            if own is None:
                self._store.sql.set("encoder", self._encoder.name)
                if self._store.given:
                    self._store.sql.set("vector_store", self._store.given.name)
            elif own != self._encoder.name:
                raise StoreError(
                    f"{self._store.folder} now has the encoder {own!r}, not "
                    f"{self._encoder.name!r}: open it again"
                )
            self._store.require_model(self._encoder)
            if not self._store.given and self._store.sql.setting("encoder_probe") is None:
                self._store.sql.set("encoder_probe", self._encoder.probe)

    def ingest(
        self,
        texts: Sequence[SourceText],
        gone: Sequence[str] = (),
        progress: Progress | None = None,
        characters: int = COMMIT_CHARACTERS,
    ) -> IngestReport:
        """Write texts, about so many `characters` a commit, and remove the sources `gone`.

        Raises:
            InputError: If there is no text, and no source that turned empty or is to go.
        """
        written = {text.source for text in texts if text.text.strip()}
        blank = sorted({text.source for text in texts} - written)
        emptied = [source for source in blank if self._store.sql.versions(source=source)]
        if not written and not emptied and not gone:
            raise InputError("there is no text in the documents: give some that are not blank")
        self.claim_encoder()
        writer = self._writer()
        report = IngestReport(skipped=len(blank) - len(emptied))
        if emptied or gone:
            report += self._commit(writer, [], [*emptied, *gone])
        done = 0
        texts = [text for text in texts if text.source in written]
        for some in _batches(texts, characters):
            report += self._commit(writer, some)
            done += len(some)
            if progress:
                progress(done, len(texts))
        return report

    def remove(self, sources: Sequence[str]) -> None:
        """Remove sources with all their versions, in one commit."""
        self._commit(self._writer(), [], sources)

    def vanished(self, loaded: Loaded) -> list[str]:
        """Return the sources that came from the files and folders read, but no longer do."""
        here = {text.source for text in loaded.texts}
        return sorted(
            {
                version.source
                for version in self._store.sql.versions()
                if version.origin and version.source not in here
                if any(Path(version.origin).is_relative_to(root) for root in loaded.roots)
                if not loaded.is_unread(Path(version.origin))
            }
        )

    def _writer(self) -> Writer:
        return Writer(self._store, self._encoder, self._keep_versions)

    def _commit(
        self, writer: Writer, texts: Sequence[SourceText], gone: Sequence[str] = ()
    ) -> IngestReport:
        prepared = writer.prepare(drafts(texts, self._keys))
        with self._store.writing():
            self._views.follow()
            with self._views.locked():
                change = writer.commit(prepared, gone)
                self._views.apply(change)
            self._store.collect_strays()
        return IngestReport(
            added=change.outcomes.count("added"),
            skipped=change.outcomes.count("skipped"),
            updated=change.outcomes.count("updated"),
            removed=len(change.removed_sources),
            truncated=change.truncated,
        )


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
