"""Two runs over the same questions: the paired difference, and what flipped."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..state.errors import InputError
from .bootstrap import mean_interval

_DECIDING = {"answers": "em", "retrieval": "all_gold@5"}


def read_report(path: Path) -> dict[str, Any]:
    """Read a report that `hopgraph eval --out` wrote.

    Raises:
        InputError: The file is not such a report.
    """
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise InputError(f"{path} does not exist: give a file written with --out") from error
    except ValueError as error:
        raise InputError(f"{path} is not JSON: give a file written with --out") from error
    if not isinstance(report, dict) or report.get("mode") not in _DECIDING:
        raise InputError(f"{path} is not a report: give a file written with --out")
    return report


def compare(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Any]:
    """Compare two reports of one mode question by question.

    Returns:
        `n` questions in both, and those `only_in_a` and `only_in_b`; for each score, over the `n`
        questions that have it in both, the means, `difference` (b minus a) and its 95 %
        `interval`; and the questions that became right (`gained`) or wrong (`lost`), by exact
        match, or by whether all evidence is in the first five.

    Raises:
        InputError: The reports are of different modes, or share no question.
    """
    if a["mode"] != b["mode"]:
        raise InputError(f"cannot compare {a['mode']} with {b['mode']}: give two of one mode")
    lines_a, lines_b = _by_question(a), _by_question(b)
    pairs = [(line, lines_b[key]) for key, line in lines_a.items() if key in lines_b]
    if not pairs:
        raise InputError("the two files share no question: give two runs over one data set")
    deciding = _DECIDING[a["mode"]]
    changed = [
        (_flip(one, other), other["scores"][deciding] - one["scores"][deciding])
        for one, other in pairs
    ]
    return {
        "mode": a["mode"],
        "n": len(pairs),
        "only_in_a": _only_in(lines_a, lines_b),
        "only_in_b": _only_in(lines_b, lines_a),
        "differences": {
            name: _difference(values)
            for name in dict.fromkeys(name for line, _ in pairs for name in line["scores"])
            if (values := _paired(pairs, name))
        },
        "flipped_by": deciding,
        "gained": [flip for flip, change in changed if change > 0],
        "lost": [flip for flip, change in changed if change < 0],
    }


def _by_question(report: Mapping[str, Any]) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Index the lines by id and text: files of one's own number their questions alike."""
    return {(line["id"], line["question"]): line for line in report["questions"]}


def _only_in(
    lines: Mapping[tuple[str, str], Any], others: Mapping[tuple[str, str], Any]
) -> list[dict[str, str]]:
    return [{"id": id_, "question": text} for id_, text in lines if (id_, text) not in others]


def _paired(pairs: Sequence[tuple[Any, Any]], name: str) -> list[tuple[float, float]]:
    """Return a score of the questions that have it in both: an abstention has no proof."""
    both = [(x["scores"], y["scores"]) for x, y in pairs]
    return [(x[name], y[name]) for x, y in both if name in x and name in y]


def _difference(values: list[tuple[float, float]]) -> dict[str, Any]:
    n = len(values)
    a, b = sum(x for x, _ in values) / n, sum(y for _, y in values) / n
    return {
        "n": n,
        "a": round(a, 6),
        "b": round(b, 6),
        "difference": round(b - a, 6),
        "interval": mean_interval([y - x for x, y in values]),
    }


def _flip(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    answers = {"a": one["answer"], "b": other["answer"]} if "answer" in one else {}
    return {"id": one["id"], "question": one["question"], **answers}
