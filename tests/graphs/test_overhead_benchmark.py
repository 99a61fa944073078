"""The benchmark of the workflow's own time asks again of what it kept, and finds all of it."""

from pathlib import Path

import pytest
from graph_samples import QUESTION, Script, ScriptedReader, abstaining, proved

from hopgraph import Corpus
from hopgraph.evaluation import Dataset, QuestionRow

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "workflow"


@pytest.mark.parametrize(("script", "arms"), [(proved, 1), (abstaining, 3)])
@pytest.mark.parametrize("way", ["one_by_one", "at_once"])
def test_what_was_kept_is_enough_to_ask_again(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, script: Script, arms: int, way: str
) -> None:
    monkeypatch.syspath_prepend(BENCHMARK)
    import overhead

    monkeypatch.setattr(overhead.gc, "freeze", lambda: None)  # Other tests look for garbage.
    asked = QuestionRow("q", QUESTION, ("Osterby",), ("mills",))
    reader = ScriptedReader(script)
    dataset = Dataset("mills", (asked,) * 3)
    kept = overhead.kept_of(corpus, reader, dataset, 1, lambda answer: len(answer.arms) == arms)
    assert kept.questions == [QUESTION] * 2
    taken = getattr(overhead, way)(kept)
    assert [len(answer.arms) for answer in taken.answers] == [arms]
    assert not taken.answers[0].failures
    assert taken.wall > 0
    if script is proved:
        assert taken.answers[0].answer == "Osterby"
        assert taken.answers[0].usage.model_calls == 1
