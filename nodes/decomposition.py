"""decomposition: answer each sub-question, then the question from them and their evidence."""

from collections.abc import Sequence
from typing import Any

from ..models.reading import Reading, ReadingTask
from ..reasoning.question import analyze_question
from ..reasoning.sub_questions import is_chain, joined_proof
from ..state.arms import DecompositionState, SolveState
from ..state.values import Candidate, Passage, ProofStep, SubAnswer
from .both import Both
from .reading import aread, claimed, grounded, read, reading_task, spent
from .services import Services


class AnswerSubQuestion:
    """Read the evidence found for one sub-question."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, state: SolveState) -> dict[str, Any]:
        """Read, synchronously."""
        task = _sub_task(state)
        return _sub_update(state, task, read(self._services, state, task))

    async def acall(self, state: SolveState) -> dict[str, Any]:
        """Read without blocking the event loop."""
        task = _sub_task(state)
        return _sub_update(state, task, await aread(self._services, state, task))


class Synthesize:
    """Answer the question from the sub-answers; ask only where their joined proof fails."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, state: DecompositionState) -> dict[str, Any]:
        """Synthesize, synchronously."""
        settled = _settled(state)
        if settled is not None:
            return {"candidates": settled}
        task = _synthesis_task(state)
        return _synthesis_update(state, task, read(self._services, state, task))

    async def acall(self, state: DecompositionState) -> dict[str, Any]:
        """Synthesize without blocking the event loop."""
        settled = _settled(state)
        if settled is not None:
            return {"candidates": settled}
        task = _synthesis_task(state)
        return _synthesis_update(state, task, await aread(self._services, state, task))


def _sub_task(state: SolveState) -> ReadingTask:
    asked = state["sub_question"]
    features = analyze_question(asked.text, state["language"])
    if asked.answer_type != "entity":
        features = features.model_copy(update={"answer_type": asked.answer_type})
    return reading_task(
        state,
        "sub_question",
        "decomposition",
        state["passages"],
        question=asked.text,
        features=features,
        parallel=state["parallel"],
    )


def _sub_update(state: SolveState, task: ReadingTask, reading: Reading) -> dict[str, Any]:
    asked = state["sub_question"]
    candidate = claimed("decomposition", reading, task)
    answer = ""
    steps: tuple[ProofStep, ...] = ()
    if candidate is not None and not candidate.abstained:
        answer = candidate.answer
        steps = grounded(candidate, task.passages, task.features).proof.steps
    found = SubAnswer(
        id=asked.id,
        question=asked.text,
        answer=answer,
        steps=steps,
        confidence=reading.confidence,
        passages=tuple(p.id for p in task.passages),
    )
    return {"sub_answers": [found], **spent(reading)}


def _settled(state: DecompositionState) -> list[Candidate] | None:
    """Return what the arm proposes where no call is needed, else None; nothing if it failed."""
    plan, answers = state.get("planned", []), state.get("sub_answers", [])
    open_questions = tuple(a.question for a in answers if not a.answer)
    if not plan or open_questions or len(answers) < len(plan):
        return [] if _has_failed(state) else [_abstaining(open_questions)]
    if not is_chain(plan):
        return None
    in_order = _in_order(state)
    joined = Candidate(
        arm="decomposition",
        answer=in_order[-1].answer,
        proof=joined_proof(in_order),
        confidence=min(a.confidence for a in in_order),
        evidence=tuple(p.id for p in _evidence(state)),
    )
    checked = grounded(joined, state["passages"], state["features"])
    return [checked] if checked.proof.status == "valid" else None


def _has_failed(state: DecompositionState) -> bool:
    return any(failure.stage == "decomposition" for failure in state.get("failures", []))


def _abstaining(missing: tuple[str, ...]) -> Candidate:
    return Candidate(arm="decomposition", answer="", abstained=True, missing=missing)


def _in_order(state: DecompositionState) -> list[SubAnswer]:
    answers = {a.id: a for a in state.get("sub_answers", [])}
    return [answers[s.id] for s in state["planned"] if s.id in answers]


def _evidence(state: DecompositionState) -> Sequence[Passage]:
    """Return the passages that the sub-answers quote, and the best of the rest."""
    quoted = {step.passage_id for a in state["sub_answers"] for step in a.steps}
    first = [p for p in state["passages"] if p.id in quoted]
    rest = [p for p in state["passages"] if p.id not in quoted]
    return [*first, *rest][: max(len(first), state["settings"].k)]


def _synthesis_task(state: DecompositionState) -> ReadingTask:
    return reading_task(
        state, "synthesis", "decomposition", _evidence(state), sub_answers=_in_order(state)
    )


def _synthesis_update(
    state: DecompositionState, task: ReadingTask, reading: Reading
) -> dict[str, Any]:
    candidate = claimed("decomposition", reading, task)
    if candidate is None:
        return spent(reading)
    return {
        "candidates": [grounded(candidate, task.passages, state["features"])],
        **spent(reading),
    }


def answer_sub_question(services: Services) -> Any:
    """Return the node that answers one sub-question."""
    node = AnswerSubQuestion(services)
    return Both(node, node.acall, "answer_sub_question")


def synthesize(services: Services) -> Any:
    """Return the node that joins the sub-answers."""
    node = Synthesize(services)
    return Both(node, node.acall, "synthesize")
