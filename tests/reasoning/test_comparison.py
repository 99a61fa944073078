"""Comparisons, computed."""

import pytest

from hopgraph.reasoning.comparison import Kind, Relation, compare_values, comparison_word, wanted


@pytest.mark.parametrize(
    ("question", "names", "word"),
    [
        ("Who is older, Ann Lee or Bo Ray?", (), "older"),
        ("Which came first, The Last Lark or The Gull?", ("The Last Lark", "The Gull"), "first"),
        ("Are both of the same age?", (), "both"),
        ("Which of both is longer?", (), "longer"),
        ("من ولد قبل الآخر؟", (), "قبل"),
        ("Where is it?", (), ""),
    ],
)
def test_the_comparing_word_is_found_outside_names(
    question: str, names: tuple[str, ...], word: str
):
    assert comparison_word(question, names) == word


@pytest.mark.parametrize(
    ("word", "kind", "relation"),
    [
        ("older", "date", "less"),
        ("older", "number", "more"),
        ("younger", "date", "more"),
        ("younger", "number", "less"),
        ("longer", "span", "more"),
        ("first", "date", "less"),
        ("first", "number", "unknown"),
        ("same", "name", "same"),
        ("different", "date", "different"),
    ],
)
def test_what_a_word_asks_for_depends_on_what_is_compared(
    word: str, kind: Kind, relation: Relation
):
    assert wanted(word, kind) == relation


@pytest.mark.parametrize(
    ("a", "b", "word", "kind", "relation"),
    [
        ("3 May 1950", "May 1, 1940", "older", "date", "more"),
        ("44 BC", "1940", "first", "date", "less"),
        ("1940s", "1950s", "first", "date", "less"),
        ("1950", "3 May 1950", "first", "date", "unknown"),
        ("١٩٤٠", "1950", "قبل", "date", "less"),
        ("3 May", "1 May 1940", "first", "date", "unknown"),
        ("eight", "8", "same", "number", "same"),
        ("1500", "2000 people", "more", "number", "less"),
        ("8 km", "7,000 m", "longer", "number", "more"),
        ("8 km", "8 kg", "more", "number", "unknown"),
        ("3 May 1950 - 1 May 1990", "1 May 1940 - 2 May 1990", "longer", "span", "less"),
        ("3 May 1950 - 1 May 1990", "1 May 1940 - 2 May 1960", "longer", "span", "more"),
        ("1 May 1950 - 1 May 1990", "1 May 1950 - 1 May 1990", "longer", "span", "same"),
        ("1950 - 1990", "1950 - 1990", "longer", "span", "unknown"),
        ("Orlandish", "orlandish", "same", "name", "same"),
        ("Orlandish", "Larkish", "same", "name", "different"),
        ("Norwegian", "Norway", "same", "name", "same"),
        ("American", "the United States", "same", "name", "same"),
        ("English", "Scottish", "same", "name", "different"),
        ("Orlandish", "1940", "first", "name", "unknown"),
        ("", "1940", "", "name", "unknown"),
    ],
)
def test_values_are_compared_as_the_word_needs(
    a: str, b: str, word: str, kind: Kind, relation: Relation
):
    found = compare_values(a, b, word)
    assert (found.kind, found.relation) == (kind, relation)
