"""analyze: what is asked, in which language, under which settings; everything else starts empty."""

import time
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from ..language.detect import detect_language
from ..reasoning.question import analyze_question
from ..state.context import Context
from ..state.errors import InputError
from ..state.reasoning import Question

# A thread that is asked twice starts clean: these merge by key, so they are overwritten.
_EMPTIED = (
    "sub_questions",
    "passages",
    "hop_results",
    "known_facts",
    "reasoning_chain",
    "candidates",
    "failures",
    "calls",
)


def analyze(state: Question, runtime: Runtime[Context]) -> dict[str, Any]:
    """Start a run.

    Raises:
        InputError: The question is blank.
    """
    question = state.question.strip()
    if not question:
        raise InputError("the question is blank: ask in words, for example 'Who founded ...?'")
    settings = _settings(runtime.context)
    language = state.language or detect_language(question)
    seconds = settings.budgets.max_seconds
    return {
        "question": question,
        "settings": settings,
        "hops": state.hops,
        "as_of": state.as_of,
        "language": language,
        "filter": state.filter,
        "deadline": None if seconds is None else time.time() + seconds,
        "features": analyze_question(question, language),
        "missing_info": [],
        "confidence": 0.0,
        "answer_complete": False,
        **{name: Overwrite([]) for name in _EMPTIED},
    }


def _settings(context: object) -> Context:
    # As a node of another graph, this one is handed that graph's context, which may be any.
    return context if isinstance(context, Context) else Context()
