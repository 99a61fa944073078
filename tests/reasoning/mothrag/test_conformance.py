"""The `mothrag` profile against MothRag's released rows and observed behaviour."""

from collections.abc import Callable
from typing import Any

import pytest

from hopgraph.reasoning.mothrag.arbitration import Contributions, arbitrate, signal, winner
from hopgraph.reasoning.mothrag.chain_filter import Triple, fact_strength, filter_chain
from hopgraph.reasoning.mothrag.parsers import (
    parse_entities,
    parse_judge_scores,
    parse_svo,
)
from hopgraph.reasoning.mothrag.pit import fused_order, percentile_ranks, pit_fuse
from hopgraph.reasoning.mothrag.proof import parse_proof, verify
from hopgraph.reasoning.mothrag.qtype import classify_v1, count
from hopgraph.reasoning.mothrag.routing import analyze
from hopgraph.reasoning.text import normalise_answer
from hopgraph.state.values import Passage

Rows = Callable[[str], list[dict[str, Any]]]


@pytest.mark.parametrize("name", ["qtype", "routing"])
def test_every_released_question_is_classified_and_routed_as_released(rows: Rows, name: str):
    for row in rows(name):
        found = analyze(row["question"])
        assert {key: found[key] for key in row} == row


def test_the_edge_questions_are_classified_and_routed_as_observed(rows: Rows):
    for row in rows("qtype_edge"):
        found = analyze(row["question"])
        found["label_v2"] = found["qtype"]
        found["label"] = classify_v1(count(row["question"]))
        assert {key: found[key] for key in row} == row


def test_the_highest_score_wins_every_released_row_that_has_one(rows: Rows):
    scored = [row for row in rows("arbitration") if any(row["scores"].values())]
    wrong = [row for row in scored if winner(row["scores"], {}) != row["winner"]]
    assert len(scored) > 2000
    assert not wrong


def test_rows_without_a_score_go_to_the_first_of_the_longest_answers(rows: Rows):
    # An arm that comes before the winner by name can only have been silent: its provider failed.
    unscored = [row for row in rows("arbitration") if not any(row["scores"].values())]
    for row in unscored:
        answers = {arm: "" if arm < row["winner"] else row["pred"] for arm in row["scores"]}
        assert winner(row["scores"], answers) == row["winner"]
    by_name = [row for row in unscored if winner(row["scores"], {}) == row["winner"]]
    assert len(unscored) - len(by_name) == 4


def test_every_released_row_names_the_part_that_weighed_most(rows: Rows):
    for row in rows("arbitration"):
        score, faith = row["scores"][row["winner"]], 0.3
        gammas = {"valid": 1.0, "partial": 0.5, "invalid": 0.0}
        gamma = gammas.get(row["gamma"], 1.0) if row["winner"] == "iter" else 1.0
        parts = Contributions(score - gamma - faith, gamma, faith) if score else None
        assert signal(parts) == row["signal"]


def test_the_order_of_the_arms_changes_no_winner(rows: Rows):
    for row in rows("arbitration"):
        turned = dict(reversed(row["scores"].items()))
        assert winner(turned, {}) == winner(row["scores"], {})


def test_arbitration_scores_answers_as_observed(rows: Rows):
    for row in rows("arbitration_unit"):
        verdict = arbitrate(row["answers"], row["iter_gamma"], lambda a, b: a == b)
        assert verdict.scores == pytest.approx(row["scores"])
        found = (verdict.winner, verdict.answer, verdict.signal)
        assert found == (row["winner"], row["answer"], row["signal"])


def test_without_vectors_nothing_agrees():
    verdict = arbitrate({"decompose": "A", "iter": "A"}, "valid", lambda a, b: False)
    assert verdict.scores == {"decompose": 1.3, "iter": 1.3}


def test_proofs_are_verified_as_observed(rows: Rows):
    for row in rows("proof_verifier"):
        tree = parse_proof(row["raw"])
        if row["overall"] is None:
            assert tree is None
            continue
        assert tree is not None
        passages = [(p["doc_id"], p["text"]) for p in row.get("passages", [])]
        found = verify(tree, passages)
        assert found.overall == row["overall"], row["name"]
        if "parsed" in row:
            parsed = (tree.answer, tree.is_complete, len(tree.steps))
            assert parsed == tuple(row["parsed"].values())
        else:
            assert list(found.steps) == row["steps"], row["name"]
            assert list(found.reasons) == row["reasons"], row["name"]
            assert tree.answer == row["naturalized_answer"]


def test_scores_are_fused_as_observed(rows: Rows):
    for row in rows("pit_fusion"):
        if row["fn"] == "percentile_rank":
            assert percentile_ranks(row["scores"]) == pytest.approx(row["out"])
        else:
            fused = pit_fuse(row["judge"], row["svo"], row["alpha"])
            assert fused == pytest.approx(row["out"])
            order = fused_order(row["judge"], row["svo"], row["alpha"])
            assert [f"p{place}" for place in order] == row["rank"]


def test_chains_are_filtered_as_observed(rows: Rows):
    for row in rows("chain_filter"):
        if "fact" in row:
            assert fact_strength(Triple(*row["fact"]), row["text"]) == pytest.approx(row["out"])
            continue
        ranked = [
            Passage(id=f"p{place}", source="", text=text) for place, text in enumerate(row["texts"])
        ]
        facts = {p.id: [Triple(*fact) for fact in row["facts"].get(p.text, [])] for p in ranked}
        assert [p.id for p in filter_chain(row["question"], ranked, facts)] == row["out"]


def test_replies_are_parsed_as_observed(rows: Rows):
    parse = {
        "svo": lambda row: parse_svo(row["in"], row["max_n"]),
        "entity": lambda row: list(parse_entities(row["in"])),
        "judge": lambda row: parse_judge_scores(row["in"], row["n"]),
    }
    for row in rows("parsers"):
        if row["fn"] == "metric":
            assert [normalise_answer(row["pred"]), normalise_answer(row["gold"])] == row["norm"]
        elif row["fn"] in parse:
            assert parse[row["fn"]](row) == row["out"], row
