"""SIMULATED readers: no model reads here. They bound what retrieval and arbitration allow.

They know the answers beforehand and look at the passages only to decide whether a reader could
have answered. Nothing they score is a result of hopgraph's readers.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from keys import Key, KnownFact
from proving import chain, compared, fact_steps, lookup

from hopgraph.language.names import find_names
from hopgraph.language.sentences import sentence_spans
from hopgraph.models.reading import Reading, ReadingTask
from hopgraph.reasoning.matching import mentions, same_name
from hopgraph.reasoning.text import normalise_answer, words
from hopgraph.state.values import ModelCall, Passage, ProofStep

Fault = Literal["wrong", "misquote", "abstain"]
_FACTS_TRIED = 20


@dataclass(frozen=True)
class PerfectReader:
    """Right whenever all gold passages are before it; else says what it could know is missing.

    A sub-question is answered if it asks for a fact the data set states and a passage says it.
    """

    keys: Mapping[str, Key]
    name: str = "simulated:perfect"
    _facts: Sequence[tuple[KnownFact, set[str]]] = field(init=False, default=(), repr=False)

    def __post_init__(self) -> None:
        """Gather the facts of all questions: a sub-question does not say whose it is."""
        facts = dict.fromkeys(fact for key in self.keys.values() for fact in key.facts)
        object.__setattr__(self, "_facts", [(fact, set(words(fact.relation))) for fact in facts])

    async def aread(self, task: ReadingTask) -> Reading:
        """Read; nothing here waits."""
        return self.read(task)

    def read(self, task: ReadingTask) -> Reading:
        """Read as one call; a prompt already sent for this question is not sent again."""
        reading = self._read(task)
        call = _call(task, self.name)
        known = call.id in {earlier.id for earlier in task.prior}
        return reading if known else replace(reading, calls=(call,))

    def _read(self, task: ReadingTask) -> Reading:
        if task.kind == "plan":
            return Reading()
        if task.kind == "sub_question":
            return self._answer_part(task)
        key = self.keys[task.question]
        gold = [p for p in task.passages if p.source in key.question.supporting_ids]
        if {p.source for p in gold} < set(key.question.supporting_ids):
            missing = _missing(key, gold, task)
            return Reading(abstained=True, missing=missing, confidence=1.0)
        answer = key.question.answers[0]
        steps = _proof(key, gold, answer, task)
        return Reading(answer=answer, steps=tuple(steps), confidence=1.0)

    def _answer_part(self, task: ReadingTask) -> Reading:
        """Answer with the fact whose relation the sub-question's words say best."""
        asked = set(words(task.question))
        scored = [
            (len(asked & relation) / len(relation), place)
            for place, (fact, relation) in enumerate(self._facts)
            if not asked.isdisjoint(relation)
            and (not fact.subject or mentions(task.question, fact.subject))
        ]
        likely = [
            place for share, place in sorted(scored, key=lambda s: (-s[0], s[1])) if share >= 0.5
        ]
        for place in likely[:_FACTS_TRIED]:
            (step,) = fact_steps([self._facts[place][0]], task.passages, task.features.anchors)
            if step is not None:
                return Reading(answer=step.object, steps=(step,), confidence=1.0)
        return Reading(abstained=True, missing=(task.question,), confidence=1.0)


def _proof(key: Key, gold: Sequence[Passage], answer: str, task: ReadingTask) -> list[ProofStep]:
    names = (*task.features.anchors, *task.features.options)
    found = fact_steps(key.facts, gold, names)
    steps = [step for step in found if step is not None]
    if not steps or len(steps) < len(found):
        steps = chain(gold, answer, names)
    comparison = compared(steps, answer, task.question, task.features.options)
    return steps if comparison is None else [*steps, comparison]


def _missing(key: Key, gold: Sequence[Passage], task: ReadingTask) -> tuple[str, ...]:
    """Return the first fact that is still open, as far as a reader could name it."""
    for fact, step in zip(key.facts, fact_steps(key.facts, gold), strict=True):
        if step is None:
            return (f"{fact.subject} {fact.relation}".strip(),)
    return (task.question,)


@dataclass(frozen=True)
class FaultyReader:
    """A perfect reader with one fault, at a rate, independently for each question and arm.

    Attributes:
        fault: "wrong" answers with another name of the passages and quotes it word for word;
            "misquote" gives the right answer with quotes that stand nowhere; "abstain" gives none.
        rate: The share of (question, arm) pairs with the fault, in [0, 1].
        seed: Another seed spreads the faults otherwise.
    """

    perfect: PerfectReader
    fault: Fault
    rate: float
    seed: int = 0

    @property
    def name(self) -> str:
        """Name the fault and its rate."""
        return f"simulated:{self.fault} {self.rate:.0%}"

    async def aread(self, task: ReadingTask) -> Reading:
        """Read; nothing here waits."""
        return self.read(task)

    def read(self, task: ReadingTask) -> Reading:
        """Read, rightly or with the fault; what is missing is always said rightly."""
        reading = self.perfect.read(task)
        if reading.abstained or not reading.answer or self._draw(task) >= self.rate:
            return reading
        if self.fault == "abstain":
            return Reading(abstained=True, confidence=1.0, calls=reading.calls)
        if self.fault == "misquote":
            garbled = tuple(
                s.model_copy(update={"quote": f"{s.quote} indeed"}) for s in reading.steps
            )
            return replace(reading, steps=garbled)
        return replace(_wrong(reading.answer, task, self._draw(task)), calls=reading.calls)

    def _draw(self, task: ReadingTask) -> float:
        """Return a number in [0, 1) that depends on seed, question and arm only."""
        text = f"{self.seed}\n{task.stage}\n{task.question}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48


def _wrong(answer: str, task: ReadingTask, draw: float) -> Reading:
    """Answer with some other name of the passages, quoted with its sentence."""
    first = int(draw * 1e6) % max(1, len(task.passages))
    for passage in (*task.passages[first:], *task.passages[:first]):
        choices = _other_names(answer, passage, task.language)
        if choices:
            sentence, name = choices[int(draw * 1e9) % len(choices)]
            step = lookup(passage, sentence, passage.title, name)
            return Reading(answer=name, steps=(step,), confidence=1.0)
    return Reading(abstained=True, confidence=1.0)


def _other_names(answer: str, passage: Passage, language: str) -> list[tuple[str, str]]:
    """Return the names in `passage` that are neither the answer nor its title, by sentence."""
    sentences = [passage.text[start:end].strip() for start, end in sentence_spans(passage.text)]
    return [
        (sentence, name.text)
        for sentence in sentences
        for name in find_names(sentence, language)
        if normalise_answer(name.text) not in ("", normalise_answer(answer))
        and not same_name(name.text, passage.title)
    ]


def _call(task: ReadingTask, name: str) -> ModelCall:
    prompt = "\n".join((name, task.kind, task.question, *(p.id for p in task.passages)))
    id_ = hashlib.sha256(prompt.encode()).hexdigest()[:16]
    return ModelCall(id=id_, stage=task.stage, model=name, requests=1, cost_usd=0.0)
