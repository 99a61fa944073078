"""Yes-or-no questions that say one thing: it must be said of the same names in the same roles."""

import pytest

from .helpers import proof_status, read

MILLS = ("Varnholt Mills was founded by Edda Holm.", "Edda Holm was born in Osterby.")
FIRMS = ("Kestrel Ltd bought Alder Ltd in 1990.",)
TOWER = ("The Iron Tower is in Osterby.", "Osterby is the capital of Norland.")
PILOT = ("Ada Voss (3 May 1948 - 4 June 1999) was a Swedish pilot.",)
TOWN = ("Osterby is a town. Osterby has 700 people.",)
COUPLE = (("Bo Lund", "Bo Lund is a pilot. He married Ada Voss in 1970."), "Ada Voss is a pilot.")
FILMS = ("Red Kite is a 1961 drama film.", "Grey Kite is a 1974 comedy film.")
CASES = [
    ("Was Varnholt Mills founded by Edda Holm?", MILLS, "yes"),
    ("Was Varnholt Mills founded by Ivo Marek?", MILLS, "no"),
    ("Did Edda Holm found Varnholt Mills?", MILLS, "yes"),
    ("Did Ivo Marek found Varnholt Mills?", MILLS, "no"),
    ("Was Edda Holm born in Osterby?", MILLS, "yes"),
    ("Was Edda Holm born in Graz?", MILLS, "no"),
    ("Was the founder of Varnholt Mills born in Osterby?", MILLS, "yes"),
    ("Was the founder of Varnholt Mills born in Graz?", MILLS, "no"),
    ("Was Varnholt Mills founded by Edda Holm?", ("Edda Holm hated Varnholt Mills.",), "no"),
    ("Was Alder Ltd bought by Kestrel Ltd?", FIRMS, "yes"),
    ("Was Kestrel Ltd bought by Alder Ltd?", FIRMS, "no"),
    ("Did Kestrel Ltd buy Alder Ltd?", FIRMS, "yes"),
    ("Did Alder Ltd buy Kestrel Ltd?", FIRMS, "no"),
    ("Is the Iron Tower in Osterby?", TOWER, "yes"),
    ("Is the Iron Tower in Norland?", TOWER, "yes"),
    ("Is the Iron Tower in Graz?", TOWER, "no"),
    ("Is Osterby the capital of Norland?", TOWER, "yes"),
    ("Was Ada Voss born in 1948?", PILOT, "yes"),
    ("Was Ada Voss born in 1949?", PILOT, "no"),
    ("Was Ada Voss born before 1950?", PILOT, "yes"),
    ("Was Ada Voss born after 1950?", PILOT, "no"),
    ("Is Ada Voss Swedish?", PILOT, "yes"),
    ("Is Ada Voss from Sweden?", PILOT, "yes"),
    ("Is Ada Voss a Swedish pilot?", PILOT, "yes"),
    ("Is Ada Voss a Danish pilot?", PILOT, "no"),
    ("Is Ada Voss a painter?", PILOT, "no"),
    ("Has Osterby more than 500 people?", TOWN, "yes"),
    ("Has Osterby more than 900 people?", TOWN, "no"),
    ("Did Ada Voss marry Bo Lund?", COUPLE, "yes"),
    ("Is Red Kite older than Grey Kite?", FILMS, "yes"),
    ("Was Grey Kite released before Red Kite?", FILMS, "no"),
    ("Was Red Kite released before Blue Kite?", FILMS, "no"),
    ("Did Red Kite come out in 1961?", FILMS, "yes"),
]


@pytest.mark.parametrize(("question", "texts", "answer"), CASES)
def test_a_statement_is_checked(question, texts, answer):
    assert read(question, *texts).answer == answer


@pytest.mark.parametrize(("question", "texts", "answer"), [c for c in CASES if c[2] == "yes"])
def test_a_yes_is_proved(question, texts, answer):
    assert proof_status(question, *texts) == "valid"


def test_a_no_is_proved_by_a_denial_or_a_comparison_and_else_not():
    denied = "Varnholt Mills was not founded by Edda Holm."
    question = "Was Varnholt Mills founded by Edda Holm?"
    assert read(question, denied).answer == "no"
    assert proof_status(question, denied) == "valid"
    assert proof_status("Was Grey Kite released before Red Kite?", *FILMS) == "valid"
    assert proof_status("Was Varnholt Mills founded by Ivo Marek?", *MILLS) != "valid"
    assert proof_status("Was Red Kite released before Blue Kite?", *FILMS) != "valid"
    assert proof_status("Is the Iron Tower in Graz?", *TOWER) != "valid"


def test_a_country_of_both_sides_may_be_said_in_any_word():
    people = (
        ("Ada Voss", "Ada Voss is a Swedish pilot."),
        ("Bo Lund", "Bo Lund is a pilot born in Sweden."),
        ("Jon Dahl", "Jon Dahl is a Danish pilot."),
    )
    assert read("Are Ada Voss and Bo Lund both from Sweden?", *people).answer == "yes"
    assert read("Are Ada Voss and Jon Dahl both from Sweden?", *people).answer == "no"
    assert read("Are Ada Voss and Bo Lund both Swedish pilots?", *people).answer == "yes"
