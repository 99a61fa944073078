"""Birth or death."""

import pytest

from hopgraph.reasoning.life_events import asked_event, event_of

LIFE = "Ann Lee (3 May 1950 in Larkhaven – 1 June 1990 in Orland) was born rich."


@pytest.mark.parametrize(
    ("text", "value", "event"),
    [
        (LIFE, "3 May 1950", "born"),
        (LIFE, "Larkhaven", "born"),
        (LIFE, "1 June 1990", "died"),
        (LIFE, "Orland", "died"),
        ("Tom (1950-1990) sang", "1950", "born"),
        ("Tom (1950-1990) sang", "1990", "died"),
        ("born 1950 in Larkhaven, died 1990 in Orland", "Larkhaven", "born"),
        ("born 1950 in Larkhaven, died 1990 in Orland", "Orland", "died"),
        ("Tom lives in Orland", "Orland", None),
        ("Tom died in Orland", "Larkhaven", None),
    ],
)
def test_a_value_belongs_to_birth_or_death(text: str, value: str, event: str | None):
    assert event_of(text, value) == event


def test_a_relation_asks_for_one_of_the_two():
    assert asked_event(["birth"]) == "born"
    assert asked_event(["die"]) == "died"
    assert asked_event(["born", "died"]) is None
    assert asked_event(["mayor"]) is None
