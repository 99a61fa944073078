"""The write path: drafts made into one commit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ..models.cache import text_key
from .chroma_store import StoredText
from .drafting import Draft, Piece, beyond_limit, pieces
from .encoding import SLICE, CorpusEncoder, content_hash, encoded_text
from .features import extract_features
from .sql_store import PassageRow, Place
from .store import Store
from .versions import Version, latest

Outcome = Literal["added", "skipped", "updated"]


@dataclass
class Change:
    """What a commit did.

    Attributes:
        outcomes: What became of each draft.
        removed_sources: Sources that are gone.
        added: Passages that are current now.
        removed: Ids of passages that no longer are.
        truncated: How many of the new passages are longer than the encoder reads.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    removed_sources: list[str] = field(default_factory=list)
    added: list[Place] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    truncated: int = 0


def passage_row(text: StoredText) -> PassageRow:
    """Return what SQLite is to know of a passage."""
    content = content_hash(text.title, text.text)
    return PassageRow(text.id, content, extract_features(text.title, text.text))


class Writer:
    """Writes what one call was given.

    Args:
        store: The store.
        encoder: Its encoder.
        keep_versions: Whether superseded versions stay.
    """

    def __init__(self, store: Store, encoder: CorpusEncoder, keep_versions: bool) -> None:
        self._store = store
        self._sql = store.sql
        self._encoder = encoder
        self._keep = keep_versions
        self._series_here: dict[str, set[str]] = {}

    def prepare(self, drafts: Iterable[Draft]) -> list[tuple[Draft, list[Piece]]]:
        """Cut the drafts that are news, and make the vectors that are not there yet."""
        prepared = [(draft, self._news(draft)) for draft in drafts]
        if any(some and self._is_known(draft) for draft, some in prepared):
            self._store.require_removal()
        self._encode([piece for _, some in prepared for piece in some])
        return prepared

    def commit(
        self, prepared: Sequence[tuple[Draft, list[Piece]]], gone: Sequence[str] = ()
    ) -> Change:
        """Remove sources and write drafts, all or nothing; to be called as the only writer."""
        if gone:
            self._store.require_removal()
        # What was there when it was prepared may have gone since.
        prepared = [(draft, some or self._news(draft)) for draft, some in prepared]
        new = {p.text.id: p for _, some in prepared for p in some}
        self._encode(list(new.values()))
        for known in self._sql.passages(list(new)):
            del new[known]
        rows = [passage_row(p.text) for p in new.values()]
        self._store.add_texts([p.text for p in new.values()], [row.content for row in rows])
        change = Change(truncated=beyond_limit(list(new.values()), self._encoder))
        with self._sql.transaction():
            self._sql.add_passages(rows)
            self._sql.forget_strays([row.id for row in rows])
            unused = [key for source in gone for key in self._remove_source(source, change)]
            for draft, _ in prepared:
                version = self._settled(draft)
                self._series_here.setdefault(version.source, set()).add(version.series)
            for draft, some in prepared:
                unused += self._write(draft, some, change)
            self._sql.add_strays(unused)
            change.removed = [k for k in change.removed if not self._sql.is_current(k)]
            change.added = [p for p in change.added if self._sql.is_current(p.passage)]
            if change.removed_sources or set(change.outcomes) - {"skipped"}:
                self._sql.set("revision", self._sql.revision + 1)
        return change

    def _news(self, draft: Draft) -> list[Piece]:
        """Return the draft's passages, or none if it is there already."""
        return [] if self._is_there(self._settled(draft)) else pieces(draft, self._encoder)

    def _is_known(self, draft: Draft) -> bool:
        """Tell whether the draft is another version of what is there."""
        return bool(self._sql.versions(series=self._settled(draft).series))

    def _encode(self, wanted: Sequence[Piece]) -> None:
        texts = {p.content: encoded_text(p.text.title, p.text.text) for p in wanted}
        for known in self._sql.vector_rows(list(texts)):
            del texts[known]
        contents = list(texts)
        for start in range(0, len(contents), SLICE):
            some = contents[start : start + SLICE]
            self._store.keep_vectors(some, self._encoder.encode([texts[c] for c in some]))

    def _write(self, draft: Draft, some: Sequence[Piece], change: Change) -> list[str]:
        """Write one version; return the passages that no version has any more."""
        version = self._settled(draft)
        if not some or self._is_there(version):
            change.outcomes.append("skipped")
            return []
        moved = self._move_to_series(version)
        known = self._sql.versions(series=version.series)
        self._sql.add_version(version, [Place(p.text.id, p.metadata) for p in some])
        change.outcomes.append("updated" if known else "added")
        return [key for series in (version.series, *moved) for key in self._settle(series, change)]

    def _settled(self, draft: Draft) -> Version:
        """Return the draft's version with the series and the day it has in this store."""
        version = draft.version
        own = self._sql.versions(source=version.source)
        series = version.series
        if not series and draft.supersedes:
            older = latest(self._sql.versions(source=draft.supersedes))
            series = older.series if older else draft.supersedes
        if not series:
            named = {v.series for v in own}
            series = named.pop() if len(named) == 1 else version.source
        # A version without a day holds from the day of the one it supersedes.
        before = latest(v for v in own if v.series == series)
        as_of = version.as_of or (before.as_of if before else "")
        return replace(
            version, series=series, as_of=as_of, revision=self._sql.revision + 1, current=False
        )

    def _is_there(self, version: Version) -> bool:
        """Tell whether the version that `version` would take the place of is the same."""
        series = self._sql.versions(series=version.series)
        last = latest(v for v in series if v.as_of == version.as_of)
        return last is not None and (last.source, last.digest) == (version.source, version.digest)

    def _move_to_series(self, version: Version) -> list[str]:
        """Bring older versions into the series that a document now names; return what they left.

        Series that one call gives to one source stand beside each other.
        """
        if version.series != version.source:
            self._sql.rename_series(version.source, version.series)
        own = {v.series for v in self._sql.versions(source=version.source)}
        if len(own) != 1 or own <= self._series_here[version.source]:
            return []
        [left] = own
        self._sql.rename_series(left, version.series, version.source)
        return [left]

    def _remove_source(self, source: str, change: Change) -> list[str]:
        versions = self._sql.versions(source=source)
        for version in versions:
            self._end(version, change)
        unused = [key for v in versions for key in self._sql.remove_version(v.number)]
        for series in sorted({v.series for v in versions}):
            unused += self._settle(series, change)
        self._sql.forget_replaced(source)
        change.removed_sources.append(source)
        return unused

    def _settle(self, series: str, change: Change) -> list[str]:
        """Make the latest version of a series its current one; return passages without use."""
        versions = self._sql.versions(series=series)
        last = latest(versions)
        unused: list[str] = []
        for version in versions:
            if version is last or last is None:
                continue
            if version.current:
                self._end(version, change)
            if not self._keep:
                unused += self._drop(version, last)
        if last and not last.current:
            self._sql.set_current(last.number, True)
            change.added += self._sql.places([last.number])[last.number]
        return unused

    def _drop(self, version: Version, by: Version) -> list[str]:
        """Remove a version that is not kept, as `by` superseded it; return passages without use.

        A purge of what is left in its place must reach the replies on it.
        """
        unused = self._sql.remove_version(version.number)
        texts = self._store.chroma.get(unused).values()
        self._sql.add_replaced(version.source, [text_key(text.text) for text in texts])
        if by.source != version.source:
            self._sql.add_replaced(by.source, self._sql.replaced(version.source))
            if not self._sql.versions(source=version.source):
                self._sql.forget_replaced(version.source)
        return unused

    def _end(self, version: Version, change: Change) -> None:
        self._sql.set_current(version.number, False)
        change.removed += [p.passage for p in self._sql.places([version.number])[version.number]]
