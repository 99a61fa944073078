"""Names by the real Stanza pipeline, over tiny models trained here."""

import importlib.util
import sys
from pathlib import Path

import pytest
from tiny_stanza import cached_models

from hopgraph.language.decomposer import QueryDecomposer
from hopgraph.state.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore")  # Stanza's and torch's own warnings

needs_stanza = pytest.mark.skipif(
    importlib.util.find_spec("stanza") is None,
    reason='Stanza is not installed: pip install ".[stanza]" runs this test',
)


@pytest.fixture(scope="session")
def models() -> Path:
    return cached_models()


@needs_stanza
@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("en", "Zora Finch works for Otter Group.", {"PER": "Zora Finch", "ORG": "Otter Group"}),
        ("ar", "ولد سامي حداد في بورتا.", {"PER": "سامي حداد", "LOC": "بورتا"}),
    ],
)
def test_names_have_types_and_places(
    models: Path, language: str, text: str, names: dict[str, str]
) -> None:
    decomposer = QueryDecomposer(use_stanza=True, language=language, stanza_dir=models)
    assert all(text[name.start : name.end] == name.text for name in decomposer.find_names(text))
    assert decomposer.get_entities_by_type(text) == {k: [name] for k, name in names.items()}
    assert decomposer.extract_entities(text) == list(names.values())


@needs_stanza
def test_the_split_is_the_same_with_and_without_stanza(models: Path) -> None:
    question = "Where was the owner of Heron Works born?"
    with_models = QueryDecomposer(use_stanza=True, stanza_dir=models)
    assert with_models.decompose(question) == QueryDecomposer().decompose(question)


@needs_stanza
def test_the_folder_can_come_from_the_environment(
    models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOPGRAPH_STANZA_DIR", str(models))
    assert QueryDecomposer(use_stanza=True).extract_entities("Sam Alder was born in Ellery.")


@needs_stanza
@pytest.mark.parametrize("language", ["en", "ar"])
def test_absent_models_are_said_with_the_remedy(tmp_path: Path, language: str) -> None:
    with pytest.raises(InputError, match=r"run stanza\.download"):
        QueryDecomposer(use_stanza=True, language=language, stanza_dir=tmp_path)


@needs_stanza
def test_a_language_without_models_is_said_with_the_remedy(models: Path) -> None:
    with pytest.raises(InputError, match="No Stanza models for 'fi'"):
        QueryDecomposer(use_stanza=True, language="fi", stanza_dir=models)


def test_absent_stanza_is_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stanza", None)
    with pytest.raises(InputError, match=r'pip install "\.\[stanza\]"'):
        QueryDecomposer(use_stanza=True)
