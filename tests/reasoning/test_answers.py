"""Short answers: what abstains, what is equal, and what is cut away."""

import pytest

from hopgraph.reasoning.answers import (
    answer_key,
    is_abstention,
    option_named,
    says,
    short_answer,
    yes_or_no,
)
from hopgraph.state.values import AnswerType, QuestionFeatures


@pytest.mark.parametrize(
    "answer",
    [
        "",
        " ",
        "?",
        "Not in passages.",
        "not in the passages",
        "Unknown",
        "N/A",
        "none",
        "I don't know.",
        "It cannot be determined",
        "REFUSE_NO_PROOF",
        "The name is not mentioned in the text",
        "غير معروف",
        "未知",
    ],
)
def test_what_says_nothing_abstains(answer: str):
    assert is_abstention(answer)
    assert answer_key(answer, "entity") == ""


@pytest.mark.parametrize("answer", ["no", "No Answer Records", "The Unknown Soldier", "0", "لا"])
def test_what_only_sounds_like_nothing_is_an_answer(answer: str):
    assert not is_abstention(answer)


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [
        ("The Beacon Tower.", "beacon tower", "entity"),
        ("Béla Ný", "bela ny", "person"),
        ("30 July 1970", "July 30, 1970", "date"),
        ("in 1970", "1970", "year"),
        ("٣٠ يوليو 1970", "30 July 1970", "date"),
        ("eight", "8", "number"),
        ("1,234,567", "1234567", "number"),
        ("Yes, they are.", "yes", "yes_no"),
        ("نعم", "Yes", "yes_no"),
    ],
)
def test_equal_answers_have_one_key(left: str, right: str, kind: AnswerType):
    assert answer_key(left, kind) == answer_key(right, kind) != ""


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [
        ("1970", "1971", "year"),
        ("1234567", "1234568", "number"),
        ("8 km", "8 miles", "number"),
        ("yes", "no", "yes_no"),
        ("Larkhaven", "Orland", "place"),
    ],
)
def test_different_answers_have_different_keys(left: str, right: str, kind: AnswerType):
    assert answer_key(left, kind) != answer_key(right, kind)


@pytest.mark.parametrize(
    ("answer", "kind", "short"),
    [
        ("It opened on 30 July 1970.", "year", "1970"),
        ("Between 1970 and 1975 and 1990", "year", "Between 1970 and 1975 and 1990"),
        ("44 BC", "year", "44 BC"),
        ("on 30 July 1970 in Orland", "date", "30 July 1970"),
        ("She wrote eight plays", "number", "eight"),
        ("No, they do not", "yes_no", "no"),
        ("they differ", "yes_no", "they differ"),
        ("نعم، كلاهما", "yes_no", "نعم"),
        ('Answer: "Larkhaven."', "place", "Larkhaven"),
        ("Larkhaven\nbecause it says so", "place", "Larkhaven"),
        ("Northwind Inc.", "organisation", "Northwind Inc"),
        ("J. R.", "person", "J. R."),
        ("Unknown.", "person", ""),
    ],
)
def test_an_answer_is_cut_to_what_was_asked(answer: str, kind: AnswerType, short: str):
    assert short_answer(answer, QuestionFeatures(answer_type=kind)) == short


def test_an_option_is_given_as_the_question_writes_it():
    asked = QuestionFeatures(answer_type="choice", options=("The Lark", "The Gull"))
    assert short_answer("lark", asked) == "The Lark"
    assert short_answer("The film The Gull came first", asked) == "The Gull"
    assert short_answer("The Lark and The Gull", asked) == "The Lark and The Gull"
    assert option_named("neither", asked.options) == ""


def test_a_text_says_a_value_however_it_is_written():
    assert says("born on May 3, 1950", "3 May 1950")
    assert says("she wrote eight plays", "8")
    assert not says("she wrote 1.8 plays", "8")
    assert not says("eleven people", "Mission 11")
    assert not says("born on May 4, 1950", "3 May 1950")


def test_yes_and_no_are_known_in_several_languages():
    assert [yes_or_no(a) for a in ("True", "false", "نعم", "لا", "是", "maybe")] == [
        "yes",
        "no",
        "yes",
        "no",
        "yes",
        "",
    ]
