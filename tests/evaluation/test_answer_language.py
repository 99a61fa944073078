"""Whether an answer counts as being in the language of its question."""

import pytest
from evaluation_samples import answer

from hopgraph.evaluation.answer_language import language_right
from hopgraph.state.values import Answer

ARABIC = "أسس إدغار مارلو شركة Brightwell Foods في مدينة لندن سنة 1987."
ENGLISH = "Brightwell Foods was founded in London by Edgar Marlow in 1987."
QUESTION = "ما الشركة التي أسسها إدغار مارلو؟"


def given(text: str, passage: str, language: str = "ar") -> Answer:
    found = answer(QUESTION, text)
    evidence = (found.evidence[0].model_copy(update={"text": passage}),)
    return found.model_copy(update={"language": language, "evidence": evidence})


@pytest.mark.parametrize(
    ("text", "passage", "right"),
    [
        ("لندن", ARABIC, True),
        ("نعم", ENGLISH, True),
        ("1987", ARABIC, True),
        ("Brightwell Foods", ARABIC, True),
        ("شركة Brightwell Foods", ARABIC, True),
        ("Brightwell", ENGLISH, False),
        ("Marlow Foods", ARABIC, False),
        ("yes", ARABIC, False),
    ],
)
def test_latin_letters_are_right_only_where_an_arabic_passage_has_them(text, passage, right):
    assert language_right(QUESTION, given(text, passage)) is right


def test_an_answer_that_says_another_language_is_wrong():
    assert not language_right(QUESTION, given("لندن", ARABIC, language="en"))


def test_a_latin_name_in_the_question_makes_no_english_answer_right():
    asked = "من أسس شركة Brightwell Foods؟"
    assert not language_right(asked, given("Edgar Marlow", ENGLISH))


def test_a_japanese_answer_may_be_written_in_chinese_characters():
    assert language_right("首都はどこですか", given("東京", "首都は東京です。", language="ja"))
