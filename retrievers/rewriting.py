"""A store written anew beside itself: without what was deleted, or with another encoder."""

from collections.abc import Callable, Iterator, Sequence

from ..state.errors import StoreError
from .chroma_store import ChromaStore, StoredText
from .encoding import SLICE, CorpusEncoder, encoded_text
from .store import Store
from .vectors import VectorFile, Vectors

_SLICE_OF_VECTORS = 4096


def rewrite(
    store: Store,
    encoder: CorpusEncoder | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Write texts and vectors into new files, then forget the old ones.

    Nothing that no version holds is left on the disk. Until the one commit at the end the
    store is as it was.

    Args:
        store: The store.
        encoder: Makes all vectors anew; None copies them.
        progress: Is told how many of how many passages are done.

    Raises:
        StoreError: If a passage's text is missing.
    """
    with store.writing():
        rows = store.sql.passages()
        texts = store.chroma.get()
        missing = sorted(rows.keys() - texts.keys())
        if missing:
            raise StoreError(
                f"{len(missing)} passages are missing in {store.folder}: "
                "run hopgraph check --repair on it"
            )
        first_of = {rows[key].content: key for key in sorted(rows, reverse=True)}
        contents = sorted(first_of)
        generation = store.generation + 1
        store.remove_generation(generation)
        vectors: VectorFile | None = None
        done = 0
        for some in _vectors(store, encoder, [texts[first_of[c]] for c in contents], contents):
            vectors = vectors or VectorFile(store.vector_path(generation), some.shape[1])
            vectors.append(some, done)
            done += len(some)
            if progress:
                progress(done, len(contents))
        _fill(store, generation, vectors, [texts[key] for key in sorted(rows)], contents)
        with store.sql.transaction():
            store.sql.replace_vector_rows(contents)
            store.sql.set("generation", generation)
            store.sql.set("revision", store.sql.revision + 1)
            if vectors:
                store.sql.set("dimension", vectors.dimension)
            if encoder:
                store.sql.set("encoder", encoder.name)
        store.sql.vacuum()
        store.renew()


def _fill(
    store: Store,
    generation: int,
    vectors: VectorFile | None,
    texts: Sequence[StoredText],
    contents: Sequence[str],
) -> None:
    chroma = ChromaStore(store.passages_path(generation))
    row_of = {content: row for row, content in enumerate(contents)}
    known = store.sql.passages()
    for start in range(0, len(texts) if vectors else 0, _SLICE_OF_VECTORS):
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
