"""The `mothrag` profile: MothRag's verdict decides its arbitration, and never the proof shown."""

from collections.abc import Callable

import pytest
from graph_samples import FOUNDED, QUESTION, ScriptedReader, abstaining, called, quoted

from hopgraph import Answer, Context, Corpus, build_graph
from hopgraph.models.reading import Reading, ReadingTask
from hopgraph.state.values import Candidate, ProofStep

Steps = Callable[[ReadingTask], tuple[ProofStep, ...]]


def _nothing(task: ReadingTask) -> tuple[ProofStep, ...]:
    return ()


def _another_answer(task: ReadingTask) -> tuple[ProofStep, ...]:
    return (quoted(task, FOUNDED, "Varnholt Mills", "Edda Quillfeather"),)


def _chain(task: ReadingTask) -> tuple[ProofStep, ...]:
    first = quoted(task, FOUNDED, "Varnholt Mills", "Edda Quillfeather")
    joined = ProofStep(rule="bridge", claim="Any claim at all.", inputs=(1, 1))
    return first, joined


def _wrong_way(task: ReadingTask) -> tuple[ProofStep, ...]:
    first = quoted(task, FOUNDED, "Varnholt Mills", "1871")
    return first, ProofStep(rule="comparison", claim="1871 is after 1900.", inputs=(1, 1))


def _misquote(task: ReadingTask) -> tuple[ProofStep, ...]:
    step = quoted(task, FOUNDED, "Varnholt Mills", "Edda Quillfeather")
    return (step.model_copy(update={"quote": "Varnholt Mills was founded in Kelmere."}),)


def _absence(task: ReadingTask) -> tuple[ProofStep, ...]:
    return (ProofStep(rule="negation", claim="Nothing says where she was born."),)


def _asked(corpus: Corpus, steps: Steps, context: Context, **reading: object) -> Answer:
    def script(task: ReadingTask) -> Reading:
        if task.stage != "iterative":
            return abstaining(task)
        known = {"answer": "Kelmere", "confidence": 1.0, **reading}
        return Reading(steps=steps(task), calls=(called(task),), **known)  # type: ignore[arg-type]

    graph = build_graph(corpus=corpus, chat=ScriptedReader(script))
    return Answer.of(graph.invoke({"question": QUESTION}, context=context)["answer"])


def _candidate(answer: Answer, arm: str) -> Candidate:
    return next(candidate for candidate in answer.arms if candidate.arm == arm)


MOTHRAG = Context(profile="mothrag", abstain="never")


@pytest.mark.parametrize(
    ("steps", "theirs", "arm"),
    [
        (_nothing, "valid", "iterative"),
        (_another_answer, "valid", "iterative"),
        (_chain, "valid", "iterative"),
        (_wrong_way, "valid", "iterative"),
        (_misquote, "invalid", "duplicate"),
        (_absence, "refuse", "iterative"),
    ],
)
def test_their_verdict_arbitrates_and_the_proof_shown_is_the_strict_one(
    corpus: Corpus, steps: Steps, theirs: str, arm: str
) -> None:
    answer = _asked(corpus, steps, MOTHRAG)
    assert answer.answer == "Kelmere"
    assert _candidate(answer, "iterative").mothrag_status == theirs
    # A proof worth less than the exempted copy's leaves the win to the copy.
    assert answer.arm == arm
    assert answer.proof.status != "valid"


def test_what_is_missing_makes_their_proof_partial(corpus: Corpus) -> None:
    answer = _asked(corpus, _another_answer, MOTHRAG, missing=("the birthplace",))
    assert _candidate(answer, "iterative").mothrag_status == "partial"
    assert answer.arm == "duplicate"


def test_only_the_hop_loop_is_judged_by_their_verdict(corpus: Corpus) -> None:
    answer = _asked(corpus, _another_answer, MOTHRAG)
    judged = {c.arm for c in answer.arms if c.mothrag_status is not None}
    assert judged == {"iterative", "duplicate"}
    ours = _asked(corpus, _another_answer, Context())
    assert all(candidate.mothrag_status is None for candidate in ours.arms)


@pytest.mark.parametrize("profile", ["hopgraph", "mothrag"])
@pytest.mark.parametrize("abstain", ["calibrated", "unproved"])
def test_the_best_guess_is_in_the_answer_where_every_arm_abstains(
    corpus: Corpus, profile: str, abstain: str
) -> None:
    context = Context.model_validate({"profile": profile, "abstain": abstain})
    answer = _asked(corpus, _nothing, context, abstained=True)
    assert (answer.answer, answer.abstained, answer.best_guess) == ("", True, "Kelmere")


def test_arms_that_disagree_are_less_sure_of_the_answer_chosen(corpus: Corpus) -> None:
    def script(others: str) -> Callable[[ReadingTask], Reading]:
        def read(task: ReadingTask) -> Reading:
            answer = others if task.stage == "decomposition" else "Kelmere"
            return Reading(answer=answer, confidence=1.0, calls=(called(task),))

        return read

    def asked(others: str) -> Answer:
        graph = build_graph(corpus=corpus, chat=ScriptedReader(script(others)))
        return Answer.of(graph.invoke({"question": QUESTION}, context=MOTHRAG)["answer"])

    assert asked("Kelmere").answer == asked("Brack Hollow").answer == "Kelmere"
    assert asked("Kelmere").confidence > asked("Brack Hollow").confidence


def test_an_abstention_is_a_voice_that_agrees_with_nobody_in_their_arbitration(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []
    encode = corpus.encode
    monkeypatch.setattr(corpus, "encode", lambda texts: seen.append(list(texts)) or encode(texts))
    _asked(corpus, _another_answer, MOTHRAG)
    assert seen == [["Kelmere", "Not in passages"]]
