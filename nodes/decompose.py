"""decompose: the question as dependency-ordered sub-questions, by rule."""

from typing import Any

from ..language.decomposer import QueryDecomposer
from ..state.reasoning import ReasoningState


def decompose(state: ReasoningState) -> dict[str, Any]:
    """Split the question, unless the settings say not to."""
    if not state["settings"].decompose:
        return {"sub_questions": []}
    decomposer = QueryDecomposer(use_stanza=False, language=state["language"])
    return {"sub_questions": decomposer.plan(state["question"])}
