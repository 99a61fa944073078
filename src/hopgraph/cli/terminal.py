"""What the commands print: results on stdout, everything else on stderr."""

import json
import sys
from dataclasses import asdict, is_dataclass
from typing import Any

import typer

from ..reasoning.printable import one_line, printable, printable_json


def say(text: str) -> None:
    """Print a result."""
    typer.echo(printable(text))


def say_json(value: Any) -> None:
    """Print a result as one JSON object."""
    say_json_text(json.dumps(plain(value), ensure_ascii=False, sort_keys=True, default=str))


def say_json_text(text: str) -> None:
    """Print what is JSON already."""
    typer.echo(printable_json(text))


def say_figures(report: Any) -> None:
    """Print the fields of a report, one a line; of a list, each item on a line of its own."""
    for name, value in asdict(report).items():
        items = (value or ["none"]) if isinstance(value, list | tuple) else [value]
        for item in items:
            say(f"{name}: {one_line(str(item))}")


def counted(count: int, thing: str) -> str:
    """Return a count with what is counted."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def tell(line: str) -> None:
    """Print what a person should know beside the result."""
    said = printable(line).replace("\n", " ")
    print(f"hopgraph: {said}", file=sys.stderr)  # noqa: T201 - the command line speaks


def plain(value: Any) -> Any:
    """Return a report as values that JSON knows."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return value
