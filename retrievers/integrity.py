"""Checks that the files of a store agree, and mends what does not."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..state.errors import StoreError
from .chroma_store import ChromaStore
from .encoding import SLICE, CorpusEncoder, encoded_text
from .reports import CheckReport
from .rewriting import finish_purge, purging
from .store import Store
from .writing import Writer

_AT_ONCE = 1000
_SAME = 1e-4  # Chroma may round a vector's last digits


def check(store: Store, encoder: CorpusEncoder, repair: bool) -> CheckReport:
    """Find what is wrong, and mend it if `repair` is set."""
    problems = store.sql.faults()
    repaired: list[str] = []
    lost: list[str] = []
    with store.writing():
        rows = store.sql.passages()
        ids = _chroma_ids(store, repair, problems, repaired)
        if ids is None:
            return CheckReport(tuple(problems), lost=tuple(store.sql.sources_of(rows)))
        there = set(ids)
        extra = sorted(there - rows.keys())
        if extra:
            problems.append(f"{len(extra)} passages belong to no document")
        missing = sorted(rows.keys() - there)
        if missing:
            lost = store.sql.sources_of(missing)
            problems.append(
                f"{len(missing)} passages of {len(lost)} documents have lost their text"
            )
        # A vector store of the user's own does not show its vectors.
        chroma = store.chroma if isinstance(store.chroma, ChromaStore) else None
        known = [key for key in sorted(rows) if key in there]
        astray = _astray(store, chroma, known) if chroma else []
        if astray:
            problems.append(f"{len(astray)} vectors are missing or damaged")
        if repair and extra:
            store.chroma.delete(extra)
            repaired.append(f"removed {len(extra)} passages that belong to no document")
        if repair and lost:
            Writer(store, encoder, keep_versions=True).commit([], lost)
            store.collect_strays()
            repaired.append(f"removed {len(lost)} documents that must be ingested again")
        if repair and astray and chroma:
            _encode_again(store, chroma, encoder, astray)
            repaired.append(f"made {len(astray)} vectors anew")
        if purging(store):
            problems.append("a purge was not finished")
            if repair:
                finish_purge(store)
                repaired.append("finished the purge")
    return CheckReport(tuple(problems), tuple(repaired), tuple(lost))


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
        vectors, counted = len(store.vectors) if store.dimension else 0, store.sql.vector_count
        if not store.given and vectors < counted:
            problems.append(f"{vectors} vectors where {counted} should be")
        if purging(store):
            problems.append("a purge was not finished")
    return problems


def _chroma_ids(
    store: Store, repair: bool, problems: list[str], repaired: list[str]
) -> list[str] | None:
    """Return the ids of the passages there, or None if they cannot be read nor mended."""
    try:
        return store.chroma.ids()
    except StoreError as error:
        problems.append(str(error))
    if not repair:
        return None
    kept = store.set_chroma_aside()
    repaired.append(f"moved the damaged passages to {kept}")
    taken = _take_over(store, kept)
    if taken:
        repaired.append(f"took {taken} passages over from there")
    return store.chroma.ids()


def _take_over(store: Store, kept: Path) -> int:
    """Add the passages that a damaged folder's database still tells; return how many.

    The texts need only Chroma's database, not its index: a copy without the index is read.
    """
    copy = kept.with_name(f"{kept.name}.read")
    copy.mkdir()
    try:
        for file in sorted(kept.iterdir()):
            if file.is_file():
                shutil.copy(file, copy)
        source = ChromaStore(copy)
        texts = source.get(sorted(store.sql.passages()))
        source.close()
    except StoreError:
        return 0
    finally:
        shutil.rmtree(copy, ignore_errors=True)
    rows, row_of = store.sql.passages(), store.sql.vector_rows()
    whole = len(store.vectors) if store.dimension else 0
    known = [key for key in sorted(texts) if row_of.get(rows[key].content, whole) < whole]
    for start in range(0, len(known), _AT_ONCE):
        some = known[start : start + _AT_ONCE]
        vectors = store.vectors.read([row_of[rows[key].content] for key in some])
        store.chroma.add([texts[key] for key in some], vectors)
    return len(known)


def _astray(store: Store, chroma: ChromaStore, ids: Sequence[str]) -> list[str]:
    """Return the passages whose vector in the file is not there or not Chroma's."""
    rows = store.sql.passages()
    row_of = store.sql.vector_rows()
    whole = len(store.vectors) if store.dimension else 0
    astray: list[str] = []
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        readable = [key for key in some if row_of.get(rows[key].content, whole) < whole]
        astray += sorted(set(some) - set(readable))
        vectors = store.vectors.read([row_of[rows[key].content] for key in readable])
        theirs = chroma.vectors(readable)
        for key, vector in zip(readable, vectors, strict=True):
            if key not in theirs or float(np.abs(theirs[key] - vector).max()) > _SAME:
                astray.append(key)
    return astray


def _encode_again(
    store: Store, chroma: ChromaStore, encoder: CorpusEncoder, ids: Sequence[str]
) -> None:
    texts = chroma.get(ids)
    rows = store.sql.passages(ids)
    with store.sql.transaction():
        store.sql.forget_vectors([rows[key].content for key in ids])
        store.sql.set("revision", store.sql.revision + 1)
    for start in range(0, len(ids), SLICE):
        some = ids[start : start + SLICE]
        vectors = encoder.encode([encoded_text(texts[i].title, texts[i].text) for i in some])
        store.keep_vectors([rows[key].content for key in some], vectors)
        chroma.set_vectors(some, vectors)
