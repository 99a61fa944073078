"""What stderr says of models and of files that were left out."""

from pathlib import Path

import pytest
from langchain_core.embeddings import Embeddings

from hopgraph import HopGraph, notices


@pytest.fixture(autouse=True)
def _as_for_the_first_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "_said", set())


class Local(Embeddings):
    """An encoder of one's own."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[1.0, float(len(text))] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


@pytest.mark.parametrize("name", ["groq:model", "google_genai:model"])
def test_a_provider_is_sent_what_it_reads(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    notices.model_notice(name)
    notices.encoder_notice(name)
    first, second = capsys.readouterr().err.splitlines()
    assert first == f"hopgraph: questions and passages are sent to {name}"
    assert second == f"hopgraph: documents and questions are sent to {name} for their vectors"


def test_an_encoder_of_ones_own_is_not_said_to_be_elsewhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with HopGraph.from_documents(["Some text."], embeddings=Local()):
        said = capsys.readouterr().err
    assert "documents and questions are given to Local for their vectors" in said
    assert "sent" not in said


def test_the_embedded_encoder_is_not_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    notices.encoder_notice("embedded:model")
    assert not capsys.readouterr().err


def test_a_text_that_names_a_file_is_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path)
    with HopGraph.from_documents(["Some text.", folder]):
        said = capsys.readouterr().err
    told = (
        f"hopgraph: {folder!r} is taken as a text: give Path({folder!r}) to read what stands there"
    )
    assert said.splitlines() == [told]


def test_files_that_were_left_out_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("Some text.", encoding="utf-8")
    (tmp_path / "b.json").write_text("{", encoding="utf-8")
    with HopGraph.from_documents(tmp_path) as hopgraph:
        assert len(hopgraph.sources()) == 1
    assert f"hopgraph: left out: {tmp_path / 'b.json'} is not JSON" in capsys.readouterr().err
