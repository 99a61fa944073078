"""review: an unproved answer waits for a person, whose answer is checked like any other."""

from typing import Any

from langgraph.types import interrupt

from ..reasoning.answering import as_said
from ..state.reasoning import ReasoningState
from ..state.values import Answer

_RESUME_WITH = "true to accept the best guess, false for no answer, or the answer as text"


def reviewed(state: ReasoningState, answer: Answer) -> Answer:
    """Return `answer` as a person leaves it; what is no review is told, and waited for again."""
    waiting = {
        "question": answer.question,
        "best_guess": answer.best_guess,
        "proof": answer.proof.model_dump(mode="json"),
        "resume_with": _RESUME_WITH,
    }
    verdict = interrupt(waiting)
    while not _is_review(verdict):
        # LangGraph keeps a value that a node was resumed with: raising would refuse it for ever.
        wrong = f"resumed with {verdict!r}, which is no review: give {_RESUME_WITH}"
        verdict = interrupt({**waiting, "error": wrong})
    if isinstance(verdict, str):
        return as_said(state, answer, verdict.strip())
    given = answer.best_guess if verdict else ""
    return answer.model_copy(update={"answer": given, "abstained": not given})


def _is_review(verdict: Any) -> bool:
    return isinstance(verdict, bool) or (isinstance(verdict, str) and bool(verdict.strip()))
