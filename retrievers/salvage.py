"""What can still be read of a damaged SQLite file, put into a new one."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

Row = tuple[Any, ...]
_JSON_AT = {"versions": 5, "places": 3}  # the columns of metadata
_LAST_NUMBER = "SELECT seq FROM sqlite_sequence WHERE name = 'versions'"


def salvage(damaged: sqlite3.Connection, fresh: sqlite3.Connection) -> None:
    """Copy the rows of a store's file that can be read.

    A bad page takes along only the rows that stand on it. A version has all of its places, or,
    if one cannot be read, none.

    Args:
        damaged: The file.
        fresh: Another with the same tables, empty.

    Raises:
        sqlite3.Error: If the settings cannot be read: nothing is known without them.
    """
    settings = damaged.execute("SELECT name, value FROM settings").fetchall()
    numbers = {row[0] for row in _readable(damaged, "SELECT version FROM places")}
    numbers.update(row[0] for row in _readable(damaged, _LAST_NUMBER))
    last = max((number for number in numbers if isinstance(number, int)), default=0)
    versions = _rows(damaged, "versions", "number", range(1, last + 1))
    places = _rows(damaged, "places", "version", [row[0] for row in versions])
    ids = sorted({row[2] for row in places})
    passages = _rows(damaged, "passages", "id", ids)
    contents = sorted({row[1] for row in passages})
    vectors = _rows(damaged, "vectors", "content", contents)
    texts = _rows(damaged, "texts", "id", ids)
    strays = _readable(damaged, "SELECT passage FROM strays")
    _fill(fresh, "settings", settings)
    _fill(fresh, "versions", versions)
    _fill(fresh, "places", places)
    _fill(fresh, "passages", passages)
    _fill(fresh, "vectors", vectors)
    _fill(fresh, "texts", texts)
    _fill(fresh, "strays", strays)
    _fill(fresh, "replaced", _readable(damaged, "SELECT source, key FROM replaced"))


def free_name(path: Path) -> Path:
    """Return a name beside `path` under which something damaged can be kept."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    return next(name for name in names if not name.exists())


def _rows(file: sqlite3.Connection, table: str, key: str, wanted: Iterable[Any]) -> list[Row]:
    """Return the rows with these keys: from a scan, and beyond a bad page each by itself."""
    found: dict[Any, list[Row]] = {}
    last = None
    with suppress(sqlite3.Error):
        for last, *row in file.execute(f"SELECT {key}, * FROM {table} NOT INDEXED"):  # noqa: S608
            found.setdefault(last, []).append(tuple(row))
        last = None
    found.pop(last, None)  # it may be cut off
    rows: list[Row] = []
    for each in wanted:
        query = f"SELECT * FROM {table} WHERE {key} = ?"  # noqa: S608
        some = found[each] if each in found else _readable(file, query, each)
        rows += some if all(_is_sound(row, _JSON_AT.get(table)) for row in some) else []
    return rows


def _is_sound(row: Row, json_at: int | None) -> bool:
    """Tell whether a row that was read can be what was written: damage may be read as well."""
    with suppress(ValueError, TypeError):
        return None not in row and (json_at is None or isinstance(json.loads(row[json_at]), dict))
    return False


def _readable(file: sqlite3.Connection, query: str, *values: Any) -> list[Row]:
    """Return all rows of a query, or none if one cannot be read."""
    try:
        return file.execute(query, values).fetchall()
    except sqlite3.Error:
        return []


def _fill(file: sqlite3.Connection, table: str, rows: list[Row]) -> None:
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        file.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608
