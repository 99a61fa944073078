"""Showing a report: tables for the terminal and for Markdown, and the files beside it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .plots import calibration_svg

if TYPE_CHECKING:
    from rich.console import Console

_PERCENT = "percent [95 % interval]"
_MISSING_SHOWN = 10
_NO_ANSWER = "(none)"
_COVERAGES = (0.25, 0.5, 0.75, 1.0)
_GROUPED = {
    "retrieval": ("recall@2", "recall@5", "recall@10", "all_gold@5"),
    "answers": ("em", "f1", "abstained", "proof_valid", "evidence_all_gold"),
}
"""The scores shown by group; the JSON file has all."""


@dataclass(frozen=True)
class Table:
    """A titled table of strings; the first column names the row."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]] = field(default_factory=list)


def tables(report: Mapping[str, Any]) -> list[Table]:
    """Return the tables that show `report` (of either mode), shares in percent."""
    shown = _retrieval_tables(report) if report["mode"] == "retrieval" else _answer_tables(report)
    return [table for table in (*shown, *_group_tables(report), *_published(report)) if table.rows]


def _retrieval_tables(report: Mapping[str, Any]) -> list[Table]:
    names = list(report["metrics"])
    title = (
        f"Retrieval, {report['dataset']}: {report['n']} labelled questions "
        f"({report['unlabelled']} without labels left out), {report['passages']:,} passages; "
        f"{_PERCENT}"
    )
    rows = [["hopgraph", *_cells(names, report["metrics"], report["intervals"])]]
    for baseline, values in report["baselines"].items():
        intervals = report["baseline_intervals"][baseline]
        rows.append([f"{baseline} alone", *_cells(names, values, intervals)])
    times = [
        [name, f"{report[key]['p50']:.1f}", f"{report[key]['p95']:.1f}"]
        for name, key in (("search", "latency_ms"), ("encoding the question", "encoding_ms"))
    ]
    return [
        Table(title, ["", *names], rows),
        Table("Time per question", ["ms", "p50", "p95"], times),
    ]


def _answer_tables(report: Mapping[str, Any]) -> list[Table]:
    corpus = f"{report['passages']:,} passages" if report["passages"] else "a store of one's own"
    title = (
        f"Answers, {report['dataset']}: {report['n']} questions, {corpus}, "
        f"reader {', '.join(report['readers']) or 'none'}"
    )
    metrics = [
        [name, *_cells([name], report["metrics"], report["intervals"])]
        for name in report["metrics"]
    ]
    usage = [[name, _plain(value)] for name, value in report["usage"].items()]
    usage += [[f"latency_s {name}", _plain(value)] for name, value in report["latency_s"].items()]
    errors = [[error, str(n)] for error, n in report["errors"].items()]
    reliability = [
        [
            f"{row['low']:.1f} to {row['high']:.1f}",
            str(row["n"]),
            _percent(row["confidence"]),
            _percent(row["accuracy"]),
        ]
        for row in report["reliability"]
    ]
    return [
        Table(title, ["measure", _PERCENT], metrics),
        _baseline_table(report),
        Table("Usage", ["total", "value"], usage),
        Table("Questions that broke", ["error", "n"], errors),
        Table("Reliability", ["confidence", "n", "mean confidence", "right"], reliability),
        Table(
            "Risk and coverage", ["answered", "wrong of these", "from confidence"], _risks(report)
        ),
    ]


def _baseline_table(report: Mapping[str, Any]) -> Table:
    """Return the run's scores beside those of plain answers; no rows where there are none."""
    names = ("em", "f1")
    rows = [
        [name.replace("_", " "), *_cells(names, values, report["baseline_intervals"][name])]
        for name, values in report["baselines"].items()
    ]
    if rows:
        rows.insert(0, ["hopgraph", *_cells(names, report["metrics"], report["intervals"])])
    title = f"Beside plain answers from the same passages; {_PERCENT}"
    return Table(title, ["", *names], rows)


def _risks(report: Mapping[str, Any]) -> list[list[str]]:
    """Return the first point of the curve at or past each of a few coverages."""
    points = report["risk_coverage"]
    chosen = [
        next(point for point in points if point["coverage"] >= coverage - 1e-6)
        for coverage in _COVERAGES
        if points
    ]
    return [
        [_percent(p["coverage"]), _percent(p["risk"]), f"{p['threshold']:.3f}"]
        for p in {p["coverage"]: p for p in chosen}.values()
    ]


def _group_tables(report: Mapping[str, Any]) -> list[Table]:
    result = []
    for grouping, groups in report["groups"].items():
        names = _GROUPED[report["mode"]]
        rows = [
            [value, str(group["n"]), *(_percent(group.get(name)) for name in names)]
            for value, group in groups.items()
        ]
        result.append(Table(f"By {grouping}", [grouping, "n", *names], rows))
    return result


def _published(report: Mapping[str, Any]) -> list[Table]:
    rows = [
        [row["system"], row["measure"], f"{row['percent']:g}", row["source"]]
        for row in report["published"]["figures"]
    ]
    return [Table("Published figures", ["system", "measure", "percent", "source"], rows)]


def difference_tables(comparison: Mapping[str, Any]) -> list[Table]:
    """Return the tables that show a comparison of two runs."""
    differences = [
        [
            name,
            str(row["n"]),
            _percent(row["a"]),
            _percent(row["b"]),
            f"{100 * row['difference']:+.1f} {_interval(row['interval'], '+')}",
        ]
        for name, row in comparison["differences"].items()
    ]
    flips = [
        [side, flip["question"], *(flip.get(run, "-") or _NO_ANSWER for run in ("a", "b"))]
        for side in ("gained", "lost")
        for flip in comparison[side]
    ]
    gained, lost = len(comparison["gained"]), len(comparison["lost"])
    title = f"{comparison['n']} questions in both; by {comparison['flipped_by']} B gained {gained}"
    shown = [
        Table(
            f"{title}, lost {lost}",
            ["percent", "n", "A", "B", "B - A [95 % interval]"],
            differences,
        ),
        Table(f"Flipped by {comparison['flipped_by']}", ["B", "question", "A", "B"], flips),
        *(_missing_table(run, comparison[f"only_in_{run.lower()}"]) for run in ("A", "B")),
    ]
    return [table for table in shown if table.rows]


def _missing_table(run: str, questions: Sequence[Mapping[str, str]]) -> Table:
    rows = [[line["id"], line["question"]] for line in questions[:_MISSING_SHOWN]]
    if len(questions) > _MISSING_SHOWN:
        rows.append(["...", f"and {len(questions) - _MISSING_SHOWN} more"])
    return Table(f"Only in {run}: {len(questions)} questions", ["id", "question"], rows)


def print_tables(shown: Sequence[Table], console: "Console") -> None:
    """Print tables to a terminal."""
    from rich.markup import escape
    from rich.table import Table as RichTable

    for table in shown:
        rich = RichTable(title=escape(table.title), title_justify="left")
        for column in table.columns:
            rich.add_column(escape(column), overflow="fold")
        for row in table.rows:
            rich.add_row(*(escape(cell) for cell in row))
        console.print(rich)


def markdown(shown: Sequence[Table]) -> str:
    """Return tables as Markdown."""
    parts = []
    for table in shown:
        lines = [table.columns, ["---"] * len(table.columns), *table.rows]
        cells = (
            " | ".join(c.replace("|", "\\|").replace("\n", " ") for c in line) for line in lines
        )
        parts.append(f"## {table.title}\n\n" + "\n".join(f"| {line} |" for line in cells) + "\n")
    return "\n".join(parts)


def write_report(report: Mapping[str, Any], path: Path) -> None:
    """Write `report` to `path` as JSON, and Markdown (and the plots of answers) beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(report, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")
    note = f"\n{report['published']['note']}\n"
    path.with_suffix(".md").write_text(markdown(tables(report)) + note, encoding="utf-8")
    if report["mode"] == "answers":
        path.with_suffix(".svg").write_text(calibration_svg(report), encoding="utf-8")


def _cells(
    names: Sequence[str], values: Mapping[str, float | None], intervals: Mapping[str, Any]
) -> list[str]:
    return [
        f"{_percent(values[name])} {_interval(intervals[name])}"
        if name in intervals
        else _percent(values[name])
        for name in names
    ]


def _interval(bounds: Sequence[float], sign: str = "") -> str:
    low, high = bounds
    return f"[{100 * low:{sign}.1f}, {100 * high:{sign}.1f}]"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def _plain(value: float | None) -> str:
    return "unknown" if value is None else f"{value:,.4f}".rstrip("0").rstrip(".")
