"""What two things have in common is read from what both are said to be."""

import pytest

from .helpers import proof_status, read

PEOPLE = (
    ("Ada Voss", "Ada Voss (born 1950) is a Swedish pilot, sports journalist and novelist."),
    ("Bo Lund", "Bo Lund was a Danish actor and sports journalist."),
    ("Jon Dahl", "Jon Dahl is a Danish painter."),
)
FILMS = (
    ("Red Kite", "Red Kite is a 1961 documentary film by Ada Voss."),
    ("Grey Kite", "Grey Kite is a short documentary film that was praised."),
)
CASES = [
    ("What profession do Ada Voss and Bo Lund have in common?", PEOPLE, "sports journalist"),
    ("Red Kite and Grey Kite are both what kind of film?", FILMS, "documentary"),
]


@pytest.mark.parametrize(("question", "texts", "answer"), CASES)
def test_what_both_are_is_the_answer_and_is_proved(question, texts, answer):
    assert read(question, *texts).answer == answer
    assert proof_status(question, *texts) == "valid"


def test_what_only_one_is_counts_for_nothing():
    found = read("What profession do Bo Lund and Jon Dahl have in common?", *PEOPLE)
    assert found.answer not in ("Danish", "painter", "actor")


def test_other_questions_about_both_are_read_as_before():
    texts = (*PEOPLE, ("Kite Cup", "Ada Voss and Bo Lund were both born in Osterby."))
    assert read("In which town were both Ada Voss and Bo Lund born?", *texts).answer == "Osterby"
    assert read("What profession did Ada Voss have?", *PEOPLE).answer != "Danish"
