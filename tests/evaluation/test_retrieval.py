import math
from dataclasses import replace

import numpy as np
import pytest
from evaluation_samples import DATASET, PASSAGES, passage

from hopgraph.evaluation import measure_retrieval
from hopgraph.evaluation.baselines import Bm25Baseline, CosineBaseline
from hopgraph.language.terms import terms
from hopgraph.state.errors import InputError

VECTORS = np.eye(3, dtype=np.float32)


def encode(question):
    return np.array([0.0, 0.1, 0.9], dtype=np.float32)


def measured(found, dataset=DATASET, vectors=VECTORS, **options):
    return measure_retrieval(
        dataset, vectors, encode, lambda q, v, k: [passage(id_) for id_ in found], **options
    )


def test_scores_labelled_questions_and_counts_the_rest():
    ticks = []
    report = measured(["p1", "p3", "p2"], progress=lambda: ticks.append(1))
    assert (report["n"], report["unlabelled"]) == (2, 1)
    assert len(ticks) == 2
    assert report["metrics"] == {
        "recall@2": 0.75,
        "recall@5": 1.0,
        "recall@10": 1.0,
        "all_gold@5": 1.0,
    }
    assert [line["id"] for line in report["questions"]] == ["q1", "q2"]
    assert report["questions"][0]["scores"]["recall@2"] == 0.5


def test_baselines_are_measured_in_the_same_run():
    report = measured(["p1"])
    assert set(report["baselines"]) == {"bm25", "cosine"}
    # The question's vector is nearest p3, then p2, then p1.
    assert report["baselines"]["cosine"]["recall@2"] == 0.25
    assert report["baseline_intervals"]["bm25"]["recall@5"] == (1.0, 1.0)


def test_time_to_encode_is_told_apart_from_the_search():
    report = measured(["p1"])
    assert set(report["latency_ms"]) == set(report["encoding_ms"]) == {"p50", "p95"}


def test_groups_by_type_and_hops():
    groups = measured(["p1"])["groups"]
    assert groups["type"]["bridge"] == {
        "n": 1,
        "recall@2": 0.5,
        "recall@5": 0.5,
        "recall@10": 0.5,
        "all_gold@5": 0.0,
    }
    assert set(groups["hops"]) == {"1", "2"}
    assert "labels" not in groups


def test_refuses_what_cannot_be_measured():
    unlabelled = tuple(replace(q, supporting_ids=()) for q in DATASET.questions)
    with pytest.raises(InputError, match="no question with supporting_ids"):
        measured(["p1"], dataset=replace(DATASET, questions=unlabelled))
    with pytest.raises(InputError, match="2 vectors for 3 passages"):
        measured(["p1"], vectors=VECTORS[:2])


def test_bm25_is_the_published_formula():
    bm25 = Bm25Baseline(PASSAGES)
    lengths = [len(terms(f"{p.title} {p.text}")) for p in PASSAGES]
    mean = sum(lengths) / 3
    idf = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    expected = idf * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * lengths[2] / mean))
    assert bm25.scores("river")[2] == pytest.approx(expected)
    assert bm25.rank("river", 3) == [2, 0, 1]


def test_a_word_said_twice_in_the_question_counts_once():
    bm25 = Bm25Baseline(PASSAGES)
    assert np.array_equal(bm25.scores("river river"), bm25.scores("river"))


def test_cosine_ignores_length_and_breaks_ties_by_place():
    cosine = CosineBaseline(np.array([[2.0, 0.0], [0.0, 5.0], [1.0, 0.0]], dtype=np.float32))
    assert cosine.rank(np.array([3.0, 0.0], dtype=np.float32), 3) == [0, 2, 1]
