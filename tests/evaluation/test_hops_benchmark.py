"""The benchmark of hops, on a set of its own."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from evaluation_samples import DATASET, write_folder

from hopgraph.models.encoder import EmbeddedEncoder

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "hops"


@pytest.fixture
def measure(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARK))
    import measure

    yield measure
    sys.modules.pop("measure")


def test_tells_what_each_way_of_reading_found(
    measure: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_folder(tmp_path / "small", DATASET)
    encoder = EmbeddedEncoder()
    texts = [f"{p.title}\n{p.text}" for p in DATASET.passages]
    vectors = np.array(encoder.embed_documents(texts), np.float32)
    np.save(tmp_path / "small" / "minilm_int8.npy", vectors)
    out = tmp_path / "out"
    asked = ["measure.py", str(tmp_path), "--sets", "small", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", asked)
    measure.main()
    lines = capsys.readouterr().out.splitlines()
    labelled = sum(bool(q.supporting_ids) for q in DATASET.questions)
    assert lines[2].startswith(f"| small | all | {labelled} |")
    made = json.loads((out / "small.json").read_text(encoding="utf-8"))
    assert set(made) == {"search", "hops", "own"}
    assert all(len(rows) == labelled for rows in made.values())
