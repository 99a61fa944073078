"""What the reading nodes share: a task from a state, and an update from a reading."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from ..models.reading import Reading, ReadingKind, ReadingTask
from ..reasoning.answers import is_abstention, short_answer
from ..reasoning.budget import arm_limits
from ..reasoning.faithfulness import support
from ..reasoning.grounding import check_proof
from ..state.values import (
    ArmName,
    Candidate,
    Passage,
    Proof,
    QuestionFeatures,
    SubAnswer,
)
from .services import Services


def reading_task(
    state: Mapping[str, Any],
    kind: ReadingKind,
    arm: ArmName,
    passages: Sequence[Passage],
    *,
    question: str = "",
    features: QuestionFeatures | None = None,
    sub_answers: Sequence[SubAnswer] = (),
    parallel: int = 1,
) -> ReadingTask:
    """Return what to read, with what one of `parallel` branches of `arm` may still use."""
    calls = state.get("calls", [])
    return ReadingTask(
        kind=kind,
        stage=arm,
        question=question or state["question"],
        features=features or state["features"],
        language=state["language"],
        passages=tuple(passages),
        sub_answers=tuple(sub_answers),
        prior=tuple(calls),
        limits=arm_limits(state["settings"], calls, state.get("deadline"), arm, parallel),
    )


def read(services: Services, state: Mapping[str, Any], task: ReadingTask) -> Reading:
    """Read with the reader of this run."""
    return services.reader(state["settings"]).read(task)


async def aread(services: Services, state: Mapping[str, Any], task: ReadingTask) -> Reading:
    """Read without blocking the event loop."""
    reader = await asyncio.to_thread(services.reader, state["settings"])
    return await reader.aread(task)


def claimed(arm: ArmName, reading: Reading, task: ReadingTask) -> Candidate | None:
    """Return what a reading proposes, not yet checked; None if the reading failed."""
    if reading.failures and not reading.answer:
        return None
    return Candidate(
        arm=arm,
        answer=short_answer(reading.answer, task.features),
        abstained=reading.abstained or is_abstention(reading.answer),
        proof=Proof(steps=reading.steps, reason="not checked"),
        missing=reading.missing,
        plan=reading.plan,
        confidence=reading.confidence,
        evidence=tuple(p.id for p in task.passages),
    )


def grounded(
    candidate: Candidate, passages: Sequence[Passage], features: QuestionFeatures
) -> Candidate:
    """Return `candidate` with its proof checked against `passages`."""
    proof = check_proof(candidate.proof.steps, candidate.answer, passages, features)
    return candidate.model_copy(
        update={"proof": proof, "faithfulness": support(proof.steps)},
    )


def spent(reading: Reading) -> dict[str, Any]:
    """Return the calls and failures of a reading, as a state update."""
    return {"calls": list(reading.calls), "failures": list(reading.failures)}
