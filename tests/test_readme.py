"""Every example of the README runs, and its drawing is the graph's own."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hopgraph import build_graph

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("code", _blocks("python"), ids=lambda code: code.split("\n")[0][:40])
def test_a_python_example_runs(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "France" in done.stdout


def test_the_command_line_example_runs(tmp_path: Path) -> None:
    (block,) = [code for code in _blocks("bash") if "hopgraph ingest" in code]
    command = f'"{sys.executable}" -m hopgraph'
    script = re.sub(r"^hopgraph", command.replace("\\", "/"), block, flags=re.MULTILINE)
    done = subprocess.run(
        [shutil.which("bash") or "bash", "-euc", script],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Osterby" in done.stdout
    assert "proof: valid" in done.stdout


def test_the_first_command_is_what_ci_runs() -> None:
    install = _blocks("bash")[0]
    assert "pip install ." in install
    assert "hopgraph query" in install


def test_the_drawing_is_the_graphs_own() -> None:
    (drawing,) = _blocks("mermaid")
    assert drawing.strip() == build_graph().get_graph().draw_mermaid().strip()
