"""The language that is asked for wins over the one that is detected."""

import json

import pytest
from typer.testing import CliRunner

from hopgraph import HopGraph
from hopgraph.cli import app

TEXTS = ["Brightwell Foods was founded by Edgar Marlow."]
QUESTION = "Was Brightwell Foods founded by Edgar Marlow?"


@pytest.mark.parametrize(("language", "expected"), [(None, "en"), ("ar", "ar"), ("fr", "fr")])
def test_a_query_answers_in_the_language_given(language: str | None, expected: str) -> None:
    with HopGraph.from_documents(TEXTS) as hopgraph:
        found = hopgraph.query(QUESTION, language=language)
    assert found.language == expected


@pytest.mark.parametrize(
    ("question", "language"), [("مؤسس Brightwell Foods", "en"), ("Brightwell Foods", "ar")]
)
def test_analyze_takes_the_language_given(question: str, language: str) -> None:
    arguments = ["analyze", question, "--language", language, "--json"]
    shown = json.loads(CliRunner().invoke(app, arguments).stdout)
    assert shown["language"] == language
