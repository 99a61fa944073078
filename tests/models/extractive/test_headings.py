"""Texts of several lines: headings are no answers, and names end with their paragraph."""

from hopgraph.models.extractive.view import view_of
from hopgraph.state.values import Passage

from .helpers import read


def view(text: str, title: str = ""):
    """Return the reader's view of a text."""
    return view_of(Passage(id=text, source="s", title=title, text=text))


def names(text: str) -> list[str]:
    """Return the names that the reader finds in a text."""
    return [name.text for sentence in view(text).sentences for name in sentence.names]


def test_a_heading_is_no_answer_where_a_sentence_is():
    assert (
        read("What is the fee?", ("Fees", "# Fees\n\nThe fee is 3 crowns.\n")).answer == "3 crowns"
    )
    assert read("What is the fee?", ("Fees", "## Fees\nThe fee is 3 crowns.")).answer == "3 crowns"


def test_what_stands_below_a_heading_leads():
    text = "# Red Kite\nRed Kite is a 1961 film by Ada Voss.\n\n## Cast\nBo Lund plays a pilot."
    found = view(text)
    assert [sentence.index for sentence in found.sentences] == [-1, 0, -1, 1]
    assert found.body[0].text == "Red Kite is a 1961 film by Ada Voss."
    assert read("When was Red Kite released?", ("Red Kite", text)).answer == "1961"


def test_headings_alone_are_read_as_text():
    found = view("# Ada Voss\n\n# Bo Lund")
    assert found.body == found.sentences
    assert read("Who is it?", "# Ada Voss\n\n# Bo Lund").answer in ("Ada Voss", "Bo Lund")


def test_a_name_ends_with_its_paragraph_but_not_with_its_line():
    assert names("He met Ada Voss\n\nBo Lund came too.") == ["Ada Voss", "Bo Lund"]
    assert names("He met\n* Ada Voss\n* Bo Lund") == ["Ada Voss", "Bo Lund"]
    assert names("He met Ada\nVoss in Graz.") == ["Ada Voss", "Graz"]


def test_a_nickname_is_part_of_its_name():
    assert names('He met Bo Ivar "Big Bo" Lund in Graz.') == ['Bo Ivar "Big Bo" Lund', "Graz"]
    assert names('The film "Red Kite" Ada Voss made.') == ["Red Kite", "Ada Voss"]
    assert names('Ada Voss sang "Red Kite" in Graz.') == ["Ada Voss", "Red Kite", "Graz"]


def test_quotes_stand_where_they_are_said_to():
    text = "# Fees (2024)\n\nThe fee was raised in\nMay 2023. It is 3 crowns.\n"
    for step in read("When was the fee raised?", ("Fees", text)).steps:
        assert text[step.start : step.end] == step.quote
