"""Folding: what two spellings of one text have in common, and where each character stood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopgraph.reasoning.text import fold, fold_with_offsets, normalise_answer, words


@given(st.text(alphabet=st.characters(codec="ascii")))
def test_plain_text_folds_alike_with_and_without_offsets(text: str) -> None:
    assert fold(text) == fold_with_offsets(text)[0]


@given(st.text())
def test_offsets_lead_back_to_where_a_character_came_from(text: str) -> None:
    folded, offsets = fold_with_offsets(text)
    assert len(offsets) == len(folded) + 1
    assert offsets == sorted(offsets)
    assert offsets[-1] == len(text)
    for place, char in zip(offsets, folded, strict=False):
        assert char == " " or char in fold_with_offsets(text[place])[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Café  Zürich", "cafe zurich"),
        ("Straße", "STRASSE"),
        ("“Quoted” – text", '"quoted" - text'),
        ("أحمد", "احمد"),
        ("مدرســة", "مدرسه"),
        ("كِتَاب", "كتاب"),
        ("Łódź Øre", "lodz ore"),
    ],
)
def test_spellings_of_one_text_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_words_are_folded_and_in_order() -> None:
    assert words("The Café, twice: café") == ["the", "cafe", "twice", "cafe"]


def test_answers_are_normalised_as_squad_does() -> None:
    assert normalise_answer("The  Eiffel Tower, a.k.a. an icon") == "eiffel tower aka icon"
