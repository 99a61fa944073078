"""How far claims say what their quotes say."""

import pytest
from reasoning_samples import ANN, ANN_STEP, TOWER_STEP, TOWN_STEP, derived, lookup

from hopgraph.reasoning.faithfulness import step_support, support
from hopgraph.reasoning.relation_words import same_word


def test_a_claim_that_repeats_its_quote_is_supported():
    assert support([TOWER_STEP, TOWN_STEP, ANN_STEP]) == 1.0


def test_no_steps_support_nothing():
    assert support([]) == 0.0


@pytest.mark.parametrize(
    "claim",
    ["", "bananas", "Ann Lee was born on 4 May 1950", "Ann Lee was not born on 3 May 1950"],
)
def test_a_claim_that_says_something_else_is_not(claim: str):
    step = ANN_STEP.model_copy(update={"claim": claim})
    assert step_support(step, [step.quote]) == 0.0


def test_a_denial_must_be_claimed_as_one():
    quote = "She has not written any play."
    assert step_support(lookup(ANN, quote, "She", "play", "She has written a play"), [quote]) == 0
    assert step_support(lookup(ANN, quote, "She", "play", "She has not written a play"), [quote])


def test_a_derived_claim_is_held_against_the_quotes_below_it():
    told = derived("conjunction", "The Beacon Tower is in the capital of Orland")
    assert support([TOWER_STEP, TOWN_STEP, told]) == 1.0
    silent = derived("conjunction", "bananas")
    assert support([TOWER_STEP, TOWN_STEP, silent]) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("directed", "director", True),
        ("born", "birthplace", True),
        ("wife", "married", True),
        ("1940", "1941", False),
        ("lark", "large", False),
        ("sing", "sink", False),
    ],
)
def test_words_of_one_stem_or_family_are_one_relation(a: str, b: str, same: bool):
    assert same_word(a, b) is same
