"""The paper's equations, and its retrieval on an example computed by hand."""

import numpy as np
import pytest
from numpy.typing import NDArray

from hopgraph.retrievers.features import extract_features
from hopgraph.retrievers.hierarchy.paper import (
    anchoring,
    entity_overlap,
    is_over,
    leaf_score,
    round_size,
    traversal_score,
)
from hopgraph.retrievers.hierarchy.settings import BuildSettings, PaperSettings
from hopgraph.retrievers.index import PassageIndex
from hopgraph.retrievers.request import SearchRequest
from hopgraph.state.errors import InputError
from hopgraph.state.values import Passage


def test_beta_is_the_share_of_the_budget_that_is_spent() -> None:
    assert [anchoring(n, 10) for n in (0, 3, 10)] == [0, 0.3, 1]


def test_the_traversal_score_moves_from_the_cumulative_query_to_the_question() -> None:
    assert traversal_score(0.0, 0.9, 0.5) == 0.5
    assert traversal_score(0.25, 0.8, 0.4) == pytest.approx(0.5)
    assert traversal_score(1.0, 0.9, 0.5) == 0.9


def test_overlap_is_the_jaccard_index() -> None:
    assert entity_overlap({"a", "b"}, {"b", "c", "d"}) == 0.25
    assert entity_overlap({"a"}, set()) == 0
    assert entity_overlap(set(), set()) == 0


def test_the_leaf_score_weighs_similarity_and_overlap() -> None:
    assert leaf_score(0.5, 0.6, 0.25) == pytest.approx(0.425)
    assert leaf_score(1.0, 0.6, 0.25) == 0.6


def test_a_round_takes_one_document_an_entity_within_the_budget() -> None:
    assert [round_size(10, 0, 3), round_size(10, 8, 3), round_size(10, 4, 0)] == [3, 2, 1]


def test_it_stops_at_the_budget_or_without_new_entities() -> None:
    assert is_over(10, 10, 4)
    assert is_over(10, 4, 0)
    assert not is_over(10, 4, 1)


FILM = ("a", "Silverwake", "Silverwake was made by Mara Velt.", [0.8, 0.6, 0.0])
PERSON = ("b", "Mara Velt", "Mara Velt came from Osterby.", [0.6, 0.0, 0.8])
PLACE = ("c", "Osterby", "Osterby is a harbour.", [0.0, 0.6, 0.8])
OTHER = ("d", "Brightmoor", "Brightmoor is a moor.", [0.0, 1.0, 0.0])
QUESTION = "Who made Silverwake?"
ALL = [FILM, PERSON, PLACE, OTHER]


def indexed(rows: list[tuple[str, str, str, list[float]]] = ALL) -> PassageIndex:
    index = PassageIndex(3, build=BuildSettings(rotate=False))
    passages = [Passage(id=i, source=i, title=title, text=text) for i, title, text, _ in rows]
    vectors = np.array([vector for *_, vector in rows], np.float32)
    index.add(passages, vectors, [extract_features(p.title, p.text) for p in passages])
    return index


class Encoder:
    """Gives one vector for whatever it is asked, and remembers that."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, text: str) -> NDArray[np.float32]:
        self.asked.append(text)
        return np.array([0.0, 0.0, 1.0], np.float32)


def search(
    index: PassageIndex, encoder: Encoder | None = None, k: int = 2, **more: object
) -> list[Passage]:
    return index.search(
        SearchRequest(
            QUESTION,
            np.array([1.0, 0.0, 0.0], np.float32),
            k,
            index="hierarchy-paper",
            encode=encoder or Encoder(),
            **more,  # type: ignore[arg-type]
        )
    )


def parts(passage: Passage) -> tuple[float, float]:
    assert passage.why
    return passage.why.signals["similarity"], passage.why.signals["overlap"]


def test_two_rounds_follow_the_equations() -> None:
    """By hand, with K = 2, alpha = .5; all four documents are in one cluster.

    Round 1: B = {Silverwake}, beta = 0, the cumulative query is the question; k = min(2, 1) = 1.
    Film: S = .8, J = 1/2 (its entities: Silverwake, Mara Velt), R = .65.
    Person: S = .6, J = 0, R = .3. So the film; it brings Mara Velt.
    Round 2: beta = 1/2, cumulative query (0, 0, 1); k = min(1, 1) = 1; B = {Mara Velt}.
    Person: S = .5 * .6 + .5 * .8 = .7, J = 1/2 (Mara Velt, Osterby), R = .6.
    Place: S = .5 * 0 + .5 * .8 = .4, J = 0, R = .2. So the person; |R| = K: stop.
    """
    encoder = Encoder()
    found = search(indexed(), encoder)
    assert [passage.id for passage in found] == ["a", "b"]
    assert parts(found[0]) == (0.8, 0.5)
    assert parts(found[1]) == (0.7, 0.5)
    assert [passage.score for passage in found] == [0.65, 0.6]
    assert encoder.asked == [f"{QUESTION}\n{FILM[2]}"]


def test_it_stops_when_a_round_brings_no_entity() -> None:
    """Round 3 brings the place, whose one entity the person has brought: B is empty."""
    assert [passage.id for passage in search(indexed(), k=4)] == ["a", "b", "c"]


def test_without_the_loop_all_come_from_one_descent() -> None:
    encoder = Encoder()
    found = search(indexed(), encoder, k=4, paper=PaperSettings(loop=False))
    assert [passage.id for passage in found] == ["a", "b", "c", "d"]
    assert encoder.asked == []


def test_a_fixed_beta_takes_the_place_of_the_schedule() -> None:
    found = search(indexed(), paper=PaperSettings(beta=1.0))
    assert parts(found[1]) == (0.6, 0.5)


def test_alpha_weighs_similarity() -> None:
    assert search(indexed(), paper=PaperSettings(alpha=1.0))[0].score == 0.8


def test_the_budget_may_be_less_than_is_asked_for() -> None:
    assert len(search(indexed(), k=4, paper=PaperSettings(budget=1))) == 1


def test_held_passages_are_part_of_the_cumulative_query() -> None:
    encoder = Encoder()
    found = search(indexed(), encoder, held=("a",))
    assert "a" not in [passage.id for passage in found]
    assert encoder.asked[0] == f"{QUESTION}\n{FILM[2]}"


def test_a_filter_holds() -> None:
    assert [p.id for p in search(indexed(), allowed=frozenset({"c"}))] == ["c"]


def test_nothing_but_held_passages_gives_nothing() -> None:
    assert search(indexed([FILM]), held=("a",)) == []


def test_a_corpus_without_names_gives_one_document() -> None:
    plain = [(n, "", "it rained all day", [1.0, 0.0, 0.0]) for n in "xyz"]
    assert len(search(indexed(plain), k=3)) == 1


def test_greedy_descent_sees_one_cluster_only() -> None:
    random = np.random.default_rng(0)
    rows = [
        (f"{n:03}", f"Place {n}", f"Place {n} lies here.", random.standard_normal(3).tolist())
        for n in range(300)
    ]
    index = indexed(rows)
    greedy = search(index, k=300, paper=PaperSettings(loop=False))
    flat = search(index, k=300, paper=PaperSettings(loop=False, beam=None))
    assert len(greedy) < 150
    assert len(flat) == 300


def test_a_search_that_cannot_encode_is_refused() -> None:
    with pytest.raises(InputError, match="encode="):
        indexed().search(SearchRequest("q", np.ones(3, np.float32), index="hierarchy-paper"))


def test_vectors_that_live_elsewhere_are_refused() -> None:
    with pytest.raises(InputError, match="another store"):
        search(indexed(), nearest=("a",))
