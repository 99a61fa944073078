"""One question asked: its row in the run's file, and what is kept of it in memory."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..state.values import Usage
from .datasets import QuestionRow
from .scoring import baseline_scores, failed_scores, score_answer
from .systems import Answerer

Row = dict[str, Any]
"""A JSON object: id, question, answers, supporting_ids, error, scores, baselines, result."""


@dataclass(frozen=True)
class Outcome:
    """What a report needs of a row.

    Attributes:
        baselines: Scores of plain answers from the same passages; none if the question broke.
        answer: The answer given; "" if abstained or failed.
        reader: Who read; "" if the run of the question broke.
        usage: What it used; nothing is known of a question that broke.
        error: What broke, or None.
    """

    id: str
    scores: Mapping[str, float]
    baselines: Mapping[str, Mapping[str, float]]
    answer: str
    reader: str
    usage: Usage
    error: str | None


def ask(system: Answerer, question: QuestionRow) -> Row:
    """Ask one question; what breaks is recorded in its row."""
    row: Row = {
        "id": question.id,
        "question": question.question,
        "answers": list(question.answers),
        "supporting_ids": list(question.supporting_ids),
    }
    try:
        answer = system.query(question.question)
    except Exception as error:  # one question must not end the run: its row says what broke
        message = f"{type(error).__name__}: {error}"
        broken = {"scores": failed_scores(), "baselines": {}, "result": None}
        return row | {"error": message} | broken
    return row | {
        "error": None,
        "scores": score_answer(question, answer),
        "baselines": baseline_scores(question, answer),
        "result": answer.model_dump(mode="json"),
    }


def outcome(row: Row) -> Outcome:
    """Return what a report needs of `row`."""
    result = row["result"] or {"answer": "", "reader": "", "usage": {}}
    return Outcome(
        id=row["id"],
        scores=row["scores"],
        baselines=row["baselines"],
        answer=result["answer"],
        reader=result["reader"],
        usage=Usage.model_validate(result["usage"]),
        error=row["error"],
    )
