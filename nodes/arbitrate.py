"""arbitrate: choose among the arms by fixed weights, and answer."""

import asyncio
from collections.abc import Sequence
from typing import Any

from langgraph.types import interrupt

from ..reasoning.answering import Choice, compose
from ..reasoning.arbitration import arbitrate as weigh
from ..reasoning.arms import NAMES_OF_MOTHRAG
from ..reasoning.mothrag.arbitration import arbitrate as weigh_as_mothrag
from ..reasoning.mothrag.arbitration import is_uncertain
from ..state.reasoning import ReasoningState
from ..state.values import Answer, Candidate
from .both import Both
from .services import Services

# MothRag counts two answers as agreeing from this cosine of their vectors.
AGREE_FROM = 0.70


class Arbitrate:
    """The last node."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, state: ReasoningState) -> dict[str, Any]:
        """Answer; with `review`, an unproved answer waits for a person."""
        reader = self._services.reader(state["settings"]).name
        answer = compose(state, self._choice(state), reader)
        if state["settings"].review and answer.proof.status != "valid":
            answer = _reviewed(answer)
        return {"answer": answer, "confidence": answer.confidence}

    async def acall(self, state: ReasoningState) -> dict[str, Any]:
        """Answer; MothRag's agreement encodes the answers, so it runs in a thread."""
        return await asyncio.to_thread(self, state)

    def _choice(self, state: ReasoningState) -> Choice:
        candidates = state.get("candidates", [])
        if state["settings"].profile == "mothrag" and candidates:
            return self._choice_of_mothrag(state, candidates)
        decision = weigh(candidates, state["features"])
        return Choice(decision.best_guess, decision.winner is not None, decision.agreement)

    def _choice_of_mothrag(self, state: ReasoningState, candidates: Sequence[Candidate]) -> Choice:
        by_name = {NAMES_OF_MOTHRAG[c.arm]: c for c in candidates}
        answers = {name: "" if c.abstained else c.answer for name, c in by_name.items()}
        iterative = by_name.get("iter")
        verdict = weigh_as_mothrag(
            answers,
            iterative.mothrag_status if iterative else None,
            self._agreement(state, list(answers.values())),
        )
        return Choice(by_name[verdict.winner], not is_uncertain(verdict.answer))

    def _agreement(self, state: ReasoningState, answers: list[str]) -> Any:
        distinct = sorted(set(answers) - {""})
        vectors: Any = self._services.corpus(state["settings"]).encode(distinct) if distinct else []
        known = dict(zip(distinct, vectors, strict=True))

        def agree(one: str, other: str) -> bool:
            return round(float(known[one] @ known[other]), 6) >= AGREE_FROM

        return agree


def _reviewed(answer: Answer) -> Answer:
    """Wait for a person: resume with true to accept, or with the answer to give."""
    verdict = interrupt(
        {
            "question": answer.question,
            "best_guess": answer.best_guess,
            "proof": answer.proof.model_dump(mode="json"),
            "resume_with": "true to accept the best guess, false for no answer, or an answer",
        }
    )
    if isinstance(verdict, str):
        return answer.model_copy(update={"answer": verdict, "abstained": not verdict})
    given = answer.best_guess if verdict else ""
    return answer.model_copy(update={"answer": given, "abstained": not given})


def arbitrate(services: Services) -> Any:
    """Return the node."""
    node = Arbitrate(services)
    return Both(node, node.acall, "arbitrate")
