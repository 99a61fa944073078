"""Search terms in several scripts."""

import pytest

from hopgraph.language.terms import name_form, related_terms, relation_terms, terms, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Who was the director of the studies?", ["director", "study"]),
        ("Café Société", ["cafe", "societe"]),
        ("File_Name 50", ["file", "name", "50"]),
        ("", []),
        ("?! ...", []),
        ("東京都", ["東京", "京都"]),
        ("東 X", ["東", "x"]),
        ("हिन्दी", ["हिनदी"]),
    ],
)
def test_folds_stems_and_drops_stop_words(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("المدينة", "مدينه"),
        ("الكتاب", "وكتاب"),
        ("أحمد", "احمد"),
        ("العَرَبِيَّة", "عربي"),
        ("كـــتاب", "بالكتاب"),
    ],
)
def test_arabic_spellings_articles_and_particles_are_one_term(left: str, right: str) -> None:
    assert terms(left) == terms(right) != []


def test_names_lose_the_arabic_article_but_no_ending() -> None:
    assert name_form("المدينة") == "مدينه"
    assert name_form("Velt") == "velt"


def test_tokens_keep_their_places() -> None:
    text = "Mara-Velt, 東京"
    assert [text[t.start : t.end] for t in tokens(text)] == ["Mara", "Velt", "東", "京"]


def test_related_terms_share_a_root_of_four_letters() -> None:
    assert {"direct", "direction"} <= set(related_terms("director"))
    assert "director" not in related_terms("director")
    assert related_terms("1962") == ()


def test_relation_terms_state_the_same_relation_but_are_other_words() -> None:
    assert {"wife", "married"} & set(relation_terms("spouse"))
    assert "spouse" not in relation_terms("spouse")
    assert relation_terms("tide") == frozenset()
