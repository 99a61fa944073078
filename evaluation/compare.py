"""Two runs over the same questions: the paired difference, and what flipped."""

import json
from collections.abc import Mapping
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
        `n` questions in both; for each score both have, the means, `difference` (b minus a) and
        its 95 % `interval`; and the questions that became right (`gained`) or wrong (`lost`),
        by exact match, or by whether all evidence is in the first five.

    Raises:
        InputError: The reports are of different modes, or share no question.
    """
    if a["mode"] != b["mode"]:
        raise InputError(f"cannot compare {a['mode']} with {b['mode']}: give two of one mode")
    known = {line["id"]: line for line in b["questions"]}
    pairs = [(line, known[line["id"]]) for line in a["questions"] if line["id"] in known]
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
        "only_in_one": len(a["questions"]) + len(b["questions"]) - 2 * len(pairs),
        "differences": {
            name: _difference([(x["scores"][name], y["scores"][name]) for x, y in pairs])
            for name in pairs[0][0]["scores"]
            if all(name in x["scores"] and name in y["scores"] for x, y in pairs)
        },
        "flipped_by": deciding,
        "gained": [flip for flip, change in changed if change > 0],
        "lost": [flip for flip, change in changed if change < 0],
    }


def _difference(values: list[tuple[float, float]]) -> dict[str, Any]:
    n = len(values)
    a, b = sum(x for x, _ in values) / n, sum(y for _, y in values) / n
    return {
        "a": round(a, 6),
        "b": round(b, 6),
        "difference": round(b - a, 6),
        "interval": mean_interval([y - x for x, y in values]),
    }


def _flip(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    answers = {"a": one["answer"], "b": other["answer"]} if "answer" in one else {}
    return {"id": one["id"], "question": one["question"], **answers}
