"""Countries by any of their names, and by their people."""

import pytest

from hopgraph.reasoning.answers import answer_key, says
from hopgraph.reasoning.matching import same_name
from hopgraph.reasoning.nationalities import country_of, names_of


@pytest.mark.parametrize(
    ("name", "country"),
    [
        ("Norwegian", "Norway"),
        ("norway", "Norway"),
        ("the USA", "United States"),
        ("U.S.", "United States"),
        ("Norwegian painter", ""),
        ("Osterby", ""),
        ("", ""),
    ],
)
def test_a_country_is_known_by_its_names_and_its_people(name: str, country: str) -> None:
    assert country_of(name) == country


def test_people_and_country_are_one_name_and_one_answer() -> None:
    assert same_name("Norwegian", "Norway")
    assert not same_name("Norwegian", "Sweden")
    assert answer_key("Norwegian", "nationality") == answer_key("Norway", "nationality")
    assert answer_key("Norwegian", "place") != answer_key("Norway", "place")


def test_a_text_names_a_country_by_its_people_and_never_by_a_pronoun() -> None:
    assert says("Edda was a Norwegian weaver.", "Norway")
    assert not says("Edda told us a tale.", "United States")
    assert "us" not in names_of("United States")
