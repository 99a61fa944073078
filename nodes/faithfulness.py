"""faithfulness: a model says how far the passages read support each answer that stands."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from langchain_core.runnables import RunnableLambda
from langgraph.types import Overwrite

from ..models.faithfulness_judge import Faithfulness, FaithfulnessJudge
from ..reasoning.budget import Limits, limits_left, shared_limits
from ..state.reasoning import ReasoningState
from ..state.values import Candidate, ModelCall, Passage
from .both import Both
from .services import Services

Claim = tuple[str, tuple[str, ...]]
"""An answer and the ids of the passages that were read for it: what a verdict is about."""


class _Question(NamedTuple):
    """What the judge is asked about one claim."""

    question: str
    answer: str
    passages: Sequence[Passage]
    prior: Sequence[ModelCall]
    limits: Limits


class JudgeFaithfulness:
    """Ask once for each claim, all side by side; without a verdict the rules' score stays."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, state: ReasoningState) -> dict[str, Any]:
        """Judge, synchronously."""
        asking = _asking(self._services.faithfulness_judge(state["settings"]))
        return _update(state, asking.batch(_questions(state)))

    async def acall(self, state: ReasoningState) -> dict[str, Any]:
        """Judge without blocking the event loop."""
        judge = await asyncio.to_thread(self._services.faithfulness_judge, state["settings"])
        return _update(state, await _asking(judge).abatch(_questions(state)))


def _asking(judge: FaithfulnessJudge) -> RunnableLambda[_Question, Faithfulness]:
    def ask(asked: _Question) -> Faithfulness:
        return judge.judge(*asked)

    async def aask(asked: _Question) -> Faithfulness:
        return await judge.ajudge(*asked)

    return RunnableLambda(ask, afunc=aask, name="verdict")


def _claims(state: ReasoningState) -> list[Claim]:
    """Return the claims of the candidates that stand, each once, in their order."""
    standing = [c for c in state.get("candidates", []) if not c.abstained]
    return list(dict.fromkeys(map(_claim, standing)))


def _claim(candidate: Candidate) -> Claim:
    return candidate.answer, candidate.evidence


def _questions(state: ReasoningState) -> list[_Question]:
    claims, calls = _claims(state), tuple(state.get("calls", []))
    left = limits_left(state["settings"].budgets, calls, state.get("deadline"))
    passages = {passage.id: passage for passage in state.get("passages", [])}
    return [
        _Question(state["question"], answer, [passages[i] for i in read], calls, limits)
        for (answer, read), limits in zip(claims, shared_limits(left, len(claims)), strict=True)
    ]


def _update(state: ReasoningState, verdicts: Sequence[Faithfulness]) -> dict[str, Any]:
    said = dict(zip(_claims(state), verdicts, strict=True))
    return {
        # The reducer keeps a candidate that is there already.
        "candidates": Overwrite([_scored(c, said) for c in state.get("candidates", [])]),
        "calls": [verdict.call for verdict in verdicts if verdict.call],
        "failures": [verdict.failure for verdict in verdicts if verdict.failure],
    }


def _scored(candidate: Candidate, said: Mapping[Claim, Faithfulness]) -> Candidate:
    verdict = said.get(_claim(candidate))
    if candidate.abstained or verdict is None or verdict.score is None:
        return candidate
    return candidate.model_copy(update={"faithfulness": verdict.score})


def faithfulness(services: Services) -> Any:
    """Return the node."""
    node = JudgeFaithfulness(services)
    return Both(node, node.acall, "faithfulness")
