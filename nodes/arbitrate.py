"""arbitrate: choose among the arms by fixed weights, and answer."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from ..reasoning.answering import Choice, compose
from ..reasoning.arbitration import arbitrate as weigh
from ..reasoning.arms import NAMES_OF_MOTHRAG
from ..reasoning.mothrag.arbitration import ABSTENTION, is_uncertain
from ..reasoning.mothrag.arbitration import arbitrate as weigh_as_mothrag
from ..state.reasoning import ReasoningState
from ..state.values import Candidate, Failure
from .both import Both
from .review import reviewed
from .searching import retrieval_failure
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
        choice, failures = self._choice(state)
        known: ReasoningState = {**state, "failures": [*state.get("failures", []), *failures]}
        answer = compose(known, choice, reader)
        if state["settings"].review and answer.proof.status != "valid":
            answer = reviewed(known, answer)
        return {"answer": answer, "confidence": answer.confidence, "failures": failures}

    async def acall(self, state: ReasoningState) -> dict[str, Any]:
        """Answer; MothRag's agreement encodes the answers, so it runs in a thread."""
        return await asyncio.to_thread(self, state)

    def _choice(self, state: ReasoningState) -> tuple[Choice, list[Failure]]:
        candidates = state.get("candidates", [])
        if state["settings"].profile == "mothrag" and candidates:
            return self._choice_of_mothrag(state, candidates)
        decision = weigh(candidates, state["features"])
        stands = decision.winner is not None
        return Choice(decision.best_guess, stands, decision.agreement), []

    def _choice_of_mothrag(
        self, state: ReasoningState, candidates: Sequence[Candidate]
    ) -> tuple[Choice, list[Failure]]:
        by_name = {NAMES_OF_MOTHRAG[c.arm]: c for c in candidates}
        answers = {name: ABSTENTION if c.abstained else c.answer for name, c in by_name.items()}
        iterative = by_name.get("iter")
        agree, failures = self._agreement(state, list(answers.values()))
        status = iterative.mothrag_status if iterative else None
        verdict = weigh_as_mothrag(answers, status, agree)
        winner, decision = by_name[verdict.winner], weigh(candidates, state["features"])
        if is_uncertain(verdict.answer):
            # MothRag gives no guess; ours is in the answer whatever the profile.
            return Choice(decision.best_guess or winner, stands=False), failures
        return Choice(winner, True, decision.agreement_with(winner.arm)), failures

    def _agreement(
        self, state: ReasoningState, answers: list[str]
    ) -> tuple[Callable[[str, str], bool], list[Failure]]:
        """Return who agrees with whom; where the encoder fails nobody does, as in MothRag."""
        distinct = sorted(set(answers) - {""})
        corpus = self._services.corpus(state["settings"])
        try:
            vectors: Any = corpus.encode(distinct) if distinct else []
        except Exception as error:
            return lambda one, other: False, [retrieval_failure("arbitrate", error)]
        known = dict(zip(distinct, vectors, strict=True))

        def agree(one: str, other: str) -> bool:
            return round(float(known[one] @ known[other]), 6) >= AGREE_FROM

        return agree, []


def arbitrate(services: Services) -> Any:
    """Return the node."""
    node = Arbitrate(services)
    return Both(node, node.acall, "arbitrate")
