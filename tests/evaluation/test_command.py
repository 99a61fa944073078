import json

import numpy as np
import pytest
from evaluation_samples import DATASET, Scripted, write_folder
from typer.testing import CliRunner

from hopgraph.cli import app
from hopgraph.evaluation.corpora import read_vectors
from hopgraph.state.errors import InputError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for key in ("GROQ_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(key, raising=False)
    return write_folder(tmp_path / "sample")


@pytest.fixture
def scripted(monkeypatch):
    """Stand in for HopGraph, and remember how it was opened."""
    opened = []

    class Opened(Scripted):
        def __init__(self, store, **options):
            super().__init__()
            self.filters = []
            opened.append((store, options, self.filters))

        def retrieve(self, question, k, *, filter=None):
            assert not self.filters, "what is loaded is loaded before a question is asked"
            return []

        def query(self, question, *, filter=None):
            self.filters.append(filter)
            return super().query(question)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

    monkeypatch.setattr("hopgraph.app.HopGraph", Opened)
    return opened


def run(*arguments):
    result = CliRunner().invoke(app, ["eval", *map(str, arguments)], catch_exceptions=True)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_retrieval_is_measured_on_the_real_corpus(folder, tmp_path):
    out = tmp_path / "r.json"
    result = run(folder, "--out", out)
    report = json.loads(out.read_text(encoding="utf-8"))
    assert (report["n"], report["unlabelled"]) == (2, 1)
    assert report["metrics"]["recall@5"] == 1.0
    assert set(report["baselines"]) == {"bm25", "cosine"}
    assert "No published figures" in result.output.replace("\n", " ")


def test_ready_made_vectors_take_the_place_of_encoding(folder, tmp_path):
    vectors = np.zeros((3, 384), dtype=np.float16)
    vectors[:, :3] = np.eye(3)
    np.save(tmp_path / "v.npy", vectors)
    run(folder, "--vectors", tmp_path / "v.npy", "--out", tmp_path / "r.json", "--limit", "1")
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["n"] == 1


def test_answers_write_a_report_lines_and_plots(folder, tmp_path, scripted):
    out = tmp_path / "a.json"
    run(folder, "--mode", "answers", "--workers", "1", "--out", out, "--abstain", "never")
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report["metrics"]["f1"] == 1.0
    assert scripted[0][1]["abstain"] == "never" and scripted[0][1]["chat"] == "extractive"
    header, *rows = out.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(header)["run"]["policy"] == "staged"
    assert [json.loads(row)["id"] for row in rows] == ["q1", "q2", "q3"]
    assert out.with_suffix(".svg").exists() and out.with_suffix(".md").exists()


def test_an_interrupted_run_says_how_to_go_on(folder, tmp_path, scripted, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("hopgraph.app.HopGraph.query", interrupt)
    out = tmp_path / "a.json"
    result = run(folder, "--mode", "answers", "--workers", "1", "--out", out)
    assert result.exit_code == 130
    assert "the same command goes on from there" in " ".join(result.stderr.split())
    assert out.with_suffix(".jsonl.part").exists()


def test_a_filter_reaches_every_question(folder, tmp_path, scripted):
    out = tmp_path / "a.json"
    run(folder, "--mode", "answers", "--workers", "1", "--filter", "year=1999", "--out", out)
    assert scripted[0][2] == [{"year": 1999}] * 3
    header = json.loads(out.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["run"]["filter"] == {"year": 1999}


def test_a_filter_holds_for_retrieval_and_what_stands_beside_it(folder, tmp_path):
    out = tmp_path / "r.json"
    run(folder, "--filter", "source=p2", "--out", out)
    report = json.loads(out.read_text(encoding="utf-8"))
    # Of the three passages labelled for two questions only one may be found.
    found = [report["metrics"], *report["baselines"].values()]
    assert [scores["recall@10"] for scores in found] == [0.25] * 3


def test_a_csv_is_asked_of_ones_own_store(tmp_path, scripted):
    mine = tmp_path / "mine.csv"
    mine.write_text("Who built Mill House?,Ada Bell\n", encoding="utf-8")
    store = tmp_path / "store"
    store.mkdir()
    result = run(mine, "--workers", "1", "--store", store)
    assert scripted[0][0] == store
    assert "beside a store of one's own" in result.output
    for mode in ("answers", "retrieval"):
        with pytest.raises(InputError, match="mine has no corpus: give --store"):
            run(mine, "--mode", mode, "--workers", "1")


def test_a_run_that_stops_at_its_budget_says_how_to_go_on(folder, scripted):
    with pytest.raises(InputError, match="larger --max-usd"):
        run(folder, "--mode", "answers", "--workers", "1", "--max-usd", "0")


def test_two_reports_are_compared(folder, tmp_path, scripted):
    a, b, c = (tmp_path / f"{name}.json" for name in "abc")
    for out in (a, b):
        run(folder, "--mode", "answers", "--workers", "1", "--out", out)
    result = run("--compare", a, b, "--out", c)
    assert "3 questions in both" in result.output
    assert json.loads(c.read_text(encoding="utf-8"))["differences"]["em"]["difference"] == 0


def test_what_is_missing_or_does_not_fit_is_named(folder, tmp_path):
    with pytest.raises(InputError, match="nothing to measure"):
        run()
    with pytest.raises(InputError, match="--store is for answers"):
        run(folder, "--mode", "retrieval", "--store", tmp_path)
    with pytest.raises(InputError, match=r"does not end in \.json"):
        run(folder, "--out", tmp_path / "report.md")
    (tmp_path / "file").touch()
    (tmp_path / "taken.json").mkdir()
    for out in ("file/a.json", "taken.json"):
        with pytest.raises(InputError, match="cannot be written"):
            run(folder, "--out", tmp_path / out)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((2, 384), dtype=np.float32), r"float32 \(2, 384\)"),
        (np.zeros((3, 10), dtype=np.float32), r"float32 \(3, 10\)"),
        (np.zeros((3, 384), dtype=np.float64), "float64"),
    ],
)
def test_vectors_that_do_not_fit_are_named(tmp_path, array, message):
    np.save(tmp_path / "v.npy", array)
    with pytest.raises(InputError, match=message):
        read_vectors(tmp_path / "v.npy", DATASET, 384)


def test_a_file_that_is_no_array_is_named(tmp_path):
    (tmp_path / "v.npy").write_text("no array", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        read_vectors(tmp_path / "v.npy", DATASET, 384)
