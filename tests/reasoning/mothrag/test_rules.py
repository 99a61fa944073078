"""MothRag's rules on made-up cases, so that they are held without the reference vectors too."""

import json
from itertools import product

import pytest

from hopgraph.reasoning.mothrag.arbitration import arbitrate, is_uncertain
from hopgraph.reasoning.mothrag.chain_filter import Triple, fact_strength, filter_chain
from hopgraph.reasoning.mothrag.parsers import (
    parse_entities,
    parse_judge_scores,
    parse_svo,
)
from hopgraph.reasoning.mothrag.pit import fused_order, percentile_ranks
from hopgraph.reasoning.mothrag.proof import parse_proof, verify
from hopgraph.reasoning.mothrag.routing import analyze, arm_subset
from hopgraph.state.values import Passage

DEEP = "Who is the sister of the founder of the bank of Ann Lee?"
BRIDGE = "Who is the sister of the founder of Northwind?"
SILENT = "Not in passages"


@pytest.mark.parametrize(
    ("question", "label", "arms"),
    [
        ("What is Northwind?", "semantic_rich", 4),
        ("Who is Ann Lee's maternal aunt?", "semantic_rich", 3),
        ("Which firm came first, Northwind or Southwind?", "semantic_rich", 3),
        (BRIDGE, "bridge_entity", 3),
        (DEEP, "chain_deep", 3),
        ("Are the founder of Northwind and the owner of Southwind both poets?", "bridge_entity", 4),
    ],
)
def test_the_class_decides_which_arms_run(question: str, label: str, arms: int):
    found = analyze(question)
    assert found["qtype"] == label
    assert len(found["arm_subset"]) == arms
    assert arm_subset(question) == found["arm_subset"]


def test_only_the_iteration_on_bridge_questions_goes_without_the_bridge():
    assert analyze(BRIDGE)["bridge_allow"] == {
        "v3bu": True,
        "decompose": True,
        "iter": False,
        "iter_dup_a": False,
    }
    assert all(analyze(DEEP)["bridge_allow"].values())


def _by_rule(d: str, v: str | None, i: str, alike: dict[frozenset[str], bool]) -> str:
    """The decision rule that the released scores boil down to."""

    def near(a: str, b: str | None) -> bool:
        return b is not None and alike.get(frozenset((a, b)), False)

    known_v = v if v != SILENT else None
    if i == SILENT:
        return d if d != SILENT else (known_v or d)
    if d == SILENT:
        return i
    if known_v and near(d, known_v) and near(i, known_v) and not near(d, i):
        return known_v
    if near(d, i):
        return i if near(i, known_v) and not near(d, known_v) else d
    return d if near(d, known_v) else i


def test_arbitration_boils_down_to_a_vote_in_which_grounding_decides_nothing():
    pairs = [frozenset(pair) for pair in (("d", "i"), ("d", "v"), ("i", "v"))]
    for with_v, silent, near, gamma in product(
        (True, False),
        product((True, False), repeat=3),
        product((True, False), repeat=3),
        ("valid", "partial", "invalid"),
    ):
        d, v, i = (SILENT if off else name for off, name in zip(silent, "dvi", strict=True))
        alike = dict(zip(pairs, near, strict=True))
        answers = {"decompose": d, "iter": i, "iter_dup_a": i} | ({"v3bu": v} if with_v else {})

        def agree(a: str, b: str, alike: dict[frozenset[str], bool] = alike) -> bool:
            return a == b or alike.get(frozenset((a, b)), False)

        found = arbitrate(answers, gamma, agree)
        assert found.answer == _by_rule(d, v if with_v else None, i, alike)
        turned = arbitrate(dict(reversed(answers.items())), gamma, agree)
        assert turned.winner == found.winner


@pytest.mark.parametrize("answer", ["", "Unknown", " none ", "I don't know", "NOT IN PASSAGES"])
def test_an_abstention_is_one_of_five_phrases(answer: str):
    assert is_uncertain(answer)
    assert not is_uncertain(answer + "!")


def test_a_judge_is_read_leniently():
    assert parse_judge_scores('so: [3, "4", null, true, 99, NaN]', 7) == [3, 4, 5, 1, 10, 5, 5]
    assert parse_judge_scores("] nothing [", 1) == [5]
    assert parse_svo('["a", " A", "b"]', 3) == ["a", "b"]
    assert parse_entities("{broken}") == ("", "")


def test_ties_share_a_rank_and_keep_their_order():
    assert percentile_ranks([2, 1, 2]) == pytest.approx([2 / 3, 1 / 6, 2 / 3])
    assert fused_order([1, 1], [1, 1]) == [0, 1]


def _passages(texts: list[str]) -> list[Passage]:
    return [Passage(id=f"p{n}", source="", text=text) for n, text in enumerate(texts)]


def test_the_filter_keeps_five_and_puts_a_supported_fact_first():
    ranked = _passages(["a b", "c d", "e f", "g h", "i j", "k l", "Ann founded Northwind"])
    facts = {"p6": [Triple("Ann", "founded", "Northwind")]}
    assert [p.id for p in filter_chain(BRIDGE, ranked)] == ["p0", "p1", "p2", "p3", "p4"]
    assert [p.id for p in filter_chain(BRIDGE, ranked, facts)] == ["p6", "p0", "p1", "p2", "p3"]
    assert len(filter_chain("What is Northwind?", ranked, facts)) == 5


def test_a_fact_is_weak_in_a_passage_of_usual_length():
    fact = Triple("Ann", "founded", "Northwind")
    weak = "Ann founded Northwind and sold it"
    assert fact_strength(fact, weak) == pytest.approx(2 / 6)
    assert fact_strength(Triple("", "", ""), "") == 0
    ranked = _passages(["x"] * 6 + [weak])
    assert filter_chain(BRIDGE, ranked, {"p6": [fact]})[0].id == "p6"
    ranked = _passages(["x"] * 6 + [weak + " to a man from the north"])
    assert filter_chain(BRIDGE, ranked, {"p6": [fact]})[0].id == "p0"


PASSAGES = [("d1", "Ann Lee founded Northwind."), ("d1", "Not this one."), ("d2", "Ann Lee sang.")]


def _lookup(number: int, **changes: object) -> dict[str, object]:
    return {
        "step": number,
        "rule": "lookup",
        "subject": "Northwind",
        "object": "Ann Lee",
        "claim_text": "Ann Lee founded Northwind",
        "sources": [{"doc_id": "d1", "span_text": "Ann Lee founded"}],
    } | changes


def _verified(*steps: object, complete: bool = True) -> tuple[str, str]:
    tree = parse_proof(json.dumps({"steps": steps, "is_complete": complete, "answer": "x"}))
    assert tree is not None
    found = verify(tree, PASSAGES)
    return found.overall, found.reasons[-1] if found.reasons else ""


@pytest.mark.parametrize(
    ("steps", "overall", "reason"),
    [
        ([_lookup(1)], "valid", "lookup grounded"),
        ([_lookup(1, sources=[])], "invalid", "no source"),
        ([_lookup(1, subject="Southwind")], "invalid", "not grounded in passage"),
        ([_lookup(1, object="Bo Ray")], "invalid", "not grounded in span"),
        ([_lookup(1, claim_text=" ")], "invalid", "empty claim_text"),
        ([{"rule": "transitivity", "inputs": [1]}], "invalid", "needs 2"),
        ([{"rule": "comparison_before"}], "invalid", "needs 2"),
        ([{"rule": "comparison_before", "inputs": [8, 9]}], "invalid", "input step 8"),
        ([{"rule": "transitivity", "inputs": [8, 9]}], "invalid", "input step 8"),
        (
            [
                _lookup(1),
                _lookup(2),
                {"rule": "transitivity", "inputs": [1, 2], "predicate": "subset_of"},
            ],
            "invalid",
            "not the subject of the second",
        ),
    ],
)
def test_a_proof_is_verified_step_by_step(steps: list[object], overall: str, reason: str):
    found, why = _verified(*steps)
    assert found == overall
    assert reason in why


def test_what_is_no_json_object_is_no_proof():
    assert parse_proof("[1, 2]") is None
    assert parse_proof('{"steps": 3}') is not None
