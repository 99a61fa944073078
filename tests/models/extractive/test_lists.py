"""Passages that are lists are read as tables."""

import pytest

from .helpers import read

VERSIONS = (
    "Zephyr releases",
    "Zephyr release cycles. Zephyr 3.1: released 2021-02-03; latest release 3.1.7 (2022-01-01); "
    "end of life 2023-05-06. Zephyr 3.2: released 2022-02-03; latest release 3.2.4; "
    "end of life 2024-05-06. Zephyr 3.10 'Amber': released 2023-02-03; latest release 3.10.1; "
    "end of life: not reached.",
)
LEAGUE = (
    "Harbour League",
    "Harbour League after 3 rounds. Northport: played 3, won 2, points 6. "
    "Eastport: played 3, won 3, points 9. Southport: played 3, won 0, points 1.",
)
SCORERS = (
    "Harbour League scorers",
    "Goals scored in the Harbour League. Ole Berg (Northport): 7. Per Dal (Eastport): 4. "
    "Uwe Elm (Southport): 2.",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the latest release of Zephyr 3.1?", "3.1.7"),
        ("What is the latest release of Zephyr 3.10?", "3.10.1"),
        ("When does Zephyr 3.2 reach end of life?", "2024-05-06"),
        ("What is the newest release cycle of Zephyr?", "3.10 'Amber'"),
        ("How many points does Eastport have in the Harbour League?", "9"),
        ("Which team leads the Harbour League on points?", "Eastport"),
        ("Which team has the fewest points in the Harbour League?", "Southport"),
        ("How many goals has Per Dal scored in the Harbour League?", "4"),
    ],
)
def test_the_entry_that_is_asked_for_answers(question, answer):
    assert read(question, VERSIONS, LEAGUE, SCORERS).answer == answer


def test_an_entry_that_is_not_there_is_not_answered_from_another():
    found = read("What is the latest release of Zephyr 9.9?", VERSIONS)
    assert not found.answer.startswith("3.10")
    assert found.confidence < 0.5


def test_a_named_entry_without_the_attribute_is_left_to_the_scorer():
    found = read("Who coaches Eastport?", LEAGUE, "Eastport is coached by Rolf Tann.")
    assert found.answer == "Rolf Tann"


def test_values_that_cannot_be_measured_lead_no_list():
    text = "Roles. Ann: role smith. Bob: role cook. Cid: role nurse."
    assert read("Which role is newest?", ("Roles", text)).confidence < 0.85
