"""Names in texts, whatever the script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopgraph.reasoning.matching import (
    content_words,
    find_mention,
    find_verbatim,
    mentions,
    same_name,
)
from hopgraph.reasoning.text import fold


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("In the BEACON\n  Tower!", "beacon tower"),
        ("by Jean-Paul Ny", "Jean Paul Ny"),
        ("ولد في بباريس", "باريس"),
        ("زار باريس والقاهرة", "القاهرة"),
        ("زار باريس وقاهرة", "القاهرة"),
        ("巴黎是法国的首都", "法国"),
        ("Bela Ný", "Béla Ny"),
    ],
)
def test_a_name_is_found(text: str, phrase: str):
    assert mentions(text, phrase)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Parisian", "Paris"),
        ("in 19701", "1970"),
        ("8,000 people", "8"),
        ("1.8 million", "8"),
        ("any text", ""),
        ("any text", "?!"),
    ],
)
def test_a_part_of_a_word_or_number_is_no_name(text: str, phrase: str):
    assert not mentions(text, phrase)
    assert find_mention(text, phrase) is None


def test_places_are_those_of_the_text_itself():
    text = "Cafe\u0301  Noir stands here"
    place = find_mention(text, "café noir")
    assert place is not None
    assert text[slice(*place)] == "Cafe\u0301  Noir"
    assert find_verbatim("a b, a b", "a b", near=5) == (5, 8)
    assert find_verbatim("a b, a b", "A  B") == (0, 3)
    assert find_verbatim("abc", "b") is None
    assert find_verbatim("abc", " ") is None


@given(st.text(min_size=1, max_size=40), st.data())
def test_every_run_of_words_is_found_where_it_reads_the_same(text: str, data: st.DataObject):
    words = text.split()
    if not words:
        return
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    quote = " ".join(words[first:last])
    place = find_verbatim(text, quote)
    if fold(quote):
        assert place is not None
        assert fold(text[slice(*place)]) == fold(quote)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("Nolan", "Ada Nolan", True),
        ("The Lark", "lark", True),
        ("The Lark (1950 film)", "The Lark", True),
        ("The Lark (1950 film)", "The Lark (1960 film)", False),
        ("Larkhaven, Orland", "Larkhaven", True),
        ("Larkhaven, Orland", "Orland", False),
        ("Larkhaven", "Larkhaven Lee", False),
        ("القاهرة", "قاهرة", True),
        ("", "Lark", False),
        ("John T. Doe", "John Doe", True),
        ("George H. W. Alm", "George Alm", True),
        ("George H. Alm", "George W. Alm", False),
        ("John Ivar Doe", "John Doe", False),
    ],
)
def test_names_are_the_same_up_to_articles_qualifiers_and_first_names(
    left: str, right: str, same: bool
):
    assert same_name(left, right) is same
    assert same_name(right, left) is same


def test_words_that_carry_no_meaning_are_left_out():
    assert content_words("The tower is in Larkhaven") == ["tower", "larkhaven"]
    assert content_words("法国的首都") == list("法国的首都")
