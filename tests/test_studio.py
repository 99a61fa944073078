"""The graph on a real LangGraph server: what Studio asks for, and one run."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hopgraph import HopGraph

ROOT = Path(__file__).resolve().parent.parent
QUESTION = "In which country is the Eiffel Tower?"
COMMAND = (sys.executable, "-m", "langgraph_cli", "dev", "--no-browser", "--no-reload")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _environment(store: Path) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LANGSMITH_", "LANGCHAIN_", "GROQ_", "GOOGLE_", "GEMINI_"))
    }
    return {
        **kept,
        "HOPGRAPH_STORE": str(store),
        "LANGSMITH_TRACING": "false",
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))),
    }


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("studio")
    store = folder / "store"
    texts = ["The Eiffel Tower is in Paris.", "Paris is the capital of France."]
    with HopGraph(store, "extractive", "embedded") as hopgraph:
        hopgraph.ingest(texts)
    # The server keeps its files in the working folder, so it runs in one of its own.
    config = (ROOT / "langgraph.json").read_text(encoding="utf-8")
    (folder / "langgraph.json").write_text(
        config.replace('"."', f'"{ROOT.as_posix()}"'), encoding="utf-8"
    )
    (folder / ".env").write_text("", encoding="utf-8")
    port = _free_port()
    log = (folder / "log").open("w", encoding="utf-8")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "langgraph_cli",
            "dev",
            "--no-browser",
            "--no-reload",
            "--port",
            str(port),
        ],
        cwd=folder,
        env=_environment(store),
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        _wait_until_up(port, process, folder / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        log.close()


def _wait_until_up(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(240):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/ok", timeout=1):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.25)
    pytest.fail(f"the server did not start:\n{log.read_text(encoding='utf-8')[-3000:]}")


@pytest.fixture
def client(server: str) -> Iterator[Any]:
    from langgraph_sdk import get_sync_client

    with get_sync_client(url=server) as opened:
        yield opened


def test_studio_finds_forms_for_the_question_and_the_settings(client: Any) -> None:
    assistant = client.assistants.search()[0]
    schemas = client.assistants.get_schemas(assistant["assistant_id"])
    assert schemas["input_schema"]["properties"]["question"]["description"]
    assert schemas["context_schema"]["properties"]["max_hops"]["maximum"] == 10
    drawing = client.assistants.get_graph(assistant["assistant_id"], xray=True)
    assert {"analyze", "arbitrate"} <= {node["id"] for node in drawing["nodes"]}


def test_a_run_answers_with_a_proof(client: Any) -> None:
    thread = client.threads.create()
    for _ in range(2):
        state = client.runs.wait(thread["thread_id"], "hopgraph", input={"question": QUESTION})
        assert state["answer"]["answer"] == "France"
        assert state["answer"]["proof"]["status"] == "valid"
        arms = [candidate["arm"] for candidate in state["candidates"]]
        assert len(arms) == len(set(arms))


def test_bad_input_is_refused_by_name(client: Any) -> None:
    state = client.runs.wait(
        None, "hopgraph", input={"question": "q", "hops": 0}, raise_error=False
    )
    assert "hops" in str(state["__error__"])
