"""Rows of the files that data sets come in: JSON, JSON lines and CSV, each with its place."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..state.errors import InputError

_QUESTION = frozenset({"question", "questions", "q", "query"})
_ANSWER = frozenset({"answer", "answers", "a", "gold"})
_DELIMITERS = ",;\t"

Placed = tuple[Mapping[str, Any], str]
"""A JSON object, and where it stands."""

_Cells = tuple[list[str], str]


def records(path: Path) -> Iterator[Placed]:
    """Yield the objects of a JSON list or of JSON lines.

    Raises:
        InputError: The file is neither.
    """
    text = _text(path)
    if not text.lstrip().startswith("["):
        yield from _objects(path, text)
        return
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON ({error}): give a data set's file") from error
    for number, row in enumerate(rows, start=1):
        yield _object(row, f"{path}, item {number}")


def json_lines(path: Path) -> Iterator[Placed]:
    """Yield the objects of JSON lines; empty lines are skipped.

    Raises:
        InputError: A line is no JSON object.
    """
    yield from _objects(path, _text(path))


def question_answer_pairs(path: Path) -> Iterator[tuple[str, str]]:
    """Yield question and answer of each line of a CSV file with two columns.

    Commas, semicolons or tabs separate them: the first of these that gives every line two
    columns. A first line that names the columns may name them in either order; without one
    the question comes first.

    Raises:
        InputError: A line has not two columns, or only one of the two is named.
    """
    rows = _csv_rows(path)
    swapped = False
    if rows and (named := _named_columns(rows[0][0], path)):
        swapped = named[0] == "answer"
        rows = rows[1:]
    for cells, at in rows:
        answer, question = cells if swapped else cells[::-1]
        if not question or not answer:
            raise InputError(f"{at} lacks the {'answer' if question else 'question'}: add it")
        yield question, answer


def _csv_rows(path: Path) -> list[_Cells]:
    text = _text(path)
    problems = []
    for delimiter in _DELIMITERS:
        rows, problem = _split(path, text, delimiter)
        if not problem:
            return rows
        problems.append(problem)
    raise InputError(problems[0])


def _split(path: Path, text: str, delimiter: str) -> tuple[list[_Cells], str]:
    """Return the lines that are not empty, and what is wrong with the first bad one, or ""."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[_Cells] = []
    try:
        for row in reader:
            at = f"{path}:{reader.line_num}"
            if len(row) not in (0, 2):
                return [], f"{at} has {len(row)} columns: question,answer needed"
            rows += [([cell.strip() for cell in row], at)] if row else []
    except csv.Error as error:
        return [], f"{path}:{reader.line_num} is not CSV ({error}): close and double its quotes"
    return rows, ""


def _named_columns(cells: list[str], path: Path) -> list[str]:
    """Return what a first line names its two columns, or [] if it names none.

    "q", "a" or "gold" alone names nothing: it can be an answer.
    """
    named = [_column_name(cell) for cell in cells]
    if sorted(named) == ["answer", "question"]:
        return named
    if "question" in (cell.lower() for cell in cells):
        header = ",".join(cells)
        raise InputError(f"{path} has the columns {header}: name them question and answer")
    return []


def _column_name(cell: str) -> str:
    word = cell.lower()
    return "question" if word in _QUESTION else "answer" if word in _ANSWER else ""


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 ({error.reason}): save it as UTF-8") from error


def _objects(path: Path, text: str) -> Iterator[Placed]:
    # Not splitlines: a JSON string may hold other line separators as they are.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"{path}:{number} is not JSON ({error}): each line must be one object"
            ) from error
        yield _object(row, f"{path}:{number}")


def _object(row: object, at: str) -> Placed:
    if not isinstance(row, dict):
        raise InputError(f"{at} is no JSON object: give one per question or passage")
    return row, at
