"""The review: who is asked, what may be answered, and how that answer is proved."""

from typing import Any

import pytest
from graph_samples import (
    BORN,
    FOUNDED,
    QUESTION,
    ScriptedReader,
    abstaining,
    called,
    proved,
    quoted,
)
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from hopgraph import Context, Corpus, build_graph
from hopgraph.models.reading import Reading, ReadingTask
from hopgraph.state.values import Answer

CONFIG: Any = {"configurable": {"thread_id": "one"}}
REVIEW = Context(review=True, abstain="never")


def _guess_with_the_steps_of_another_answer(task: ReadingTask) -> Reading:
    steps = (
        quoted(task, FOUNDED, "Varnholt Mills", "Edda Quillfeather"),
        quoted(task, BORN, "Edda Quillfeather", "Osterby", inputs=(1,)),
    )
    return Reading(answer="Kelmere", steps=steps, confidence=1.0, calls=(called(task),))


def _waiting(corpus: Corpus, script: Any) -> tuple[Any, dict[str, Any]]:
    reader = ScriptedReader(script)
    graph = build_graph(corpus=corpus, chat=reader, checkpointer=InMemorySaver())
    return graph, graph.invoke({"question": QUESTION}, CONFIG, context=REVIEW)


def _resumed(graph: Any, verdict: object) -> Answer:
    answer: Answer = graph.invoke(Command(resume=verdict), CONFIG, context=REVIEW)["answer"]
    return answer


def test_a_proved_answer_waits_for_nobody(corpus: Corpus) -> None:
    _, state = _waiting(corpus, proved)
    assert state["answer"].answer == "Osterby"
    assert "__interrupt__" not in state


def test_an_unproved_answer_waits_and_shows_what_it_is(corpus: Corpus) -> None:
    _, state = _waiting(corpus, _guess_with_the_steps_of_another_answer)
    shown = state["__interrupt__"][0].value
    assert (shown["question"], shown["best_guess"]) == (QUESTION, "Kelmere")
    assert shown["proof"]["status"] == "invalid"


@pytest.mark.parametrize(("verdict", "given"), [(True, "Kelmere"), (False, "")])
def test_a_best_guess_is_accepted_or_refused_as_it_is(
    corpus: Corpus, verdict: bool, given: str
) -> None:
    graph, _ = _waiting(corpus, _guess_with_the_steps_of_another_answer)
    answer = _resumed(graph, verdict)
    assert (answer.answer, answer.abstained) == (given, not given)
    assert answer.best_guess == "Kelmere"
    assert answer.proof.status == "invalid"


def test_a_persons_answer_is_proved_by_the_steps_that_prove_it(corpus: Corpus) -> None:
    graph, _ = _waiting(corpus, _guess_with_the_steps_of_another_answer)
    answer = _resumed(graph, " Osterby ")
    assert (answer.answer, answer.proof.status) == ("Osterby", "valid")
    assert answer.best_guess == "Kelmere"
    assert answer.arm is None
    unreviewed = graph.invoke({"question": QUESTION}, CONFIG, context=Context(abstain="never"))
    assert answer.confidence > unreviewed["answer"].confidence


def test_a_persons_answer_that_an_arm_gave_is_that_arms(corpus: Corpus) -> None:
    graph, _ = _waiting(corpus, _guess_with_the_steps_of_another_answer)
    answer = _resumed(graph, "kelmere")
    assert answer.arm == "direct"
    assert answer.proof.status == "invalid"


@pytest.mark.parametrize("script", [abstaining, _guess_with_the_steps_of_another_answer])
def test_a_persons_answer_without_proof_says_so(corpus: Corpus, script: Any) -> None:
    graph, _ = _waiting(corpus, script)
    answer = _resumed(graph, "Brack Hollow")
    assert answer.answer == "Brack Hollow"
    assert answer.proof.status == "invalid"
    assert answer.proof.steps == ()
    assert "person" in answer.proof.reason
    assert answer.confidence < 0.5


@pytest.mark.parametrize("verdict", [1871, "  ", ["Osterby"], {"answer": "Osterby"}])
def test_what_is_no_review_is_told_and_waited_for_again(corpus: Corpus, verdict: Any) -> None:
    graph, _ = _waiting(corpus, _guess_with_the_steps_of_another_answer)
    for _ in range(2):
        again = graph.invoke(Command(resume=verdict), CONFIG, context=REVIEW)
        shown = again["__interrupt__"][0].value
        assert repr(verdict) in shown["error"]
        assert "give true to accept" in shown["error"]
        assert shown["best_guess"] == "Kelmere"
    assert _resumed(graph, "Osterby").proof.status == "valid"


async def test_async_runs_wait_and_go_on_alike(corpus: Corpus) -> None:
    reader = ScriptedReader(_guess_with_the_steps_of_another_answer)
    graph = build_graph(corpus=corpus, chat=reader, checkpointer=InMemorySaver())
    waiting = await graph.ainvoke({"question": QUESTION}, CONFIG, context=REVIEW)
    assert waiting["__interrupt__"][0].value["best_guess"] == "Kelmere"
    done = await graph.ainvoke(Command(resume="Osterby"), CONFIG, context=REVIEW)
    assert done["answer"].proof.status == "valid"
