"""Fit the two formulas of confidence anew, and check them on the other half of the questions.

    hopgraph eval DIR --mode answers --vectors VECTORS.npy --out A.json    (for each data set)
    python benchmarks/confidence/refit.py A.jsonl B.jsonl C.jsonl

prints the numbers of `models/extractive/confidence.py` (the extractive reader's confidence in a
span) and of `reasoning/confidence.py` (the confidence in an answer), fitted on all questions
together, and for each file how well confidence tells right answers from wrong ones (area under
the ROC curve): as the run had it, and as formulas fitted on the other half of the questions
have it. Weights whose direction is known are held to it. Three are held further: what the
evidence's retrieval score weighs (no more than 3: scores of other corpora lie elsewhere),
faithfulness (set to 1: the extractive reader's claims are its quotes, so its runs cannot tell),
and names that no passage knows (set to 4: data sets hardly ask of such).
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from hopgraph.evaluation.calibration import auroc
from hopgraph.evaluation.metrics import exact_match
from hopgraph.models.extractive.asked import ask
from hopgraph.models.extractive.confidence import span_evidence
from hopgraph.models.extractive.generic import guesser
from hopgraph.models.extractive.known_names import with_known_names
from hopgraph.models.extractive.slots import follow_slots
from hopgraph.models.extractive.spans import rank_spans
from hopgraph.models.extractive.view import view_of
from hopgraph.reasoning.arbitration import arbitrate
from hopgraph.reasoning.confidence import answer_evidence, evidence_score
from hopgraph.reasoning.question import analyze_question
from hopgraph.state.values import Answer

Evidence = Mapping[str, float]
Floats = npt.NDArray[np.float64]
_L2 = 0.5
_STEPS = 5000
_RISING, _FALLING = (0.0, np.inf), (-np.inf, 0.0)
_BOUNDS: dict[str, tuple[float, float]] = {
    "unknown": _FALLING,
    "common": _FALLING,
    "tells": _FALLING,
    "strange": (-4.0, -4.0),
    "unproved": _FALLING,
    "invalid": _FALLING,
    "unfaithful": (-1.0, -1.0),
    "retrieval": (0.0, 3.0),
}
"""Where a weight may lie; the others may not fall below 0."""


@dataclass(frozen=True)
class Asked:
    """One question of a run: what its answer rests on, and whether that was right.

    Attributes:
        answer: Gives the evidence for the answer by the reader's confidence in it.
        reader: That confidence as the run had it.
        span: The evidence for the span; None where the answer is none, or not the best one.
        span_right: Whether that span is right.
    """

    run: str
    half: int
    right: float
    confidence: float
    answer: Callable[[float], Evidence]
    reader: float
    span: Evidence | None
    span_right: float


@dataclass(frozen=True)
class Formula:
    """A logistic formula: a base and a weight for each piece of evidence."""

    base: float
    weights: Mapping[str, float]

    def __call__(self, held: Evidence) -> float:
        """Return the confidence in (0, 1)."""
        z = self.base + sum(weight * held[name] for name, weight in self.weights.items())
        return float(1 / (1 + np.exp(-z)))


def main(
    runs: Annotated[list[Path], typer.Argument(help="Files of `hopgraph eval --mode answers`.")],
) -> None:
    """Fit and check both formulas."""
    asked = [row for run in runs for row in _read(run)]
    _print("span", _span_formula(asked))
    _print("answer", _answer_formula(asked, _span_formula(asked)))
    held_out = _checked(asked)
    print("\nAUROC of confidence      as run   two-fold")
    for run in runs:
        rows = [(a, c) for a, c in zip(asked, held_out, strict=True) if a.run == run.stem]
        right = [a.right for a, _ in rows]
        before = auroc([a.confidence for a, _ in rows], right)
        print(f"{run.stem:24} {before or 0:6.3f}   {auroc([c for _, c in rows], right) or 0:6.3f}")


def _checked(asked: Sequence[Asked]) -> list[float]:
    """Return each question's confidence by formulas fitted on the other half."""
    fitted = {}
    for half in (0, 1):
        others = [a for a in asked if a.half != half]
        span = _span_formula(others)
        fitted[half] = (span, _answer_formula(others, span))
    return [fitted[a.half][1](_with_span(a, fitted[a.half][0])) for a in asked]


def _span_formula(asked: Sequence[Asked]) -> Formula:
    return _fit([(a.span, a.span_right) for a in asked if a.span is not None])


def _answer_formula(asked: Sequence[Asked], span: Formula) -> Formula:
    return _fit([(_with_span(a, span), a.right) for a in asked])


def _with_span(asked: Asked, span: Formula) -> Evidence:
    """Return the answer's evidence with the reader's confidence as `span` gives it."""
    return asked.answer(asked.reader if asked.span is None else span(asked.span))


def _read(run: Path) -> list[Asked]:
    lines = run.read_text(encoding="utf-8").splitlines()[1:]
    rows = [json.loads(line) for line in lines]
    return [_asked(run.stem, row) for row in rows if row["error"] is None and row["result"]["arm"]]


def _asked(run: str, row: dict[str, Any]) -> Asked:
    answer = Answer.model_validate(row["result"])
    features = analyze_question(answer.question, answer.language)
    decision = arbitrate(answer.arms, features)
    candidate = decision.best_guess
    assert candidate is not None
    digest = hashlib.sha256(answer.question.strip().lower().encode()).digest()
    guess, span = _span(answer)
    return Asked(
        run=run,
        half=digest[-1] >> 1 & 1,
        right=row["scores"]["guess_em"],
        confidence=answer.confidence,
        answer=lambda reader: answer_evidence(
            candidate.proof,
            faithfulness=candidate.faithfulness,
            retrieval=evidence_score(candidate.proof, answer.evidence),
            reader=reader,
            agreement=decision.agreement,
        ),
        reader=candidate.confidence,
        span=span if guess == answer.best_guess else None,
        span_right=exact_match(guess, row["answers"]),
    )


def _span(answer: Answer) -> tuple[str, Evidence | None]:
    """Read the evidence again for the best span, as the extractive reader does."""
    passages = sorted(answer.evidence, key=lambda passage: -passage.score)
    views = [view_of(passage) for passage in passages]
    features = analyze_question(answer.question, answer.language)
    features = with_known_names(answer.question, features, views, answer.language)
    if features.answer_type == "yes_no" or len(features.options) > 1:
        return "", None
    asked = ask(answer.question, features, views)
    chain = follow_slots(features.slots, views, guesser(views))
    ranked = rank_spans(asked, views, chain)
    if not ranked:
        return "", None
    best = ranked[0].best.candidate
    guess = best.view.written(best.span.start, best.span.end)
    return guess, span_evidence(asked, ranked, views)


def _fit(rows: Sequence[tuple[Evidence, float]]) -> Formula:
    """Fit by maximum likelihood with an L2 penalty on weights of standardised evidence."""
    names = list(rows[0][0])
    matrix = np.array([[held[name] for name in names] for held, _ in rows])
    right = np.array([r for _, r in rows])
    centre, spread = matrix.mean(axis=0), matrix.std(axis=0) + 1e-9
    bounds = np.array([_BOUNDS.get(name, _RISING) for name in names]) * spread[:, None]
    base, weights = _descended((matrix - centre) / spread, right, bounds)
    weights = weights / spread
    return Formula(base - float(weights @ centre), dict(zip(names, weights.tolist(), strict=True)))


def _descended(matrix: Floats, right: Floats, bounds: Floats) -> tuple[float, Floats]:
    """Go down the loss's slope, within bounds; it is convex, so this ends at its least."""
    base, weights = 0.0, np.clip(np.zeros(len(bounds)), bounds[:, 0], bounds[:, 1])
    # The steepest the slope can change, which bounds a step that cannot overshoot.
    step = 1 / (0.25 * np.linalg.eigvalsh(matrix.T @ matrix)[-1] + 2 * _L2 + len(right))
    for _ in range(_STEPS):
        off = 1 / (1 + np.exp(-base - matrix @ weights)) - right
        base -= step * float(off.sum())
        moved = weights - step * (matrix.T @ off + 2 * _L2 * weights)
        weights = np.clip(moved, bounds[:, 0], bounds[:, 1])
    return base, weights


def _print(title: str, formula: Formula) -> None:
    print(f"{title}: base {formula.base:.2f}")
    for name, weight in formula.weights.items():
        print(f"    {name:12} {weight:6.2f}")


if __name__ == "__main__":
    typer.run(main)
