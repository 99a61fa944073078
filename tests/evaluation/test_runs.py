import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial

import pytest
from evaluation_samples import DATASET, QUESTIONS, Cores, Scripted, answer, write_folder

from hopgraph.evaluation import in_processes, in_threads, measure_answers
from hopgraph.state.errors import InputError

MANY = replace(
    DATASET,
    questions=tuple(
        replace(QUESTIONS[0], id=f"q{n:02}", question=f"Question {n}?", answers=(f"Answer {n}",))
        for n in range(20)
    ),
)


def run(lines, system, dataset=DATASET, workers=1, **options):
    return measure_answers(dataset, partial(in_threads, system, workers), lines=lines, **options)


def rows_without_times(path):
    """Return the bytes of a finished file with the one figure that is not reproducible left out."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row.get("result"):
            del row["result"]["usage"]["wall_s"]
        lines.append(json.dumps(row))
    return lines


def test_writes_one_line_per_question_in_the_order_of_the_data_set(tmp_path):
    lines = tmp_path / "runs" / "a.jsonl"
    run(lines, Scripted(MANY), MANY, workers=4, settings={"chat": "scripted"})
    header, *rows = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert header["run"]["chat"] == "scripted"
    assert [row["id"] for row in rows] == [q.id for q in MANY.questions]
    assert rows[0]["result"]["proof"]["steps"][0]["quote"] == "Mill House"
    assert rows[0]["answers"] == ["Answer 0"]
    assert set(rows[0]["baselines"]["best_sentence"]) == {"em", "f1"}
    assert not lines.with_name("a.jsonl.part").exists()


def test_a_finished_run_is_asked_afresh(tmp_path):
    first, second = Scripted(), Scripted()
    run(tmp_path / "a.jsonl", first)
    run(tmp_path / "a.jsonl", second)
    assert second.asked == first.asked


class Stops(Scripted):
    """Stops as a kill would, after some questions."""

    def __init__(self, after, dataset):
        super().__init__(dataset)
        self._after = after

    def query(self, question):
        if len(self.asked) >= self._after:
            raise KeyboardInterrupt
        return super().query(question)


@pytest.mark.parametrize("torn", [b"", b'{"id": "q0', b"\xff"])
def test_a_stopped_run_continues_to_the_same_file(tmp_path, torn):
    run(tmp_path / "whole.jsonl", Scripted(MANY), MANY)
    lines = tmp_path / "a.jsonl"
    asked = []
    for _ in range(5):
        system = Stops(3, MANY)
        with pytest.raises(KeyboardInterrupt):
            run(lines, system, MANY)
        asked += system.asked
        with lines.with_name("a.jsonl.part").open("ab") as part:
            part.write(torn)
    last = Scripted(MANY)
    report = run(lines, last, MANY)
    assert sorted(asked + last.asked) == [q.id for q in MANY.questions]
    assert report["n"] == 20
    assert rows_without_times(lines) == rows_without_times(tmp_path / "whole.jsonl")


def test_a_run_killed_before_its_first_line_starts_again(tmp_path):
    part = tmp_path / "a.jsonl.part"
    part.write_bytes(b'{"run"')
    assert run(tmp_path / "a.jsonl", Scripted())["n"] == 3


def test_questions_that_broke_are_asked_again_when_a_run_continues(tmp_path):
    lines = tmp_path / "a.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(lines, StopsBroken())
    healed = Scripted()
    assert run(lines, healed)["failed"] == 0
    assert healed.asked == ["q1", "q3"]


class StopsBroken(Scripted):
    """Breaks on the first question and stops at the third."""

    def query(self, question):
        if len(self.asked) == 2:
            raise KeyboardInterrupt
        self._broken = ("q1",)
        return super().query(question)


def test_a_run_with_other_settings_is_not_continued(tmp_path):
    lines = tmp_path / "a.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(lines, Stops(1, DATASET), settings={"chat": "a"})
    with pytest.raises(InputError, match="other settings"):
        run(lines, Scripted(), settings={"chat": "b"})
    with pytest.raises(InputError, match="other settings"):
        run(lines, Scripted(MANY), MANY, settings={"chat": "a"})


def test_rows_of_an_older_kind_are_refused_in_words(tmp_path):
    lines = tmp_path / "a.jsonl"
    part = tmp_path / "a.jsonl.part"
    part.write_text('{"run": {"chat": "old"}}\n{"id": "q1", "error": null}\n', "utf-8")
    with pytest.raises(InputError, match="other settings"):
        run(lines, Scripted(), settings={"chat": "a"})
    assert '"q1"' in part.read_text("utf-8")


@pytest.mark.parametrize("line", ["not JSON", "[]", '{"id": "q1"}'])
def test_lines_that_are_no_rows_are_refused_in_words(tmp_path, line):
    part = tmp_path / "a.jsonl.part"
    part.write_text(f'{{"run": {{}}}}\n{line}\n', "utf-8")
    with pytest.raises(InputError, match="no rows of this version: delete it"):
        run(tmp_path / "a.jsonl", Scripted())
    assert line in part.read_text("utf-8")


class Priced(Scripted):
    """Costs one cent a question."""

    def query(self, question):
        given = super().query(question)
        return given.model_copy(update={"usage": given.usage.model_copy(update={"cost_usd": 0.01})})


def test_a_run_stops_at_its_budget_and_continues_with_a_larger_one(tmp_path):
    lines = tmp_path / "a.jsonl"
    report = run(lines, Priced(MANY), MANY, max_usd=0.05)
    assert (report["complete"], report["n"]) == (False, 5)
    assert run(lines, Priced(MANY), MANY, max_usd=0.05)["n"] == 5
    report = run(lines, Priced(MANY), MANY, max_usd=1.0)
    assert report["complete"]
    assert report["usage"]["cost_usd"] == pytest.approx(0.2)


def test_a_budget_needs_a_known_price(tmp_path):
    class Unpriced(Scripted):
        def query(self, question):
            return answer(question, "x", cost_usd=None)

    with pytest.raises(InputError, match="price of scripted is not known"):
        run(None, Unpriced(), max_usd=1.0)


def test_progress_counts_earlier_sittings(tmp_path):
    lines = tmp_path / "a.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(lines, Stops(2, DATASET))
    seen = []
    run(lines, Scripted(), progress=lambda outcome: seen.append(outcome.id))
    assert seen == ["q1", "q2", "q3"]


def test_processes_answer_like_threads(tmp_path):
    asking = partial(in_processes, partial(Scripted, MANY), 2)
    report = measure_answers(MANY, asking, lines=tmp_path / "a.jsonl")
    run(tmp_path / "b.jsonl", Scripted(MANY), MANY)
    assert report["n"] == 20
    assert rows_without_times(tmp_path / "a.jsonl") == rows_without_times(tmp_path / "b.jsonl")


@pytest.mark.parametrize(("said", "given"), [(None, "1"), ("3", "3")])
def test_workers_compute_on_one_core_each_unless_the_user_says_otherwise(monkeypatch, said, given):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    if said:
        monkeypatch.setenv("OMP_NUM_THREADS", said)
    report = measure_answers(DATASET, partial(in_processes, Cores, 2))
    assert {question["answer"] for question in report["questions"]} == {given}
    assert os.environ.get("OMP_NUM_THREADS") == said


KILLED_AFTER = (30, 0, 1, 60, 120)
"""After how many rows a run is killed, one time after another."""

MOST = replace(
    DATASET,
    questions=tuple(replace(q, id=f"{q.id}-{n:03}") for n in range(80) for q in QUESTIONS),
)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_a_run_killed_again_and_again_ends_with_the_files_of_one_left_alone(tmp_path, long_share):
    folder = write_folder(tmp_path / "sample", MOST)
    killed, whole = tmp_path / "killed.json", tmp_path / "whole.json"
    part = tmp_path / "killed.jsonl.part"
    for rows in KILLED_AFTER[: max(1, round(len(KILLED_AFTER) * long_share))]:
        process = evaluating(folder, killed, tmp_path)
        wait_until(lambda rows=rows: written(part) > rows, process)
        process.send_signal(signal.SIGKILL)
        process.wait()
        wait_until(lambda process=process: not group_lives(process.pid))
        assert not killed.exists()
        assert rows < written(part) <= len(MOST.questions)
    for out in (killed, whole):
        assert evaluating(folder, out, tmp_path).wait() == 0
    assert not part.exists()
    assert rows_without_times(killed.with_suffix(".jsonl")) == rows_without_times(
        whole.with_suffix(".jsonl")
    )
    assert report_without_times(killed) == report_without_times(whole)


def evaluating(folder, out, temporary):
    """Start the real command in a process of its own."""
    command = "eval", folder, "--mode", "answers", "--chat", "extractive", "--workers", 2
    return subprocess.Popen(
        [sys.executable, "-m", "hopgraph", *map(str, command), "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(temporary)},
        start_new_session=True,
    )


def written(part):
    """Return how many whole lines a run's unfinished file has, the header included."""
    return part.read_bytes().count(b"\n") if part.exists() else 0


def report_without_times(path):
    """Return a report with the figures that are not reproducible left out."""
    report = json.loads(path.read_text(encoding="utf-8"))
    del report["latency_s"], report["usage"]["wall_s"]
    return report


def group_lives(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(condition, process=None):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "nothing happened for 60 s"
        assert process is None or process.poll() is None, "the run ended by itself"
        time.sleep(0.005)
