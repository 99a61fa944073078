"""Hops as a user sees them: how many, what each brought, and the running figures."""

from typing import Any

import pytest
from graph_samples import QUESTION, ScriptedReader, abstaining, failing, proved

from hopgraph import Context, Corpus, HopGraph, InputError, build_graph
from hopgraph.reasoning.text import words
from hopgraph.state.values import HopResult


def hopped(corpus: Corpus, **settings: Any) -> HopGraph:
    return HopGraph(corpus=corpus, chat=ScriptedReader(abstaining), **settings)


def made(hops: tuple[HopResult, ...]) -> int:
    return max((hop.hop_number for hop in hops), default=0)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_hops_of_a_question_override_the_setting(corpus: Corpus, most: int) -> None:
    with hopped(corpus, max_hops=2, k=2) as hopgraph:
        answer = hopgraph.query(QUESTION, hops=most, return_intermediate=True)
        assert made(answer.hops) == most
        assert made(hopgraph.query(QUESTION, return_intermediate=True).hops) == 2


@pytest.mark.parametrize("most", [0, 11])
def test_hops_out_of_bounds_are_refused(corpus: Corpus, most: int) -> None:
    with hopped(corpus) as hopgraph, pytest.raises(InputError, match="hops"):
        hopgraph.query(QUESTION, hops=most)


def test_hops_are_returned_only_where_asked_for(corpus: Corpus) -> None:
    with hopped(corpus, k=2) as hopgraph:
        assert hopgraph.query(QUESTION).hops == ()
        hops = hopgraph.query(QUESTION, return_intermediate=True).hops
    assert hops[0].query == QUESTION
    assert len(hops[0].passages) == 2
    second = [hop for hop in hops if hop.hop_number == 2]
    assert any("Edda Quillfeather" in hop.query for hop in second)
    assert sum(len(hop.passages) for hop in second) <= 2


def test_a_first_answer_that_stands_made_one_hop(corpus: Corpus) -> None:
    with HopGraph(corpus=corpus, chat=ScriptedReader(proved)) as hopgraph:
        assert hopgraph.query(QUESTION).hops == ()
        answer = hopgraph.query(QUESTION, return_intermediate=True)
    (hop,) = answer.hops
    assert (answer.arm, hop.hop_number, hop.query) == ("direct", 1, QUESTION)
    assert [p.id for p in hop.passages] == [p.id for p in answer.evidence]
    assert "Edda Quillfeather" in hop.entities


def test_no_passage_is_read_in_two_hops_and_no_query_asked_in_two(corpus: Corpus) -> None:
    with hopped(corpus, k=2, max_hops=3) as hopgraph:
        hops = hopgraph.query(QUESTION, return_intermediate=True).hops
    read = [passage.id for hop in hops for passage in hop.passages]
    asked = [tuple(words(hop.query)) for hop in hops if hop.query != QUESTION]
    assert len(read) == len(set(read))
    assert len(asked) == len(set(asked))


async def test_hops_made_side_by_side_in_async_code_are_the_same(corpus: Corpus) -> None:
    context = Context(k=2, max_hops=3)
    graph = build_graph(corpus=corpus, chat=ScriptedReader(abstaining))
    state = graph.invoke({"question": QUESTION}, context=context)
    again = await graph.ainvoke({"question": QUESTION}, context=context)
    assert again["hop_results"] == state["hop_results"]
    assert again["answer"] == state["answer"]


def test_a_question_without_evidence_for_a_next_hop_ends(corpus: Corpus) -> None:
    with hopped(corpus, max_hops=10) as hopgraph:
        answer = hopgraph.query("loom", return_intermediate=True)
    assert answer.abstained
    assert made(answer.hops) < 10


def test_running_figures_count_hops_calls_and_failures(corpus: Corpus) -> None:
    with hopped(corpus, k=2, max_hops=2) as hopgraph:
        assert hopgraph.get_stats()["questions"] == 0
        hopgraph.query(QUESTION)
        stats = hopgraph.get_stats()
        assert (stats["questions"], stats["answered"], stats["proved"]) == (1, 0, 0)
        assert stats["mean_hops"] == 2
        assert stats["failures"] == 0
    with HopGraph(corpus=corpus, chat=ScriptedReader(proved)) as hopgraph:
        hopgraph.query(QUESTION)
        stats = hopgraph.get_stats()
        assert (stats["answered"], stats["proved"], stats["mean_hops"]) == (1, 1, 1)
        assert (stats["model_calls"], stats["mean_model_calls"]) == (1, 1)
    with HopGraph(corpus=corpus, chat=ScriptedReader(failing)) as hopgraph:
        hopgraph.query(QUESTION)
        assert hopgraph.get_stats()["failures"]
