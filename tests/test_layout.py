"""The layout of the repository: every room is packaged, linked and imported only downwards."""

import ast
import os
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ORDER = [
    "state",
    "reasoning",
    "language",
    "models",
    "retrievers",
    "nodes",
    "graphs",
    "evaluation",
]


def _project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("room", ORDER)
def test_every_room_is_packaged_and_linked(room: str) -> None:
    setuptools = _project()["tool"]["setuptools"]
    assert f"hopgraph.{room}" in setuptools["packages"]
    assert setuptools["package-dir"][f"hopgraph.{room}"] == room
    link = ROOT / "src" / "hopgraph" / room
    # A checkout without links has the target as text.
    target = os.readlink(link) if link.is_symlink() else link.read_text(encoding="utf-8").strip()
    assert target == f"../../{room}"


def test_every_package_folder_is_listed() -> None:
    packages = set(_project()["tool"]["setuptools"]["packages"])
    found = {"hopgraph", "hopgraph.cli"}
    for room in ORDER:
        for init in (ROOT / room).rglob("__init__.py"):
            found.add(".".join(("hopgraph", *init.parent.relative_to(ROOT).parts)))
    assert packages == found


def _imports(file: Path, room: str) -> set[str]:
    """Return the rooms that `file` imports from."""
    depth_of_file = len(file.relative_to(ROOT).parts) - 1
    rooms = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or node.level <= depth_of_file:
            continue
        first = (node.module or "").split(".")[0]
        if first != room:
            rooms.add(first or "hopgraph")
    return rooms


@pytest.mark.parametrize("room", ORDER)
def test_a_room_imports_only_from_rooms_below_it(room: str) -> None:
    allowed = set(ORDER[: ORDER.index(room)])
    if room == "evaluation":
        allowed -= {"graphs", "nodes"}
    for file in sorted((ROOT / room).rglob("*.py")):
        assert _imports(file, room) <= allowed, f"{file.relative_to(ROOT)} looks up"


def test_the_package_is_marked_as_typed() -> None:
    assert (ROOT / "src" / "hopgraph" / "py.typed").is_file()
