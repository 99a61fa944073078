"""The hop loop over its state: joined rankings, who brought what, and what is read."""

from hop_samples import QUESTION, fact, hop, lead, passage

from hopgraph.reasoning.fusion import fuse
from hopgraph.reasoning.hop_loop import brought_by, hops_made, passages_to_read
from hopgraph.state.values import Passage, Ranking


def found(*rankings: tuple[str, tuple[int, ...]]) -> list[Ranking]:
    return [
        Ranking(query=query, hop_number=2, passages=tuple(passage(n) for n in numbers))
        for query, numbers in rankings
    ]


def ids(passages: list[Passage]) -> list[str]:
    return [p.id for p in passages]


def test_what_several_rankings_hold_goes_before_what_one_puts_first() -> None:
    one, two = [passage(1), passage(2)], [passage(3), passage(2)]
    assert ids(fuse([(1.0, one), (1.0, two)])) == ["p1", "p2", "p3"]
    assert ids(fuse([(1.0, one), (1.0, two), (1.0, [passage(2)])]))[0] == "p2"


def test_a_weight_counts_as_so_many_rankings() -> None:
    one, two = [passage(1)], [passage(2)]
    assert ids(fuse([(2.0, two), (1.0, one)])) == ["p2", "p1"]
    assert ids(fuse([(1.0, two), (1.0, one)])) == ["p1", "p2"]
    assert fuse([]) == []


def test_each_passage_counts_for_the_query_that_ranked_it_highest() -> None:
    queries = [lead("a"), lead("b")]
    rankings = found(("a", (1, 2)), ("b", (2, 3)))
    shares = brought_by([passage(n) for n in (1, 2, 3)], queries, rankings, QUESTION)
    assert [(query.query, ids(share)) for query, share in shares] == [
        ("a", ["p1"]),
        ("b", ["p2", "p3"]),
    ]


def test_what_only_the_first_search_brought_counts_for_the_question() -> None:
    shares = brought_by([passage(9)], [lead("a")], found(("a", (1,))), QUESTION)
    assert [(query.query, ids(share)) for query, share in shares] == [
        ("a", []),
        (QUESTION, ["p9"]),
    ]


def test_searches_side_by_side_are_one_hop() -> None:
    assert hops_made([]) == 0
    assert hops_made([hop(1, "a"), hop(2, "b"), hop(2, "c")]) == 2


def test_readers_get_what_gave_facts_and_what_is_new_first() -> None:
    held = [passage(n) for n in range(12)]
    hops = [hop(1, "a"), hop(2, "b").model_copy(update={"passages": (passage(11),)})]
    read = passages_to_read(held, hops, [fact("1", "x", "p7")], 2)
    assert ids(read) == ["p7", "p11", "p0", "p1"]
    assert ids(passages_to_read(held, hops[:1], [], 2)) == ["p0", "p1", "p2", "p3"]
