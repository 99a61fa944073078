"""The replication script through the real Groq and Gemini clients, against a loopback server."""

import json

import pytest
import typer
from fake_llm import FakeLLM, fake_llm, fake_llm_server
from replicate import main

from hopgraph.state.errors import InputError

__all__ = ["fake_llm", "fake_llm_server"]

WORDS = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Gum")
REPLY = json.dumps({"steps": [], "answer": "Norvale", "missing": [], "sub_questions": []})


@pytest.fixture
def data(tmp_path):
    """Six questions in HippoRAG's layout."""
    corpus = [{"title": f"{w} Hall", "text": f"{w} Hall stands in {w}ton."} for w in WORDS]
    rows = [
        {
            "_id": f"q{n}",
            "question": f"Where does {word} Hall stand?",
            "answer": f"{word}ton",
            "type": "bridge",
            "supporting_facts": [[f"{word} Hall", 0]],
            "context": [[f"{word} Hall", [f"{word} Hall stands in {word}ton."]]],
        }
        for n, word in enumerate(WORDS)
    ]
    folder = tmp_path / "data"
    folder.mkdir()
    for name, value in (("hotpotqa", rows), ("hotpotqa_corpus", corpus)):
        (folder / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    return folder


@pytest.fixture
def run(data, tmp_path, monkeypatch):
    """The script as the command line calls it, on one set, one question at a time."""
    monkeypatch.setenv("GROQ_API_KEY", "gsk_fake")
    monkeypatch.setenv("GOOGLE_API_KEY", "AIzaFake")
    settings = {
        "data": data,
        "names": ["hotpotqa"],
        "estimate": False,
        "max_usd": 1.0,
        "chat": "groq:openai/gpt-oss-120b",
        "embeddings": "google_genai:gemini-embedding-2",
        "policy": "staged",
        "limit": None,
        "workers": 1,
        "results": tmp_path / "results",
    }
    return lambda **changed: main(**(settings | changed))


def test_an_estimate_calls_nobody(run, tmp_path, capsys):
    run(estimate=True)
    said = capsys.readouterr().out
    assert "hotpotqa" in said and "$0.0" in said and "encoding is extra" in said
    assert not (tmp_path / "results").exists()


def test_a_budget_that_cannot_be_kept_is_refused_before_the_first_call(run, tmp_path):
    with pytest.raises(InputError, match="the price of groq:unheard-of is not known"):
        run(chat="groq:unheard-of")
    assert not (tmp_path / "results").exists()


def test_stops_at_the_budget_goes_on_from_there_and_keeps_what_is_done(
    run, tmp_path, monkeypatch, capsys, fake_llm: FakeLLM
):
    monkeypatch.setenv("GROQ_API_BASE", fake_llm.url)
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", fake_llm.url)
    fake_llm.says(REPLY)
    results = tmp_path / "results"
    with pytest.raises(typer.Exit):
        run(max_usd=0.0005)
    assert "start again with a larger --max-usd" in capsys.readouterr().out
    stopped = _report(results)
    assert 0 < stopped["n"] < len(WORDS) and not stopped["complete"]
    assert stopped["usage"]["cost_usd"] >= 0.0005

    run()
    done = _report(results)
    assert done["complete"] and done["n"] == len(WORDS)
    assert done["failed"] == 0 and done["readers"] == ["groq:openai/gpt-oss-120b"]
    stats = fake_llm.stats
    assert done["usage"]["model_calls"] == stats["n_chat"]
    assert stats["duplicate_chat_calls"] == 0

    run()
    assert "is done: delete" in capsys.readouterr().out
    assert _report(results) == done and fake_llm.stats["n_chat"] == stats["n_chat"]


def _report(results):
    return json.loads((results / "hotpotqa.json").read_text(encoding="utf-8"))
