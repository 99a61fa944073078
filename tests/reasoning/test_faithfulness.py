"""How far claims say what their quotes say."""

import pytest
from reasoning_samples import ANN, ANN_STEP, TOWER_STEP, TOWN_STEP, derived, lookup

from hopgraph.reasoning.faithfulness import step_support, support
from hopgraph.state.values import Passage


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


def test_a_title_that_sounds_like_a_denial_denies_nothing():
    play = Passage(id="p", source="", title="Never Not", text="Never Not was written by Tom Lee.")
    step = lookup(play, play.text, "Never Not", "Tom Lee", "Tom Lee wrote Never Not")
    assert step_support(step, [step.quote]) == 1.0


def test_a_denial_beside_the_point_does_not_count_in_a_repeated_quote():
    text = "Ann Lee wrote The Lark, not Tom Lee."
    step = lookup(ANN, text, "Ann Lee", "The Lark")
    assert step_support(step, [text]) == 1.0
    other = lookup(ANN, text, "Ann Lee", "Tom Lee", "Ann Lee wrote Tom Lee")
    assert step_support(other, [text]) == 0.0
