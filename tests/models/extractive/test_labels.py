"""A title that only labels its text, such as a file's name, is not what the text is about."""

import pytest

from hopgraph.models.extractive.view import view_of
from hopgraph.state.values import Passage


def subject(title: str, text: str, source: str = "s") -> str:
    """Return what the reader takes a passage to be about."""
    return view_of(Passage(id=f"{source} {title}", source=source, title=title, text=text)).subject


@pytest.mark.parametrize(
    ("title", "text", "about"),
    [
        ("mills", "Varnholt Mills was founded by Edda Holm.", "Varnholt Mills"),
        ("notes-2", "The Silver Harbour is a film of 1961.", "Silver Harbour"),
        ("osterby", "It lies in the north of Norland.", "osterby"),
        ("minutes", "In 1903 Edda Holm founded a mill.", "minutes"),
        ("xkcd", "Mira Holt says that xkcd is a comic.", "xkcd"),
        ("mills", "varnholt mills was founded in 1903.", "mills"),
        ("Silver Harbour (film)", "Anna Lind made it in 1961.", "Silver Harbour"),
        ("سد الوادي", "HEC بنى السد.", "سد الوادي"),
    ],
)
def test_a_title_without_capitals_gives_way_to_the_name_a_text_opens_with(title, text, about):
    assert subject(title, text) == about


def test_so_does_a_title_that_is_the_name_of_the_source_file():
    text = "Edda Holm was born in Osterby."
    assert subject("Edda", text, "docs/Edda.txt") == "Edda Holm"
    assert subject("Edda", text, "docs/people.jsonl") == "Edda"
    assert subject("Osterby", "It lies in Norland.", "docs/Osterby.md") == "Osterby"
