"""Asking all questions of a data set, into a file, and on from where a run was stopped.

Rows go to FILE.part as they come, one JSON line per question; when the last one is there, they
are sorted by the data set's order into FILE. A run that was killed finds FILE.part, keeps its
whole rows, and asks the rest, so that it ends with the same file as a run left alone (but for
times). Questions that broke are asked again.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..state.errors import InputError
from .datasets import Dataset, QuestionRow
from .rows import Outcome, Row, outcome

GoOn = Callable[[], bool]
"""Tells whether a further question may be started."""

AskAll = Callable[[Sequence[QuestionRow], GoOn], Iterable[Row]]
"""Asks questions, in any order, as long as it may (see `workers`)."""


class RunFile:
    """The rows of one run on disk.

    Args:
        path: Where the finished rows go.
        settings: What the run depends on; a run is only continued under equal settings.

    Raises:
        InputError: `path`.part belongs to a run with other settings, or is no file of rows.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        self._header = _line({"run": dict(settings)})
        self._places: dict[str, tuple[int, int]] = {}
        self.outcomes: dict[str, Outcome] = {}
        if self._part.exists():
            self._read_part()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._part.write_bytes(self._header)
        self._file = self._part.open("ab")

    def _read_part(self) -> None:
        """Take over whole rows without an error; cut off a last line that was not finished."""
        with self._part.open("rb") as lines:
            header = lines.readline()
            end = len(header)
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                row = self._row(line)
                if row["error"] is None:
                    if header != self._header:
                        raise self._refusal("belongs to a run with other settings")
                    self._remember(row, end, len(line))
                end += len(line)
        if header == self._header:
            os.truncate(self._part, end)
        else:
            self._part.write_bytes(self._header)

    def _row(self, line: bytes) -> Row:
        try:
            row: Row = json.loads(line)
        except ValueError:
            row = {}
        if not isinstance(row, dict) or "error" not in row:
            raise self._refusal("holds lines that are no rows of this version")
        return row

    def _refusal(self, why: str) -> InputError:
        return InputError(f"{self._part} {why}: delete it, or write to another file")

    def _remember(self, row: Row, start: int, length: int) -> None:
        self._places[row["id"]] = (start, length)
        self.outcomes[row["id"]] = outcome(row)

    def add(self, row: Row) -> Outcome:
        """Write a row, and return what is kept of it."""
        line = _line(row)
        start = self._file.tell()
        self._file.write(line)
        self._file.flush()
        self._remember(row, start, len(line))
        return self.outcomes[row["id"]]

    def finish(self, dataset: Dataset) -> None:
        """Write the finished file in the data set's order, and drop the unfinished one."""
        self.close()
        ordered = self._path.with_name(f"{self._path.name}.ordered")
        with self._part.open("rb") as rows, ordered.open("wb") as out:
            out.write(self._header)
            for question in dataset.questions:
                if question.id in self._places:
                    start, length = self._places[question.id]
                    rows.seek(start)
                    out.write(rows.read(length))
        ordered.replace(self._path)
        self._part.unlink()

    def close(self) -> None:
        """Leave the unfinished file to a later run."""
        self._file.close()


def ask_all(
    dataset: Dataset,
    file: RunFile,
    asking: AskAll,
    *,
    max_usd: float | None = None,
    progress: Callable[[Outcome], None] = lambda outcome: None,
) -> bool:
    """Ask the questions with a known answer that `file` does not hold yet.

    Args:
        dataset: The questions.
        file: Where the rows are and go.
        asking: How to ask.
        max_usd: Start no further question once the run has cost this much, in US dollars.
        progress: Called with each new outcome.

    Returns:
        True if the run is complete, False if it stopped at the budget and may be continued.

    Raises:
        InputError: A budget is set and the price of the model is not known.
    """
    left = [q for q in dataset.questions if q.answers and q.id not in file.outcomes]
    spent = sum(_cost(known, max_usd) for known in file.outcomes.values())

    def go_on() -> bool:
        return max_usd is None or spent < max_usd

    asked = 0
    for row in asking(left, go_on):
        known = file.add(row)
        asked += 1
        spent += _cost(known, max_usd)
        progress(known)
    return asked == len(left)


def fingerprint(dataset: Dataset) -> str:
    """Return a hash over all questions and passages, in hexadecimal."""
    digest = hashlib.sha256()
    for item in (*dataset.questions, *dataset.passages):
        digest.update(f"{item!r}\n".encode())
    return digest.hexdigest()


def _line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _cost(known: Outcome, max_usd: float | None) -> float:
    if known.usage.cost_usd is None and max_usd is not None:
        raise InputError(f"the price of {known.reader} is not known: leave out the budget")
    return known.usage.cost_usd or 0.0
