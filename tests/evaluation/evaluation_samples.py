"""A small invented data set, and systems that answer from a script."""

import json
import os
from pathlib import Path
from typing import Any

from hopgraph.evaluation import Dataset, PassageRow, QuestionRow
from hopgraph.state.values import Answer, Passage, Proof, ProofStep, Usage

PASSAGES = (
    PassageRow("p1", "Mill House", "Mill House was built by Ada Bell."),
    PassageRow("p2", "Ada Bell", "Ada Bell was born in Norvale."),
    PassageRow("p3", "Norvale", "Norvale is a town on a river."),
)
QUESTIONS = (
    QuestionRow(
        "q1", "Where was the builder of Mill House born?", ("Norvale",), ("p1", "p2"), "bridge", 2
    ),
    QuestionRow("q2", "Who built Mill House?", ("Ada Bell", "A. Bell"), ("p1",), "single", 1),
    QuestionRow("q3", "What is Norvale?", ("a town",), (), "single", 1),
)
DATASET = Dataset("sample", QUESTIONS, PASSAGES)


def passage(id_: str) -> Passage:
    """Return a passage of the data set as a corpus would."""
    row = next(p for p in PASSAGES if p.id == id_)
    return Passage(id=f"hash-{id_}", source=id_, title=row.title, text=row.text, score=0.5)


def answer(
    question: str,
    text: str,
    *,
    confidence: float = 0.8,
    abstained: bool = False,
    evidence: tuple[str, ...] = ("p1",),
    cost_usd: float | None = 0.0,
    wall_s: float = 0.01,
) -> Answer:
    """Return an answer with a one-step proof that quotes the start of the first passage."""
    passages = tuple(passage(id_) for id_ in evidence)
    quote = passages[0].text[:10]
    step = ProofStep(
        rule="lookup",
        claim=text,
        passage_id=passages[0].id,
        quote=quote,
        start=0,
        end=len(quote),
        status="valid",
        reason="",
    )
    return Answer(
        question=question,
        answer="" if abstained else text,
        abstained=abstained,
        best_guess=text,
        confidence=confidence,
        arm=None if abstained else "direct",
        reader="scripted",
        language="en",
        proof=Proof() if abstained else Proof(steps=(step,), status="valid"),
        evidence=passages,
        usage=Usage(model_calls=2, input_tokens=10, cost_usd=cost_usd, wall_s=wall_s),
    )


class Scripted:
    """Answers every question rightly, except those it is told to break on."""

    def __init__(self, dataset: Dataset = DATASET, broken: tuple[str, ...] = ()) -> None:
        self._keys = {q.question: q for q in dataset.questions}
        self._broken = broken
        self.asked: list[str] = []

    def query(self, question: str) -> Answer:
        """Answer with the first alias."""
        key = self._keys[question]
        self.asked.append(key.id)
        if key.id in self._broken:
            raise RuntimeError(f"broken on {key.id}")
        return answer(question, key.answers[0], evidence=key.supporting_ids or ("p3",))


def write_folder(folder: Path, dataset: Dataset = DATASET) -> Path:
    """Write a data set in the shared format."""
    folder.mkdir(parents=True, exist_ok=True)
    corpus = [{"id": p.id, "title": p.title, "text": p.text} for p in dataset.passages]
    questions = [
        {
            "id": q.id,
            "question": q.question,
            "answers": list(q.answers),
            "supporting_ids": list(q.supporting_ids),
            "type": q.type,
            "hops": q.hops,
        }
        for q in dataset.questions
    ]
    write_lines(folder / "corpus.jsonl", corpus)
    write_lines(folder / "questions.jsonl", questions)
    return folder


def write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write JSON lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


class Cores(Scripted):
    """Answers with how many cores its process may compute on."""

    def query(self, question: str) -> Answer:
        """Answer with the number that numpy's threads go by."""
        return answer(question, os.environ["OMP_NUM_THREADS"])
