"""Checks that the files of a store agree, and mends what does not."""

import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ..state.errors import StoreError
from .chroma_store import ChromaStore, StoredText
from .encoding import SLICE, CorpusEncoder, content_hash, encoded_text
from .reports import CheckReport
from .rewriting import finish_purge, purging
from .store import SQL_FILE, Store
from .writing import Writer, passage_row

_AT_ONCE = 1000
_SAME = 1e-4  # Chroma may round a vector's last digits


@dataclass
class _Found:
    """What is wrong with a store.

    Attributes:
        problems: All of it, one line each.
        lost: Sources that have lost some text.
        is_sql_damaged: Whether the SQLite file is: nothing else was looked at then.
        are_passages_damaged: Whether Chroma cannot be read.
        extra: Passages in Chroma that belong to no document.
        unknown: Passages whose features are lost.
        astray: Passages whose vector is missing or damaged.
    """

    problems: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    is_sql_damaged: bool = False
    are_passages_damaged: bool = False
    extra: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    astray: list[str] = field(default_factory=list)


def check(store: Store, encoder: CorpusEncoder, repair: bool) -> CheckReport:
    """Find what is wrong, and mend it if `repair` is set."""
    with store.writing():
        found = _look(store)
        problems = tuple(found.problems)
        if not repair or not problems:
            return CheckReport(problems, lost=tuple(found.lost), left=problems)
        repaired, lost = _mend(store, encoder, found)
        return CheckReport(problems, tuple(repaired), tuple(lost), tuple(_look(store).problems))


def _look(store: Store) -> _Found:
    faults = store.sql.faults()
    if faults:
        return _Found([f"{SQL_FILE} is damaged: {fault}" for fault in faults], is_sql_damaged=True)
    found = _Found(unknown=store.sql.unknown_passages())
    rows = store.sql.passages()
    placed = {*rows, *found.unknown}
    try:
        there = set(store.chroma.ids())
        found.astray = _astray(store, sorted(there & rows.keys()))
    except StoreError as error:
        found.problems.append(str(error))
        found.are_passages_damaged = True
        there = set(_still_told(store.passages_path(store.generation), placed))
    found.extra = sorted(there - placed)
    found.lost = store.sql.sources_of(sorted(placed - there))
    missing = len(placed - there)
    for count, problem in (
        (len(found.extra), "passages belong to no document"),
        (missing, f"passages of {len(found.lost)} documents have lost their text"),
        (len(found.unknown), "passages have lost what was found in them"),
        (len(found.astray), "vectors are missing or damaged"),
    ):
        if count:
            found.problems.append(f"{count} {problem}")
    if purging(store):
        found.problems.append("a purge was not finished")
    return found


def _mend(store: Store, encoder: CorpusEncoder, found: _Found) -> tuple[list[str], list[str]]:
    """Mend what can be; return what was done, and the sources that must be ingested again."""
    repaired: list[str] = []
    lost: set[str] = set()
    if found.is_sql_damaged:
        kept = store.sql.rebuild()
        repaired.append(f"moved the damaged file to {kept} and took over what can be read of it")
        store.sql.set("revision", store.sql.revision + 1)
        found = _look(store)
        lost, gaps = _without_some_version(store, found)
        if gaps:
            repaired.append(f"left out older versions of {len(gaps)} documents: {', '.join(gaps)}")
    if found.are_passages_damaged:
        kept = store.set_chroma_aside()
        repaired.append(f"moved the damaged passages to {kept}")
        texts = _still_told(kept, {*store.sql.passages(), *found.unknown})
        if texts:
            _take_over(store, encoder, texts)
            repaired.append(f"took {len(texts)} passages over from there")
        found = _look(store)
    if found.unknown:
        known = store.chroma.get(found.unknown).values()
        store.sql.add_passages(passage_row(text) for text in known)
        repaired.append(f"read {len(known)} passages again")
        found = _look(store)
    lost.update(found.lost)
    if found.extra:
        store.chroma.delete(found.extra)
        repaired.append(f"removed {len(found.extra)} passages that belong to no document")
    if lost:
        Writer(store, encoder, keep_versions=True).commit([], sorted(lost))
        store.collect_strays()
        repaired.append(f"removed {len(lost)} documents that must be ingested again")
    astray = sorted(store.sql.passages(found.astray))
    if astray:
        _encode_again(store, encoder, astray)
        repaired.append(f"made {len(astray)} vectors anew")
    if purging(store):
        finish_purge(store)
        repaired.append("finished the purge")
    return repaired, sorted(lost)


def _without_some_version(store: Store, found: _Found) -> tuple[set[str], list[str]]:
    """Return the sources that have lost their current version, and those with an older one lost.

    A version that is gone whole shows by its passages in Chroma.
    """
    lost: set[str] = set()
    gaps: set[str] = set()
    for version in store.sql.versions_without_places():
        (lost if version.current else gaps).add(version.source)
        if not version.current:
            store.sql.remove_version(version.number)
    told = {} if found.are_passages_damaged or not found.extra else store.chroma.get(found.extra)
    for source in {text.source for text in told.values()}:
        is_current = any(version.current for version in store.sql.versions(source=source))
        (gaps if is_current else lost).add(source)
    return lost, sorted(gaps - lost)


def glance(store: Store) -> list[str]:
    """Return what is wrong as far as it shows without reading the passages."""
    problems = store.sql.faults()
    with store.writing():
        kept, strays = store.sql.count("passages"), len(store.sql.strays())
        try:
            there = len(store.chroma.ids())
        except StoreError as error:
            problems.append(str(error))
        else:
            if not kept <= there <= kept + strays:
                problems.append(f"{there} texts for {kept} passages")
        vectors, counted = _whole_vectors(store), store.sql.vector_count
        if not store.given and vectors < counted:
            problems.append(f"{vectors} vectors where {counted} should be")
        if purging(store):
            problems.append("a purge was not finished")
    return problems


def _still_told(folder: Path, ids: Collection[str]) -> dict[str, StoredText]:
    """Return the passages that the database in a damaged folder of Chroma's still tells.

    The texts need only the database, not the index: a copy without the index is read.
    """
    copy = folder.with_name(f"{folder.name}.read")
    try:
        _copy_files(folder, copy)
        source = ChromaStore(copy)
        try:
            return source.get(sorted(ids))
        finally:
            source.close()
    except (StoreError, OSError):
        return {}
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def _copy_files(folder: Path, copy: Path) -> None:
    """Copy the files of a folder, without its folders."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    files = [path for path in folder.iterdir() if path.is_file()]
    try:
        for file in files:
            shutil.copy(file, copy)
    except FileNotFoundError:
        # Chroma lets go of a folder in its own time, and takes its write-ahead log along.
        _copy_files(folder, copy)


def _take_over(store: Store, encoder: CorpusEncoder, texts: Mapping[str, StoredText]) -> None:
    """Put passages into the new folder, with the vectors that are there or new ones."""
    ids = sorted(texts)
    content = {key: content_hash(texts[key].title, texts[key].text) for key in ids}
    whole = _whole_vectors(store)
    row_of = store.sql.vector_rows()
    _make_vectors(store, encoder, [texts[i] for i in ids if row_of.get(content[i], whole) >= whole])
    row_of = store.sql.vector_rows()
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        vectors = store.vectors.read([row_of[content[key]] for key in some])
        store.chroma.add([texts[key] for key in some], vectors)


def _astray(store: Store, ids: Sequence[str]) -> list[str]:
    """Return the passages whose vector in the file is not there or not Chroma's."""
    if store.given:
        return store.given.missing(ids)
    rows = store.sql.passages()
    row_of = store.sql.vector_rows()
    whole = _whole_vectors(store)
    astray: list[str] = []
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        readable = [key for key in some if row_of.get(rows[key].content, whole) < whole]
        astray += sorted(set(some) - set(readable))
        vectors = store.vectors.read([row_of[rows[key].content] for key in readable])
        theirs = store.own.vectors(readable)
        for key, vector in zip(readable, vectors, strict=True):
            if key not in theirs or float(np.abs(theirs[key] - vector).max()) > _SAME:
                astray.append(key)
    return astray


def _encode_again(store: Store, encoder: CorpusEncoder, ids: Sequence[str]) -> None:
    if store.given:
        store.given.add_again(ids)
        return
    texts = store.chroma.get(ids)
    rows = store.sql.passages(ids)
    store.sql.set("revision", store.sql.revision + 1)
    _make_vectors(store, encoder, [texts[key] for key in ids])
    row_of = store.sql.vector_rows()
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        store.own.set_vectors(some, store.vectors.read([row_of[rows[k].content] for k in some]))


def _make_vectors(store: Store, encoder: CorpusEncoder, texts: Sequence[StoredText]) -> None:
    store.sql.forget_vectors(content_hash(text.title, text.text) for text in texts)
    for start in range(0, len(texts), SLICE):
        some = texts[start : start + SLICE]
        vectors = encoder.encode([encoded_text(text.title, text.text) for text in some])
        store.keep_vectors([content_hash(text.title, text.text) for text in some], vectors)


def _whole_vectors(store: Store) -> int:
    return len(store.vectors) if store.dimension else 0
