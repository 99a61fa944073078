import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from evaluation_samples import DATASET, QUESTIONS, Scripted, answer

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


SLOW_RUN = """
import sys, time
from functools import partial
from pathlib import Path

sys.path.insert(0, {folder!r})
from evaluation_samples import Scripted
from hopgraph.evaluation import in_processes, measure_answers
from test_runs import MANY


class Slow(Scripted):
    def query(self, question):
        time.sleep(0.2)
        return super().query(question)


if __name__ == "__main__":
    asking = partial(in_processes, partial(Slow, MANY), 2)
    measure_answers(MANY, asking, lines=Path({lines!r}))
"""


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_a_killed_run_leaves_no_worker_and_continues_to_the_same_file(tmp_path):
    lines = tmp_path / "a.jsonl"
    script = tmp_path / "slow_run.py"
    code = SLOW_RUN.format(folder=str(Path(__file__).parent), lines=str(lines))
    script.write_text(code, encoding="utf-8")
    process = subprocess.Popen([sys.executable, str(script)], start_new_session=True)
    part = lines.with_name("a.jsonl.part")
    wait_until(lambda: part.exists() and part.read_bytes().count(b"\n") > 3)
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_until(lambda: not group_lives(process.pid))
    assert part.exists()
    run(lines, Scripted(MANY), MANY)
    run(tmp_path / "whole.jsonl", Scripted(MANY), MANY)
    assert rows_without_times(lines) == rows_without_times(tmp_path / "whole.jsonl")


def group_lives(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(condition):
    deadline = time.monotonic() + 15
    while not condition():
        assert time.monotonic() < deadline, "nothing happened for 15 s"
        time.sleep(0.05)
