"""Ten thousand runs of the workflow: random readers and searches, passages that contradict."""

import os
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from graph_samples import BORN, FOUNDED, PASSAGES, QUESTION, ScriptedReader, called, failing, quoted

from hopgraph import Context, build_graph
from hopgraph.models.reading import Reading, ReadingTask
from hopgraph.reasoning.text import words
from hopgraph.state.context import Budgets
from hopgraph.state.values import Answer, Passage

RUNS = 10_000 if os.environ.get("HOPGRAPH_LONG") else 300
QUESTIONS = (
    QUESTION,
    "Who is older, the founder of Varnholt Mills or Ulf Stonebridge?",
    "Why did the founder of Varnholt Mills leave Osterby?",
    "What is the capital of the country where the founder of Varnholt Mills was born?",
    "أين ولد مؤسس شركة نور؟",
    "mills",
)
CONTRADICTIONS = [
    ("ulf2", "Varnholt Mills", "Varnholt Mills was founded by Ulf Stonebridge in 1905."),
    ("edda2", "Edda Quillfeather", "Edda Quillfeather was born in Kelmere, not in Osterby."),
    ("nour", "شركة نور", "شركة نور من تأسيس سامي حداد عام ١٩٩٠."),
]
HELD = [
    Passage(id=name, source=name, title=title, text=text, score=0.6)
    for name, title, text in [*PASSAGES, *CONTRADICTIONS]
]


class RandomCorpus:
    """Searches that bring anything, nothing, or break; it remembers what it was asked."""

    def __init__(self) -> None:
        self.start(0)

    def start(self, seed: int) -> None:
        self.seed = seed
        self.asked: list[str] = []

    def search(self, query: str, k: int, **_: Any) -> list[Passage]:
        self.asked.append(query)
        # Searches run side by side: what one brings must not depend on which comes first.
        chance = Random(f"{self.seed} {query}")  # noqa: S311
        if chance.random() < 0.05:
            raise OSError("the disk is gone")
        return chance.sample(HELD, min(k, chance.randint(0, len(HELD))))


class RandomReader(ScriptedReader):
    """A reader that proves, lies, abstains, fails, or never says enough."""

    def start(self, seed: int) -> None:
        self.seed = seed
        self.never_enough = seed % 3 == 0
        self.made: list[str] = []
        self.tasks.clear()

    def read(self, task: ReadingTask) -> Reading:
        self.tasks.append(task)
        call = called(task)
        # As with a chat model, a prompt that was asked before is not asked again.
        if call.id not in {prior.id for prior in task.prior}:
            if task.limits.calls is not None and task.limits.calls < 1:
                return failing(task)
            self.made.append(call.id)
        found = self._found(task, Random(f"{self.seed} {call.id}"))  # noqa: S311
        return replace(found, calls=(call,))

    def _found(self, task: ReadingTask, chance: Random) -> Reading:
        missing = tuple(f"missing {chance.randint(0, 3)}" for _ in range(chance.randint(0, 2)))
        kind = chance.random()
        if self.never_enough or kind < 0.4:
            return Reading(abstained=True, missing=missing)
        if kind < 0.5:
            return Reading(abstained=True, missing=(task.question,))
        steps = (
            quoted(task, FOUNDED, "Varnholt Mills", "Edda Quillfeather"),
            quoted(task, BORN, "Edda Quillfeather", "Osterby", inputs=(1,)),
        )
        given = chance.choice(["Osterby", "Kelmere", "Edda Quillfeather", ""])
        return Reading(answer=given, steps=steps[: chance.randint(0, 2)], missing=missing)


@pytest.mark.long
def test_no_run_exceeds_its_budget_asks_twice_or_hides_what_it_lacks() -> None:
    corpus, reader = RandomCorpus(), RandomReader(failing)
    graph = build_graph(corpus=corpus, chat=reader)  # type: ignore[arg-type]
    for seed in range(RUNS):
        chance = Random(seed)  # noqa: S311
        corpus.start(seed)
        reader.start(seed)
        hops, calls = chance.choice([None, 1, 2, 5]), chance.choice([None, 0, 1, 2, 5])
        context = Context(
            policy=chance.choice(["staged", "exhaustive"]),
            max_hops=chance.randint(1, 4),
            confidence_threshold=chance.choice([0.75, 1.0]),
            budgets=Budgets(max_calls=calls),
        )
        question = chance.choice(QUESTIONS)
        state = graph.invoke({"question": question, "hops": hops}, context=context)
        answer: Answer = state["answer"]
        most = hops or context.max_hops
        assert max((hop.hop_number for hop in answer.hops), default=0) <= most, seed
        assert calls is None or len(reader.made) <= calls, seed
        _assert_asked_once(question, answer, seed)
        _assert_honest(answer, seed)


def _assert_asked_once(question: str, answer: Answer, seed: int) -> None:
    """Hops ask each query once; the first search's own passages may come in later hops."""
    asked = [words(hop.query) for hop in answer.hops if hop.query != question]
    assert len(asked) == len({tuple(query) for query in asked}), seed
    assert all(query != words(question) for query in asked), seed
    read = [passage.id for hop in answer.hops for passage in hop.passages]
    assert len(read) == len(set(read)), seed


def _assert_honest(answer: Answer, seed: int) -> None:
    """No answer is claimed that is not there, and no quote that is not in a passage."""
    assert answer.answer == ("" if answer.abstained else answer.best_guess), seed
    assert 0 <= answer.confidence <= 1, seed
    texts = {passage.id: passage.text for passage in HELD}
    for step in answer.proof.steps:
        if step.status == "valid" and step.quote:
            assert texts[step.passage_id][step.start : step.end] == step.quote, seed
    if answer.arm is None:
        assert answer.abstained, seed
