import json
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopgraph.evaluation.metrics import all_gold_at, exact_match, recall_at, token_f1

# The official formula, derived again from SQuAD 2.0's definition without our helpers.


def official_tokens(text):
    text = "".join(char for char in text.lower() if char not in set(string.punctuation))
    return re.sub(r"\b(a|an|the)\b", " ", text, flags=re.UNICODE).split()


def official_em(prediction, golds):
    return max(int(official_tokens(prediction) == official_tokens(gold)) for gold in golds)


def official_f1(prediction, golds):
    best = 0.0
    for gold in golds:
        left, right = official_tokens(prediction), official_tokens(gold)
        if not left or not right:
            best = max(best, float(left == right))
            continue
        same = sum(min(left.count(token), right.count(token)) for token in set(left))
        if same:
            precision, recall = same / len(left), same / len(right)
            best = max(best, 2 * precision * recall / (precision + recall))
    return best


WORDS = st.lists(
    st.sampled_from(
        ["the", "A", "an", "cat", "Cat's", "new-york", "1999", "ünï", "القط", "...", "I"]
    ),
    max_size=6,
).map(" ".join)
ANY_TEXT = st.one_of(WORDS, st.text(max_size=20))


@given(ANY_TEXT, st.lists(ANY_TEXT, min_size=1, max_size=4))
def test_em_and_f1_agree_with_the_official_formula(prediction, golds):
    assert exact_match(prediction, golds) == official_em(prediction, golds)
    assert token_f1(prediction, golds) == pytest.approx(official_f1(prediction, golds), abs=1e-9)


SETS = (
    "2wikimultihopqa_hippo1000",
    "2wikimultihopqa",
    "hotpotqa",
    "musique",
    "arcd_ar",
    "xquad_ar",
)
YES_NO = ("yes", "no", "Yes.", "No, they are not.", "yes no", "نعم", "لا")


@pytest.mark.parametrize("name", SETS)
def test_em_and_f1_agree_on_rows_of_the_given_sets(shared, name):
    lines = (shared / "data" / name / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    for row, other in zip(rows, rows[1:] + rows[:1], strict=True):
        for prediction in (*row["answers"], *other["answers"], row["question"], "", *YES_NO):
            golds = row["answers"]
            assert exact_match(prediction, golds) == official_em(prediction, golds)
            assert abs(token_f1(prediction, golds) - official_f1(prediction, golds)) < 1e-9


@pytest.mark.parametrize("name", ["2wikimultihopqa_hippo1000", "hotpotqa"])
def test_the_given_sets_have_questions_of_yes_or_no(shared, name):
    lines = (shared / "data" / name / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    golds = [tuple(json.loads(line)["answers"]) for line in lines]
    assert {("yes",), ("no",)} <= set(golds)


@pytest.mark.parametrize(
    ("prediction", "golds", "em", "f1"),
    [
        ("The Cat!", ["cat"], 1.0, 1.0),
        ("black cat", ["cat", "white dog"], 0.0, 2 / 3),
        ("", ["cat"], 0.0, 0.0),
        ("the", ["an"], 1.0, 1.0),
        ("cat cat", ["cat"], 0.0, 2 / 3),
        ("Yes.", ["yes"], 1.0, 1.0),
        ("no", ["yes"], 0.0, 0.0),
        ("no, never", ["no"], 0.0, 2 / 3),
        ("القط الأسود", ["القط"], 0.0, 2 / 3),
        ("«القط»", ["القط"], 0.0, 0.0),
        ("القطّ", ["القط"], 0.0, 0.0),
    ],
)
def test_scores_by_hand(prediction, golds, em, f1):
    assert exact_match(prediction, golds) == em
    assert token_f1(prediction, golds) == pytest.approx(f1)


def test_without_a_key_nothing_is_right():
    assert exact_match("cat", []) == 0.0
    assert token_f1("cat", []) == 0.0


def test_recall_counts_each_gold_passage_once():
    assert recall_at(2, ["a", "x", "b"], ["a", "b"]) == 0.5
    assert recall_at(3, ["a", "a", "b"], ["a", "b", "b"]) == 1.0
    assert all_gold_at(2, ["a", "x", "b"], ["a", "b"]) == 0.0
    assert all_gold_at(3, ["a", "x", "b"], ["a", "b"]) == 1.0
