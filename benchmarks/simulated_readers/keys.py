"""What a simulated reader knows beforehand: answers, gold passages, and the facts between."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hopgraph.evaluation import Dataset, QuestionRow

_PLACEHOLDER = re.compile(r"#(\d+)")


@dataclass(frozen=True)
class KnownFact:
    """One fact a question rests on; `subject` is "" where the data set does not name it."""

    subject: str
    relation: str
    value: str


@dataclass(frozen=True)
class Key:
    """All that is right about one question."""

    question: QuestionRow
    facts: tuple[KnownFact, ...] = ()


def load_keys(folder: Path, dataset: Dataset) -> dict[str, Key]:
    """Return the keys of a data set's labelled questions, by the question's text.

    Facts come from `evidences` (subject, relation, value) or `decomposition` (question, answer;
    "subject >> relation", "#1" for an earlier answer) where a line has them.
    """
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = {str(row["id"]): row for row in map(json.loads, filter(str.strip, lines))}
    return {
        question.question: Key(question, _facts(rows[question.id]))
        for question in dataset.questions
        if question.supporting_ids
    }


def _facts(row: Mapping[str, Any]) -> tuple[KnownFact, ...]:
    if row.get("evidences"):
        return tuple(KnownFact(*map(str, triple)) for triple in row["evidences"])
    facts: list[KnownFact] = []
    for step in row.get("decomposition") or ():
        facts.append(_decomposed(step, [fact.value for fact in facts]))
    return tuple(facts)


def _decomposed(step: Mapping[str, str], earlier: Sequence[str]) -> KnownFact:
    text = _PLACEHOLDER.sub(lambda match: earlier[int(match[1]) - 1], step["question"])
    subject, separator, relation = text.partition(" >> ")
    if separator:
        return KnownFact(subject, relation, step["answer"])
    return KnownFact("", text, step["answer"])
