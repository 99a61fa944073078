"""The benchmark of Arabic questions over English text, on a set of its own."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "language"


@pytest.fixture
def cross(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARK))
    import cross

    yield cross
    sys.modules.pop("cross")


def write(path: Path, *rows: dict[str, Any]) -> None:
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")


def test_each_pair_of_languages_has_its_own_labels(
    cross: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(tmp_path / "corpus.jsonl", {"id": "a1", "title": "", "text": "ولد نادر في أورفالا."})
    write(tmp_path / "corpus_en.jsonl", {"id": "e1", "title": "", "text": "Nader was born there."})
    english = {"question": "Where was Nader born?", "answers": ["x"], "supporting_ids": ["e1"]}
    arabic = {"question": "أين ولد نادر؟", "answers": ["أورفالا"], "supporting_ids": ["a1"]}
    write(tmp_path / "questions.jsonl", {"id": "q", **arabic, "en": english})
    monkeypatch.setattr(cross, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["cross.py", str(tmp_path)])
    cross.main()
    found = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert [row[1] for row in found] == ["Arabic, Arabic", "Arabic, English", "English, English"]
    assert {row[2] for row in found} == {"100.0"}
