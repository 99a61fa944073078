from dataclasses import replace
from functools import partial

import pytest
from evaluation_samples import DATASET, QUESTIONS, Scripted, answer, passage

from hopgraph.evaluation import in_threads, measure_answers, tables
from hopgraph.evaluation.best_sentence import best_sentence
from hopgraph.evaluation.scoring import baseline_scores, score_answer
from hopgraph.state.values import Proof


def test_scores_an_answer_with_its_evidence_and_proof():
    scores = score_answer(QUESTIONS[0], answer("?", "in Norvale", evidence=("p1", "p3")))
    assert scores == {
        "em": 0.0,
        "f1": pytest.approx(2 / 3),
        "guess_em": 0.0,
        "guess_f1": pytest.approx(2 / 3),
        "abstained": 0.0,
        "confidence": 0.8,
        "language_right": 1.0,
        "proof_valid": 1.0,
        "quoted": 1.0,
        "evidence_recall": 0.5,
        "evidence_all_gold": 0.0,
    }


def test_an_abstention_is_wrong_but_its_best_guess_is_scored():
    scores = score_answer(QUESTIONS[1], answer("?", "A. Bell", abstained=True))
    assert (scores["em"], scores["f1"], scores["abstained"]) == (0.0, 0.0, 1.0)
    assert (scores["guess_em"], scores["guess_f1"]) == (1.0, 1.0)
    assert "proof_valid" not in scores


def test_a_quote_that_does_not_stand_at_its_place_is_none():
    given = answer("?", "Norvale")
    step = given.proof.steps[0].model_copy(update={"start": 1, "end": 11})
    misquoted = given.model_copy(update={"proof": Proof(steps=(step,), status="valid")})
    assert score_answer(QUESTIONS[0], misquoted)["quoted"] == 0.0


def test_unlabelled_questions_have_no_evidence_scores():
    assert "evidence_recall" not in score_answer(QUESTIONS[2], answer("?", "a town"))


def test_the_best_sentence_says_most_of_the_question_and_comes_first_of_equals():
    two = passage("p1").model_copy(update={"text": "It stands. Who built the Mill House? Bell."})
    question = "Who built Mill House?"
    assert best_sentence(question, [passage("p2"), two]) == "Who built the Mill House?"
    assert best_sentence(question, [passage("p1"), two]) == "Mill House was built by Ada Bell."
    assert best_sentence(question, []) == ""


def test_the_best_sentence_is_scored_on_the_passages_that_were_read():
    scores = baseline_scores(QUESTIONS[1], answer("?", "wrong"))
    assert scores == {"best_sentence": {"em": 0.0, "f1": pytest.approx(2 * 2 / (7 + 2))}}


def test_reports_scores_usage_and_calibration():
    report = measure_answers(DATASET, partial(in_threads, Scripted(), 2))
    assert report["n"] == 3 and report["complete"]
    assert report["metrics"]["em"] == report["metrics"]["f1"] == 1.0
    assert report["metrics"]["abstained"] == 0.0
    assert set(report["baselines"]["best_sentence"]) == {"em", "f1"}
    assert set(report["baseline_intervals"]["best_sentence"]) == {"em", "f1"}
    assert report["metrics"]["proof_valid"] == 1.0
    assert report["metrics"]["auroc"] is None  # all right
    assert report["usage"]["model_calls"] == 6
    assert report["usage"]["calls_per_question"] == 2.0
    assert report["usage"]["cost_usd"] == 0.0
    assert report["usage"]["wall_s"] >= 0
    assert report["readers"] == ["scripted"]
    assert report["reliability"][0]["n"] == 3
    assert report["groups"]["hops"]["1"]["n"] == 2
    assert report["questions"][1] == {
        "id": "q2",
        "question": "Who built Mill House?",
        "scores": report["questions"][1]["scores"],
        "answer": "Ada Bell",
    }


def test_a_question_that_breaks_is_recorded_and_counts_as_wrong():
    report = measure_answers(DATASET, partial(in_threads, Scripted(broken=("q2",)), 1))
    assert report["failed"] == 1
    assert report["metrics"]["em"] == pytest.approx(2 / 3, abs=1e-6)
    assert report["metrics"]["proof_valid"] == 1.0


def test_where_all_questions_break_there_is_no_baseline():
    broken = tuple(q.id for q in QUESTIONS)
    report = measure_answers(DATASET, partial(in_threads, Scripted(broken=broken), 1))
    assert report["baselines"] == {}
    assert not any("plain answers" in table.title for table in tables(report))


def test_questions_without_a_key_are_left_out():
    questions = (*QUESTIONS[:2], replace(QUESTIONS[2], answers=()))
    system = Scripted()
    report = measure_answers(replace(DATASET, questions=questions), partial(in_threads, system, 1))
    assert (report["n"], report["without_key"]) == (2, 1)
    assert system.asked == ["q1", "q2"]


def test_an_unknown_price_makes_the_cost_unknown():
    class Unpriced(Scripted):
        def query(self, question):
            return answer(question, "x", cost_usd=None)

    report = measure_answers(DATASET, partial(in_threads, Unpriced(), 1))
    assert report["usage"]["cost_usd"] is None
