"""Yes-or-no questions, and choices between two things."""

import pytest

from .helpers import proof_status, read

PAINTERS = (
    ("Ivo Marek", "Ivo Marek (born 3 May 1950) was a Czech painter and sculptor."),
    ("Lena Brandt", "Lena Brandt (born 7 July 1948) is a German painter."),
    ("Karel Dusek", "Karel Dusek is a Czech composer. He died on 4 April 2001."),
)
LAKES = (
    ("Lake Aspen", "Lake Aspen has an area of 12 km2 and lies in Sweden."),
    ("Lake Birch", "Lake Birch has an area of 30 square miles and lies in Norway."),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do Ivo Marek and Karel Dusek have the same nationality?", "yes"),
        ("Do Ivo Marek and Lena Brandt have the same nationality?", "no"),
        ("Does Ivo Marek have the same nationality as Karel Dusek?", "yes"),
        ("Are both Ivo Marek and Lena Brandt painters?", "yes"),
        ("Are both Ivo Marek and Karel Dusek painters?", "no"),
        ("Are Ivo Marek and Nobody Known from the same country?", "no"),
        ("Is Lena Brandt a painter?", "yes"),
        ("Is it so?", "yes"),
    ],
)
def test_yes_or_no(question, answer):
    assert read(question, *PAINTERS).answer == answer


def test_one_relation_of_both_sides_is_compared():
    films = (
        ("Red Kite", "Red Kite is a film directed by Mara Holm."),
        ("Blue Kite", "Blue Kite is a film directed by Mara Holm."),
        ("Grey Kite", "Grey Kite is a film directed by Jon Dahl."),
    )
    assert read("Do Red Kite and Blue Kite share the same director?", *films).answer == "yes"
    assert read("Do Red Kite and Grey Kite share the same director?", *films).answer == "no"
    assert read("Do Red Kite and Grey Kite have different directors?", *films).answer == "yes"
    assert read("Do Red Kite and Blue Kite have different directors?", *films).answer == "no"
    assert read("Are Red Kite and Blue Kite of the same colour?", *films).answer == "no"
    assert proof_status("Are Red Kite and Blue Kite of the same colour?", *films) != "valid"


def test_the_countries_of_what_stands_behind_both_sides_are_compared():
    films = (
        ("Red Kite", "Red Kite is a film directed by Mara Holm."),
        ("Grey Kite", "Grey Kite is a Swedish film directed by Jon Dahl."),
        ("Mara Holm", "Mara Holm is a Danish director."),
        ("Jon Dahl", "Jon Dahl is a Danish director."),
    )
    question = "Do the directors of films Red Kite and Grey Kite come from the same country?"
    assert read(question, *films).answer == "yes"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who was born first, Ivo Marek or Lena Brandt?", "Lena Brandt"),
        ("Who is younger, Ivo Marek or Lena Brandt?", "Ivo Marek"),
        ("Which lake is larger, Lake Aspen or Lake Birch?", "Lake Birch"),
        ("Who is a composer, Karel Dusek or Lena Brandt?", "Karel Dusek"),
        ("Which painter is from Germany, Ivo Marek or Lena Brandt?", "Lena Brandt"),
    ],
)
def test_choices(question, answer):
    assert read(question, *PAINTERS, *LAKES).answer == answer


def test_a_life_is_measured_from_birth_to_death():
    people = (
        ("Ada Voss", "Ada Voss (3 May 1900 – 4 June 1990) was a pilot."),
        ("Bo Lund", "Bo Lund (1 January 1910 – 2 March 1950) was a pilot."),
    )
    assert read("Who lived longer, Ada Voss or Bo Lund?", *people).answer == "Ada Voss"


def test_who_has_no_date_of_death_is_taken_to_live():
    question = "Who died first, Karel Dusek or Lena Brandt?"
    found = read(question, *PAINTERS)
    assert found.answer == "Karel Dusek"
    assert found.missing
    assert read("Who died later, Karel Dusek or Lena Brandt?", *PAINTERS).answer == "Lena Brandt"


def test_without_any_value_the_first_option_is_a_guess():
    found = read("Who died first, Ivo Marek or Lena Brandt?", *PAINTERS)
    assert found.answer == "Ivo Marek"
    assert found.confidence < 0.5
    assert found.steps


def test_a_computed_comparison_is_proved():
    assert proof_status("Who was born first, Ivo Marek or Lena Brandt?", *PAINTERS) == "valid"
    question = "Do Ivo Marek and Karel Dusek have the same nationality?"
    assert proof_status(question, *PAINTERS) == "valid"
