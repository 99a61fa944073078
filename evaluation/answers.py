"""Measuring answers: a run over a data set, and the report of its outcomes."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from .calibration import (
    ReliabilityBin,
    RiskPoint,
    auroc,
    calibration_error,
    reliability,
    risk_coverage,
)
from .datasets import Dataset
from .published import beside
from .rows import Outcome
from .runs import AskAll, RunFile, ask_all, fingerprint
from .summary import Scored, groups, intervals, means, percentiles, question_lines

_COUNTED = ("model_calls", "cached_calls", "input_tokens", "output_tokens")


def measure_answers(
    dataset: Dataset,
    asking: AskAll,
    *,
    lines: Path | None = None,
    settings: Mapping[str, Any] | None = None,
    max_usd: float | None = None,
    progress: Callable[[Outcome], None] = lambda outcome: None,
) -> dict[str, Any]:
    """Ask every question that has a known answer, and score the answers.

    Args:
        dataset: The questions; their passages are already in the system's corpus.
        asking: How to ask: `in_threads` or `in_processes`, bound to a system.
        lines: File for one JSON line per question; a run that was stopped continues there.
        settings: What the answers depend on; written to `lines`.
        max_usd: Stop once the run has cost this much, in US dollars.
        progress: Called with each outcome, those of earlier sittings first.

    Returns:
        A report, ready for JSON: shares in [0, 1], times in seconds. `complete` is False if the
        run stopped at the budget.

    Raises:
        InputError: `lines` belongs to a run with other settings, or a budget is set and the
            model's price is not known.
    """
    with TemporaryDirectory() as folder:
        path = lines or Path(folder) / "lines.jsonl"
        file = RunFile(path, {"data": fingerprint(dataset), **(settings or {})})
        try:
            earlier = list(file.outcomes.values())
            for outcome in earlier:
                progress(outcome)
            started = perf_counter()
            complete = ask_all(dataset, file, asking, max_usd=max_usd, progress=progress)
            wall_s = perf_counter() - started + sum(o.usage.wall_s for o in earlier)
            if complete:
                file.finish(dataset)
        finally:
            file.close()
        return answer_report(dataset, file.outcomes, wall_s) | {"complete": complete}


def answer_report(
    dataset: Dataset, outcomes: Mapping[str, Outcome], wall_s: float
) -> dict[str, Any]:
    """Make the report of a run.

    Confidence is judged against the exact match of the best guess, which is the answer unless
    the run abstained: so abstaining neither helps nor harms the figures of calibration.

    Args:
        dataset: What was asked.
        outcomes: By question id.
        wall_s: Seconds the run took; earlier sittings count by their questions' own times.
    """
    asked = [q for q in dataset.questions if q.id in outcomes]
    known = [outcomes[q.id] for q in asked]
    scored = [Scored(q, outcomes[q.id].scores) for q in asked]
    scores = [row.scores for row in scored]
    baselines = _baselines(known)
    readers = sorted({o.reader for o in known if o.reader})
    calibration, curves = _calibration(scores)
    return {
        "mode": "answers",
        "dataset": dataset.name,
        "passages": len(dataset.passages),
        "n": len(known),
        "without_key": sum(1 for q in dataset.questions if not q.answers),
        "failed": sum(1 for o in known if o.error is not None),
        "errors": dict(sorted(Counter(o.error for o in known if o.error is not None).items())),
        "readers": readers,
        "metrics": {**means(scores), **calibration},
        "intervals": intervals(scores),
        "baselines": {name: means(rows) for name, rows in baselines.items()},
        "baseline_intervals": {name: intervals(rows) for name, rows in baselines.items()},
        "usage": _total_usage(known, wall_s),
        "latency_s": percentiles([o.usage.wall_s for o in known if o.error is None]),
        **curves,
        "groups": groups(scored),
        "published": asdict(beside(dataset, "answers", readers)),
        "questions": [
            line | {"answer": o.answer}
            for line, o in zip(question_lines(scored), known, strict=True)
        ],
    }


def _baselines(known: Sequence[Outcome]) -> dict[str, list[Mapping[str, float]]]:
    """Gather the scores of each baseline; a question that broke gave it nothing to read."""
    gathered: dict[str, list[Mapping[str, float]]] = {}
    for outcome in known:
        for name, scores in outcome.baselines.items():
            gathered.setdefault(name, []).append(scores)
    return gathered


def _calibration(
    scores: Sequence[Mapping[str, float]],
) -> tuple[dict[str, float | None], dict[str, list[dict[str, float]]]]:
    confidences = [s["confidence"] for s in scores]
    right = [s["guess_em"] for s in scores]
    table = reliability(confidences, right)
    figures = {"auroc": auroc(confidences, right), "calibration_error": calibration_error(table)}
    curves: dict[str, Sequence[ReliabilityBin] | Sequence[RiskPoint]] = {
        "reliability": table,
        "risk_coverage": risk_coverage(confidences, right),
    }
    return (
        {name: None if value is None else round(value, 6) for name, value in figures.items()},
        {
            name: [{key: round(value, 6) for key, value in vars(row).items()} for row in rows]
            for name, rows in curves.items()
        },
    )


def _total_usage(known: Sequence[Outcome], wall_s: float) -> dict[str, Any]:
    costs = [o.usage.cost_usd for o in known]
    total: dict[str, Any] = {name: sum(getattr(o.usage, name) for o in known) for name in _COUNTED}
    return total | {
        "calls_per_question": round(total["model_calls"] / max(1, len(known)), 4),
        "cost_usd": None if None in costs else round(sum(cost or 0.0 for cost in costs), 6),
        "wall_s": round(wall_s, 3),
    }
