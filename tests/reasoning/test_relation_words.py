"""Words that state relations."""

import pytest

from hopgraph.reasoning.relation_words import implied_words, relation_words, same_word


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("directed", "director", True),
        ("born", "birthplace", True),
        ("wife", "married", True),
        ("die", "deceased", True),
        ("ولد", "ميلاد", True),
        ("1940", "1941", False),
        ("lark", "large", False),
        ("sing", "sink", False),
    ],
)
def test_words_of_one_stem_or_family_are_one_relation(a: str, b: str, same: bool):
    assert same_word(a, b) is same


def test_kinds_of_things_and_numbers_state_no_relation():
    assert relation_words("the country of origin of the film of 1950") == []
    assert relation_words("the place of birth") == ["birth"]


def test_far_kin_is_stated_by_near_kin_step_by_step():
    for far in ("maternal grandfather", "uncle", "stepmother", "mother-in-law"):
        assert {"father", "sister", "wife"} <= set(relation_words(far))
    assert relation_words("Stephanie directed") == ["stephanie", "directed"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ann Lee (1950 – 1990) sang", ["born", "died"]),
        ("Ann Lee( 3 May 1950 Larkhaven) sang", ["born"]),
        ("The Lark is an Orlandish film of 1950", []),
        ("The Lark is a 1950 film", ["released"]),
        ("She was born in Larkhaven to Tom Lee", ["parents"]),
        ("The Lark (1950 film)", []),
    ],
)
def test_dates_in_brackets_imply_what_they_are_of(text: str, words: list[str]):
    assert implied_words(text) == words
