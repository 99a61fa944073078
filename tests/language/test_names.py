"""Names in text: places, types and order."""

from itertools import pairwise

import pytest

from hopgraph.language.names import find_names


def found(text: str, language: str = "en") -> list[tuple[str, str]]:
    names = find_names(text, language)
    assert all(text[name.start : name.end] == name.text for name in names)
    assert all(a.end <= b.start for a, b in pairwise(names))
    return [(name.text, name.type) for name in names]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mira Holt was born in Lyon.", [("Mira Holt", "PER"), ("Lyon", "LOC")]),
        ("In March 1990 she left.", [("March 1990", "DATE")]),
        ("the University of Ellery", [("University of Ellery", "ORG")]),
        ("the film The Long Road", [("The Long Road", "MISC")]),
        ('a film called "Night at Sea"', [("Night at Sea", "MISC")]),
        ("Mr. J. R. Holt's boat", [("Mr. J. R. Holt", "PER")]),
        ("the U.S. Senate", [("U.S. Senate", "ORG")]),
        ("Calder, D.C.", [("Calder", "MISC"), ("D.C.", "MISC")]),
        ("The company sold 45 boats.", [("45", "NUM")]),
        ("It was May. He may go on Monday.", []),
        ("May Holt went.", [("May Holt", "PER")]),
        (
            "Ludwig van Holt and Margaret of Ellery",
            [("Ludwig van Holt", "PER"), ("Margaret of Ellery", "PER")],
        ),
        ("the Ellery River", [("Ellery River", "LOC")]),
        ("", []),
    ],
)
def test_english_names(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ولد المخرج سامي حداد في مدينة فاس", [("سامي حداد", "PER"), ("فاس", "LOC")]),
        ("صدر فيلم «ليل البحر» عام ١٩٥٠", [("ليل البحر", "MISC"), ("١٩٥٠", "DATE")]),
        ("مخرج فيلم The Long Road", [("The Long Road", "MISC")]),
        ("تعمل في شركة نور وجامعة صافي", [("نور", "ORG"), ("صافي", "ORG")]),
        ("كلمة عادية", []),
    ],
)
def test_arabic_names(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text, "ar") == expected
