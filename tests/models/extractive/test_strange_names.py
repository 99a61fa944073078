"""A question about names that no passage knows is not answered from what else is there."""

import pytest

from hopgraph import HopGraph

from .helpers import proof_status, read

MILLS = ("Varnholt Mills was founded by Edda Holm.", "Edda Holm was born in Osterby.")
OTHER = ("Osterby has 700 people.", "Ivo Marek was born in Graz in 1950.")
BORN = "Where was the founder of Varnholt Mills born?"


@pytest.mark.parametrize("texts", [MILLS[1:], MILLS[1:] + OTHER, OTHER])
def test_without_the_first_hop_the_second_is_no_answer(texts):
    told = read(BORN, *MILLS, *OTHER)
    assert told.answer == "Osterby"
    assert proof_status(BORN, *MILLS, *OTHER) == "valid"
    assert read(BORN, *texts).confidence < 0.1 < told.confidence
    assert proof_status(BORN, *texts) != "valid"


def test_without_the_second_hop_no_name_of_the_question_is_the_answer():
    assert read(BORN, *MILLS[:1]).answer != "Varnholt Mills"
    assert proof_status(BORN, *MILLS[:1]) != "valid"


def test_a_name_is_known_by_most_of_its_words():
    known = read("Where was Ivo Karl Marek born?", *OTHER).confidence
    assert known > 5 * read("Where was Lena Brandt born?", *OTHER).confidence


def test_after_a_document_is_deleted_the_question_it_led_on_is_not_answered():
    with HopGraph.from_documents([*MILLS, *OTHER]) as graph:
        asked = graph.query(BORN)
        assert asked.proof.status == "valid"
        first = next(p for p in asked.evidence if "founded" in p.text)
        graph.delete(first.source)
        left = graph.query(BORN)
    assert left.abstained
    assert left.proof.status != "valid"
