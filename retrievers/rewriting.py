"""A store written anew beside itself: without what was deleted, or with another encoder."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..state.errors import StoreError
from .chroma_store import ChromaStore, StoredText
from .encoding import SLICE, CorpusEncoder, encoded_text
from .features import FEATURES_VERSION, extract_features
from .store import Store
from .vectors import VectorFile, Vectors

_SLICE_OF_VECTORS = 4096
_PURGING = "purging"


@dataclass(frozen=True)
class Generation:
    """New files of a store, not yet in use."""

    number: int
    contents: tuple[str, ...]
    dimension: int


def write_generation(
    store: Store,
    encoder: CorpusEncoder | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Generation:
    """Write texts and vectors of all versions into new files; to be called as the only writer.

    Args:
        store: The store.
        encoder: Makes all vectors anew; None copies them.
        progress: Is told how many of how many passages are done.

    Raises:
        StoreError: If a passage's text is missing.
    """
    rows = store.sql.passages()
    texts = store.chroma.get(sorted(rows))
    missing = rows.keys() - texts.keys()
    if missing:
        raise StoreError(
            f"{len(missing)} passages are missing in {store.folder}: "
            "run hopgraph check --repair on it"
        )
    first_of = {rows[key].content: key for key in sorted(rows, reverse=True)}
    contents = tuple(sorted(first_of))
    number = store.generation + 1
    store.remove_generation(number)
    vectors: VectorFile | None = None
    done = 0
    for some in _vectors(store, encoder, [texts[first_of[c]] for c in contents], contents):
        vectors = vectors or VectorFile(store.vector_path(number), some.shape[1])
        vectors.append(some, done)
        done += len(some)
        if progress:
            progress(done, len(contents))
    if vectors:
        _fill(store, number, vectors, [texts[key] for key in sorted(rows)], contents)
    return Generation(number, contents, vectors.dimension if vectors else 0)


def switch(store: Store, new: Generation, encoder: CorpusEncoder | None = None) -> None:
    """Put new files to use in one commit, and forget the old ones.

    Nothing that no version holds is left on the disk.

    Args:
        store: The store.
        new: Its new files.
        encoder: The encoder that made their vectors, if it is another.
    """
    sql = store.sql
    with sql.transaction():
        sql.replace_vector_rows(new.contents)
        sql.set("generation", new.number)
        sql.set("dimension", new.dimension)
        sql.set("revision", sql.revision + 1)
        if encoder:
            sql.set("encoder", encoder.name)
            sql.set("encoder_probe", encoder.probe)
    sql.vacuum()
    store.follow()
    store.remove_old_generations()


def begin_purge(store: Store) -> None:
    """Remember that the store is to be rewritten, whatever happens before that is done."""
    store.sql.set(_PURGING, 1)


def purging(store: Store) -> bool:
    """Tell whether a purge was begun and is not finished."""
    return bool(store.sql.setting(_PURGING))


def finish_purge(store: Store) -> None:
    """Rewrite the store if a purge was begun, so that nothing deleted is left on the disk.

    Raises:
        StoreError: If the store cannot be written, or is damaged.
    """
    if not purging(store):
        return
    with store.writing():
        if purging(store):
            if store.given:
                store.sql.vacuum()
            else:
                switch(store, write_generation(store))
            store.remove_set_aside()
            store.sql.set(_PURGING, 0)


def renew_features(store: Store) -> None:
    """Make the features of all passages anew if another version of hopgraph made them."""
    if store.sql.setting("features") == FEATURES_VERSION:
        return
    with store.writing():
        ids = sorted(store.sql.passages())
        texts = store.chroma.get(ids) if ids else {}
        features = {key: extract_features(t.title, t.text) for key, t in texts.items()}
        with store.sql.transaction():
            store.sql.set_features(features)
            store.sql.set("features", FEATURES_VERSION)


def _fill(
    store: Store,
    generation: int,
    vectors: VectorFile,
    texts: Sequence[StoredText],
    contents: Sequence[str],
) -> None:
    chroma = ChromaStore(store.passages_path(generation))
    row_of = {content: row for row, content in enumerate(contents)}
    known = store.sql.passages()
    for start in range(0, len(texts), _SLICE_OF_VECTORS):
        some = texts[start : start + _SLICE_OF_VECTORS]
        chroma.add(some, vectors.read([row_of[known[t.id].content] for t in some]))
    chroma.close()


def _vectors(
    store: Store,
    encoder: CorpusEncoder | None,
    texts: Sequence[StoredText],
    contents: Sequence[str],
) -> Iterator[Vectors]:
    """Yield the vectors of `texts` in order, some at a time."""
    if encoder:
        for start in range(0, len(texts), SLICE):
            some = texts[start : start + SLICE]
            yield encoder.encode([encoded_text(t.title, t.text) for t in some])
        return
    rows = store.sql.vector_rows()
    for start in range(0, len(contents), _SLICE_OF_VECTORS):
        yield store.vectors.read([rows[c] for c in contents[start : start + _SLICE_OF_VECTORS]])
