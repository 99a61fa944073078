"""The facts that lead to a span are told in an order that holds together."""

from .helpers import proof_status, read

BAND = (
    ("Paper Comets", "Paper Comets are a folk band formed by the drummer Nils Aker."),
    ("Tin Lantern", "Tin Lantern is an album by Paper Comets that won the Fjord Prize in 1987."),
)


def test_an_answer_that_a_passage_is_about_is_proved_by_what_it_says_and_who_names_it():
    question = "Which folk band made the album that won the Fjord Prize?"
    found = read(question, *BAND)
    assert found.answer == "Paper Comets"
    assert {step.passage_id for step in found.steps} == {"p0", "p1"}
    assert all(step.subject != step.object for step in found.steps)
    assert proof_status(question, *BAND) != "invalid"


def test_an_answer_that_two_sentences_share_is_proved_by_both():
    texts = (
        ("Fire", "The old mill burnt down when Sorrel Ridge was cleared."),
        ("Survey", "In 1911 the survey of the county reached Sorrel Ridge."),
    )
    found = read("Which place did the survey of the county reach when the mill burnt?", *texts)
    assert found.answer == "Sorrel Ridge"
    assert all(step.subject != step.object for step in found.steps)
