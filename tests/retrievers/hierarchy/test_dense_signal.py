"""The hierarchy as the dense signal of the passage index, and through a corpus."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from corpus_samples import WordEncoder
from langchain_core.documents import Document
from vector_samples import grouped

from hopgraph.retrievers import index as index_module
from hopgraph.retrievers.corpus import Corpus
from hopgraph.retrievers.features import extract_features
from hopgraph.retrievers.hierarchy import dense
from hopgraph.retrievers.hierarchy.retriever import MatryoshkaRetriever
from hopgraph.retrievers.hierarchy.settings import BuildSettings
from hopgraph.retrievers.index import PassageIndex
from hopgraph.retrievers.request import SearchRequest
from hopgraph.state.errors import InputError
from hopgraph.state.values import IndexName, Passage

VECTORS = grouped(600, 30)
PASSAGES = [
    Passage(id=f"{n:03}", source=f"{n:03}", title=f"Village {n}", text=f"Village {n} has a mill.")
    for n in range(600)
]
BUILD = BuildSettings(clustering="kmeans", leaf_size=20, branching=8)


def add(index: PassageIndex, places: Sequence[int]) -> None:
    some = [PASSAGES[place] for place in places]
    index.add(some, VECTORS[list(places)], [extract_features(p.title, p.text) for p in some])


def indexed(places: Sequence[int]) -> PassageIndex:
    index = PassageIndex(VECTORS.shape[1], build=BUILD)
    add(index, places)
    return index


def found(index: PassageIndex, name: IndexName | None, place: int, **more: object) -> list[str]:
    text = f"What has Village {place}?"
    request = SearchRequest(text, VECTORS[place], 5, index=name, **more)  # type: ignore[arg-type]
    return [passage.id for passage in index.search(request)]


def test_finds_what_the_exact_scan_finds() -> None:
    index = indexed(range(600))
    same = [found(index, "exact", n) == found(index, "hierarchy", n) for n in range(0, 600, 20)]
    assert sum(same) >= 29


def test_follows_passages_that_come_and_go() -> None:
    index = indexed(range(400))
    assert found(index, "hierarchy", 3)[0] == "003"
    for place in range(400, 430):
        add(index, [place])
    index.remove(["003", "unknown"])
    assert found(index, "hierarchy", 410)[0] == "410"
    assert "003" not in found(index, "hierarchy", 3)
    assert index.drift() > 0
    assert sum(index.reindex()) > 10
    assert index.drift() == 0


def test_builds_anew_when_most_of_it_changes() -> None:
    index = indexed(range(100))
    assert found(index, "hierarchy", 3)[0] == "003"
    add(index, range(100, 600))
    assert found(index, "hierarchy", 410)[0] == "410"
    index.remove([passage.id for passage in PASSAGES[1:]])
    assert found(index, "hierarchy", 0) == ["000"]


def test_a_history_leaves_no_trace_once_reindexed() -> None:
    fresh, changed = indexed(range(300)), indexed(range(299, 200, -1))
    assert found(changed, "hierarchy", 250)
    for place in range(201):
        add(changed, [place])
    add(changed, range(590, 600))
    changed.remove([f"{n:03}" for n in range(590, 600)])
    changed.reindex()
    for place in range(0, 300, 10):
        assert found(changed, "hierarchy", place) == found(fresh, "hierarchy", place)


def test_filters_and_held_passages_hold() -> None:
    index = indexed(range(600))
    allowed = frozenset({"005", "010", "015"})
    assert set(found(index, "hierarchy", 3, allowed=allowed)) == allowed
    assert "003" not in found(index, "hierarchy", 3, held=("003",))


def test_size_chooses_where_nobody_does(monkeypatch: pytest.MonkeyPatch) -> None:
    index = indexed(range(600))
    assert found(index, None, 3) == found(index, "exact", 3)
    monkeypatch.setattr(index_module, "EXACT_LIMIT", 500)
    assert found(index, None, 3) == found(index, "hierarchy", 3)


def test_an_empty_index_can_be_reindexed() -> None:
    index = PassageIndex(4)
    assert index.reindex() == ()
    assert index.drift() == 0


def test_one_passage_works() -> None:
    assert found(indexed([7]), "hierarchy", 7) == ["007"]


@pytest.mark.parametrize("mode", ["plus", "paper"])
def test_serves_langchain(mode: str, folder: Path, encoder: WordEncoder) -> None:
    with Corpus.open(folder, encoder) as corpus:
        corpus.ingest([Document("Mara Velt came from Osterby.", metadata={"source": "a.txt"})])
        retriever = MatryoshkaRetriever(corpus=corpus, mode=mode, k=3)  # type: ignore[arg-type]
        documents = retriever.invoke("Where did Mara Velt come from?")
        assert [one.metadata["source"] for one in documents] == ["a.txt"]
        assert np.isfinite(documents[0].metadata["score"])


def villages(numbers: Sequence[int]) -> list[Document]:
    return [
        Document(f"Village {n} has {n} mills.", metadata={"source": f"{n:03}"}) for n in numbers
    ]


def sources(corpus: Corpus, query: str, index: IndexName) -> list[str]:
    return [passage.source for passage in corpus.search(query, 5, index=index)]


@pytest.mark.parametrize("index", ["hierarchy", "hierarchy-paper"])
def test_a_kept_hierarchy_follows_what_changed_since(
    index: IndexName, folder: Path, encoder: WordEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Corpus.open(folder, encoder) as corpus:
        corpus.ingest(villages(range(60)))
        report = corpus.reindex(index)
        assert (report.passages, report.drift) == (60, 0)
        assert sum(report.clusters) > 0
        corpus.delete("003")
        corpus.ingest(villages(range(60, 70)))
    # Whatever is found now comes from the kept hierarchy: none is built.
    monkeypatch.setattr(dense.Hierarchy, "build", None)
    with Corpus.open(folder, encoder) as corpus:
        for number in (0, 59, 65):
            found = sources(corpus, f"How many mills has Village {number}?", index)
            # The paper's greedy descent may end in another cluster, but it ends in one.
            assert f"{number:03}" in found or (found and index == "hierarchy-paper")
        assert "003" not in sources(corpus, "How many mills has Village 3?", index)


def test_a_hierarchy_of_which_most_is_gone_is_built_anew(
    folder: Path, encoder: WordEncoder
) -> None:
    with Corpus.open(folder, encoder) as corpus:
        corpus.ingest(villages(range(30)))
        corpus.reindex()
        for number in range(25):
            corpus.delete(f"{number:03}")
    with Corpus.open(folder, encoder) as corpus:
        assert sources(corpus, "How many mills has Village 27?", "hierarchy")[0] == "027"


def test_a_purge_takes_the_hierarchy_with_it(folder: Path, encoder: WordEncoder) -> None:
    with Corpus.open(folder, encoder) as corpus:
        corpus.ingest(villages(range(10)))
        corpus.reindex()
        assert (folder / "hierarchy-1" / "hierarchy").is_dir()
        corpus.delete("003", purge=True)
        assert not (folder / "hierarchy-1").exists()
        assert "003" not in sources(corpus, "How many mills has Village 3?", "hierarchy")


def test_what_cannot_be_reindexed_is_refused(corpus: Corpus) -> None:
    with pytest.raises(InputError, match="empty"):
        corpus.reindex()
    with pytest.raises(InputError, match="needs no building"):
        corpus.reindex("exact")
