"""Sub-questions: sound plans, readiness, placeholders, joined proofs."""

from hopgraph.reasoning.sub_questions import (
    is_chain,
    joined_proof,
    ready,
    sound_plan,
    substituted,
    uncovered,
)
from hopgraph.state.values import ProofStep, QuestionFeatures, SubAnswer, SubQuestion

CHAIN = (
    SubQuestion(id="1", text="Who founded Acme?"),
    SubQuestion(id="2", text="Where was #1 born?", depends_on=("1",)),
)
SIDES = (
    SubQuestion(id="1", text="How old is Ann?"),
    SubQuestion(id="2", text="How old is Bob?"),
)


def test_a_placeholder_is_a_dependency_even_if_the_plan_hides_it() -> None:
    hidden = (CHAIN[0], SubQuestion(id="2", text="Where was #1 born?"))
    assert sound_plan(hidden)[1].depends_on == ("1",)


def test_a_plan_that_asks_for_an_unknown_part_is_refused() -> None:
    assert sound_plan((SubQuestion(id="1", text="Where was #2 born?"), *SIDES[1:])) == ()


def test_a_plan_of_one_part_is_no_plan() -> None:
    assert sound_plan(CHAIN[:1]) == ()


def test_two_parts_with_one_id_are_no_plan() -> None:
    assert sound_plan((CHAIN[0], CHAIN[0])) == ()


def test_names_the_plan_forgets_are_found() -> None:
    features = QuestionFeatures(anchors=("Acme", "Bolt"))
    assert uncovered(features, CHAIN) == ("Bolt",)


def test_independent_parts_are_ready_together_and_dependent_ones_wait() -> None:
    assert ready(SIDES, []) == list(SIDES)
    assert ready(CHAIN, []) == [CHAIN[0]]
    answered = SubAnswer(id="1", question="Who founded Acme?", answer="Ann Lee")
    assert ready(CHAIN, [answered]) == [CHAIN[1]]


def test_a_part_without_an_answer_leaves_what_needs_it_unasked() -> None:
    unanswered = SubAnswer(id="1", question="Who founded Acme?", answer="")
    assert ready(CHAIN, [unanswered]) == []


def test_earlier_answers_stand_in_for_placeholders() -> None:
    answered = SubAnswer(id="1", question="Who founded Acme?", answer="Ann Lee")
    assert substituted(CHAIN[1], [answered]) == "Where was Ann Lee born?"


def test_chains_and_sides_are_told_apart() -> None:
    assert is_chain(CHAIN)
    assert not is_chain(SIDES)


def test_a_joined_proof_rests_each_answer_on_the_one_before() -> None:
    step = ProofStep(rule="lookup", claim="c")
    joined = joined_proof(
        [
            SubAnswer(id="1", question="a", answer="x", steps=(step, step)),
            SubAnswer(id="2", question="b", answer="y", steps=(step,)),
        ]
    )
    assert [s.inputs for s in joined.steps] == [(), (), (2,)]
