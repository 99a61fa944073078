"""hopgraph query: the answer on stdout, everything else on stderr, and exit codes that tell."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from socket import socket
from typing import Any, NamedTuple

import pytest

from hopgraph import notices
from hopgraph.cli import main
from hopgraph.state.values import Answer

SECRET = ("GROQ_", "GOOGLE_", "GEMINI_", "LANGSMITH_", "LANGCHAIN_", "HOPGRAPH_STORE")

EIFFEL = [
    "In which country is the Eiffel Tower?",
    "--text",
    "The Eiffel Tower is in Paris.",
    "--text",
    "Paris is the capital of France.",
]


class Result(NamedTuple):
    """How a command ended."""

    code: int
    stdout: str
    stderr: str


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run the command in this process, offline and as if for the first time."""
    for name in list(os.environ):
        if name.startswith(SECRET):
            monkeypatch.delenv(name)
    monkeypatch.setattr(notices, "_said", set())

    def command(*arguments: str | Path) -> Result:
        monkeypatch.setattr(sys, "argv", ["hopgraph", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        out = capfd.readouterr()
        return Result(int(end.value.code or 0), out.out, out.err)

    return command


def in_a_process(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a person would: in a process of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(SECRET)}
    return subprocess.run(
        [sys.executable, "-m", "hopgraph", *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**kept, "PYTHONUTF8": "1", **env},
    )


def answered(result: Result | subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert result.stdout.count("\n") == 1, result.stderr
    return json.loads(result.stdout)


def test_two_texts_answer_a_two_hop_question_with_a_proof(run: Run) -> None:
    answer = answered(run("query", *EIFFEL, "--json"))
    assert answer["answer"] == "France"
    assert answer["reader"] == "extractive"
    assert answer["proof"]["status"] == "valid"
    texts = {p["id"]: p["text"] for p in answer["evidence"]}
    assert len(answer["proof"]["steps"]) == 2
    for step in answer["proof"]["steps"]:
        assert texts[step["passage_id"]][step["start"] : step["end"]] == step["quote"]


def test_json_holds_exactly_the_fields_of_an_answer(run: Run) -> None:
    answer = answered(run("query", *EIFFEL, "--json"))
    assert set(answer) == set(Answer.model_fields)
    assert {"id", "source", "title", "text", "score"} <= set(answer["evidence"][0])
    assert {"rule", "claim", "passage_id", "quote", "start", "end"} <= set(
        answer["proof"]["steps"][0]
    )
    assert Answer.model_validate(answer).answer == "France"


def test_only_the_answer_goes_to_stdout_and_the_notice_to_stderr(run: Run) -> None:
    result = run("query", *EIFFEL)
    assert result.stdout.startswith("France\n")
    assert "└─ 1. lookup" in result.stdout
    assert "extractive reader" in result.stderr


def test_hash_seed_and_order_of_texts_change_nothing() -> None:
    def stable(seed: str, question: list[str]) -> str:
        answer = answered(in_a_process("query", *question, "--json", PYTHONHASHSEED=seed))
        del answer["usage"]["wall_s"]
        return json.dumps(answer)

    swapped = [EIFFEL[0], *EIFFEL[3:], *EIFFEL[1:3]]
    assert stable("1", EIFFEL) == stable("2", EIFFEL) == stable("3", swapped)


def test_any_locale_takes_and_gives_any_script() -> None:
    question = ["متى تأسست مدينة أوستربي؟", "--text", "تأسست مدينة أوستربي في عام 1871 — يوم 😀."]
    done = in_a_process("query", *question, "--json", PYTHONUTF8="0", LC_ALL="C")
    assert done.returncode == 0, done.stderr
    answer = answered(done)
    assert answer["language"] == "ar"
    assert "1871" in answer["answer"]
    assert "😀" in answer["evidence"][0]["text"]


def test_no_answer_ends_with_code_3(run: Run) -> None:
    result = run("query", "Who painted the ceiling?", "--text", "...", "--abstain", "unproved")
    assert result.code == 3


def test_an_unreachable_provider_ends_with_code_4(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket() as closed:
        closed.bind(("127.0.0.1", 0))
        monkeypatch.setenv("GROQ_API_BASE", f"http://127.0.0.1:{closed.getsockname()[1]}")
    monkeypatch.setenv("GROQ_API_KEY", "gsk_secret")
    result = run("query", *EIFFEL, "--max-calls", "1")
    assert result.code == 4, result.stdout + result.stderr
    assert "gsk_secret" not in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["query", "", "--text", "x"], "''"),
        (["query", "   ", "--text", "x"], "'   '"),
        (["query", "Who?", "--text", "   "], "text"),
        (["query", "Who?"], "--store"),
        (["query", "Who?", "--docs", "missing.txt"], "missing.txt"),
        (["query", "Who?", "--store", "nowhere"], "nowhere"),
        (["query", "Who?", "--text", "x", "--hops", "0"], "0"),
        (["query", "Who?", "--text", "x", "--chat", "nobody:nothing"], "nobody"),
        (["query", "Who?", "--text", "x", "--embeddings", "nobody:nothing"], "nobody"),
        (["query", "Who?", "--text", "x", "--as-of", "soon"], "soon"),
        (["query", "Who?", "--text", "x", "--language", "English"], "English"),
        (["query", "Who?", "--text", "x", "--language", "xx"], "ISO 639-1 code such as ar, de"),
        (["analyze", "Who?", "--language", "xx"], "ISO 639-1 code such as ar, de"),
        (["query", "Who?", "--text", "x", "--filter", "year"], "year"),
        (["update", "a", "--store", "nowhere", "--text", "x"], "nowhere"),
        (["ingest", "missing-folder", "--store", "new"], "missing-folder"),
    ],
)
def test_bad_input_is_one_line_that_names_the_value(
    run: Run,
    arguments: list[str],
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.code == 2, result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    assert named in result.stderr
    assert not result.stdout
    said = [line for line in result.stderr.splitlines() if "extractive reader" not in line]
    assert len(said) == 1


def test_asking_a_folder_that_is_no_store_leaves_it_as_it_was(run: Run, tmp_path: Path) -> None:
    result = run("query", "Who?", "--store", tmp_path)
    assert result.code == 2
    assert str(tmp_path) in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_place_for_a_store(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("x", encoding="utf-8")
    result = run("ingest", file, "--store", file)
    assert result.code == 2
    assert f"{file} is a file" in result.stderr


def test_a_folder_with_nothing_readable_is_bad_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    result = run("query", "Who?", "--docs", tmp_path)
    assert result.code == 2
    assert str(tmp_path) in result.stderr


def test_help_teaches_the_main_uses(run: Run) -> None:
    shown = run("--help").stdout
    assert "Exit codes" in shown
    for command in ("query", "ingest", "update", "delete", "sources", "graph", "analyze", "eval"):
        assert command in shown
        assert run(command, "--help").code == 0


@pytest.mark.parametrize(
    ("command", "told"), [("query", "by default 3"), ("eval", "by default on")]
)
def test_no_word_of_help_is_taken_for_markup(
    run: Run, command: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    assert told in run(command, "--help").stdout


def test_the_version_is_shown(run: Run) -> None:
    from importlib.metadata import version

    assert run("--version").stdout == f"hopgraph {version('hopgraph')}\n"


def test_importing_the_package_is_fast_and_light() -> None:
    code = (
        "import sys, time; t = time.perf_counter(); import hopgraph; "
        "print(time.perf_counter() - t < 0.1, 'langgraph' in sys.modules, 'numpy' in sys.modules)"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert out.split() == ["True", "False", "False"]
