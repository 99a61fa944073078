"""The passages a search sees: an index over them, with equal text in it only once."""

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ..state.values import IndexName, MetadataValue, Passage
from .contents import VECTOR_SCALE, exact
from .hierarchy.stored import HIERARCHIES, ReindexReport, Stored
from .index import PassageIndex
from .request import SearchRequest
from .vectors import VectorFile


@dataclass(frozen=True)
class Held:
    """A passage with what its index needs.

    Attributes:
        passage: The passage, without a score.
        content: Hash of what was encoded: equal for passages with equal title and text.
        features: What retrieval needs of it.
        row: The place of its vector.
    """

    passage: Passage
    content: str
    features: bytes
    row: int


class View:
    """Passages and their index, changed by whole commits.

    Passages with equal title and text are indexed once, under the first of them by source,
    so that a text that stands in two documents takes one place in a ranking.

    Attributes:
        vectors: Where the passages' vectors stand.

    Args:
        dimension: Length of a vector.
        languages: ISO 639-1 codes of the encoder's languages; None if it knows any.
        hierarchies: Folder of the hierarchies that are kept beside the vectors.
    """

    def __init__(
        self,
        vectors: VectorFile,
        dimension: int,
        languages: frozenset[str] | None,
        hierarchies: Path,
    ) -> None:
        self.vectors = vectors
        self._index = PassageIndex(dimension, languages=languages)
        self._hierarchies = hierarchies
        for name in HIERARCHIES:
            self._index.keep_hierarchy(name, self._stored(name))
        self._held: dict[str, Held] = {}
        self._twins: dict[str, list[tuple[str, str]]] = {}
        # A search between removal and addition would see half of a commit.
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._held)

    def held(self) -> Mapping[str, Held]:
        """Return all passages by id."""
        return self._held

    def apply(self, added: Iterable[Held], removed: Iterable[str]) -> None:
        """Remove passages by id and add others; both are seen at once."""
        added = list(added)
        removed = [key for key in removed if key in self._held]
        contents = dict.fromkeys([self._held[key].content for key in removed])
        contents.update(dict.fromkeys(held.content for held in added))
        with self._lock:
            before = self._firsts(contents)
            for key in removed:
                self._drop(key)
            for held in added:
                self._drop(held.passage.id)
                self._held[held.passage.id] = held
                insort(
                    self._twins.setdefault(held.content, []),
                    (held.passage.source, held.passage.id),
                )
            after = self._firsts(contents)
            stay = {id(held) for held in before} & {id(held) for held in after}
            self._index.remove([h.passage.id for h in before if id(h) not in stay])
            self._add([h for h in after if id(h) not in stay])

    def search(
        self, request: SearchRequest, where: Mapping[str, MetadataValue] | None
    ) -> list[Passage]:
        """Return the passages that answer `request` and whose metadata has the values of `where`.

        `source` and `title` may be asked for as well.
        """
        with self._lock:
            if not where:
                return self._index.search(request) if self._held else []
            twins = self._matching(where)
            if not twins:
                return []
            found = self._index.search(replace(request, allowed=frozenset(twins)))
        return [twins[p.id].model_copy(update={"score": p.score, "why": p.why}) for p in found]

    def reindex(self, index: IndexName) -> ReindexReport:
        """Build a hierarchy anew and keep it beside the vectors.

        Raises:
            StoreError: If it cannot be written.
        """
        with self._lock:
            drift = self._index.drift(index)
            clusters = self._index.reindex(index)
            self._index.save_hierarchy(index, self._stored(index))
            return ReindexReport(len(self._index), clusters, drift)

    def _stored(self, index: IndexName) -> Stored:
        return Stored(self._hierarchies / index, self._place, self._read)

    def _place(self, key: str) -> int:
        return self._held[key].row

    def _read(self, places: Sequence[int]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = exact(self.vectors.read(places)) / np.float32(VECTOR_SCALE)
        return found

    def _matching(self, where: Mapping[str, MetadataValue]) -> dict[str, Passage]:
        """Return the passages that match, by the id under which their text is indexed."""
        matching: dict[str, Passage] = {}
        for twins in self._twins.values():
            for _, key in twins:
                if _matches(self._held[key].passage, where):
                    matching.setdefault(twins[0][1], self._held[key].passage)
        return matching

    def _firsts(self, contents: Iterable[str]) -> list[Held]:
        return [self._held[self._twins[c][0][1]] for c in contents if self._twins.get(c)]

    def _drop(self, key: str) -> None:
        held = self._held.pop(key, None)
        if held:
            twins = self._twins[held.content]
            twins.remove((held.passage.source, key))
            if not twins:
                del self._twins[held.content]

    def _add(self, held: Sequence[Held]) -> None:
        vectors = self.vectors.read([h.row for h in held])
        self._index.add([h.passage for h in held], vectors, [h.features for h in held])


def _matches(passage: Passage, where: Mapping[str, MetadataValue]) -> bool:
    values = {**passage.metadata, "source": passage.source, "title": passage.title}
    return all(name in values and values[name] == value for name, value in where.items())
