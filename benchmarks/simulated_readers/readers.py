"""SIMULATED readers: no model reads here. They bound what retrieval and arbitration allow.

They know the answers beforehand and look at the passages only to decide whether a reader could
have answered. Nothing they score is a result of hopgraph's readers.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from faults import wrong_answer
from keys import Key, KnownFact, asked
from proving import fact_steps, proofs, told

from hopgraph.evaluation import QuestionRow
from hopgraph.evaluation.metrics import exact_match
from hopgraph.models.reading import Reading, ReadingTask
from hopgraph.reasoning.arbitration import GROUNDING
from hopgraph.reasoning.grounding import check_proof
from hopgraph.reasoning.text import words
from hopgraph.state.values import ModelCall, Passage, ProofStep

Fault = Literal["wrong", "misquote", "abstain"]


@dataclass(frozen=True)
class PerfectReader:
    """Right whenever all gold passages are before it; else says what it could know is missing.

    Every reading carries a plan of the facts. A sub-question is answered if the gold passage of
    its fact is there, or another one says it. Keys are by the question's text.
    """

    keys: Mapping[str, Key]
    name: str = "simulated:perfect"
    _by_id: Mapping[str, Key] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Index the keys: a sub-question tells by its earlier calls whose part it is."""
        by_id = {key.question.id: key for key in self.keys.values()}
        object.__setattr__(self, "_by_id", by_id)

    async def aread(self, task: ReadingTask) -> Reading:
        """Read; nothing here waits."""
        return self.read(task)

    def read(self, task: ReadingTask) -> Reading:
        """Read as one call; a prompt already sent for this question is not sent again."""
        key = self.key(task)
        reading = replace(self._read(key, task), confidence=1.0)
        call = _call(key, task, self.name)
        known = call.id in {earlier.id for earlier in task.prior}
        return reading if known else replace(reading, calls=(call,))

    def key(self, task: ReadingTask) -> Key:
        """Return the key of the question that `task` is, or is a part of."""
        if task.kind == "sub_question":
            return self._by_id[task.prior[0].id.rpartition(":")[0]]
        return self.keys[task.question]

    def _read(self, key: Key, task: ReadingTask) -> Reading:
        if task.kind == "sub_question":
            return _answer_part(key, task)
        gold = [p for p in task.passages if p.source in key.question.supporting_ids]
        given = {p.source for p in gold}
        plan = key.plan(given)
        if given < set(key.question.supporting_ids):
            return Reading(abstained=True, missing=_missing(key, gold), plan=plan)
        answer = key.question.answers[0]
        return Reading(answer=answer, steps=tuple(_proof(key, gold, answer, task)), plan=plan)


def _answer_part(key: Key, task: ReadingTask) -> Reading:
    """Answer with the fact asked for, or the one that its words ask for best."""
    for fact in _likely_facts(key, task):
        own = [p for p in task.passages if p.source == fact.source]
        if own and not fact.value:
            step = told(own[0], task.question)
            return Reading(answer=step.quote, steps=(step,))
        (found,) = fact_steps([fact], own or task.passages, task.features.anchors)
        if own or found is not None:
            return Reading(answer=fact.value, steps=(found,) if found else ())
    return Reading(abstained=True, missing=(task.question,))


def _likely_facts(key: Key, task: ReadingTask) -> list[KnownFact]:
    exact = [fact for fact in key.facts if asked(fact) == task.question]
    if exact:
        return exact
    said = set(words(task.question))
    scored = [(len(said & set(words(asked(fact)))), fact) for fact in key.facts]
    return [fact for _, fact in sorted(scored, key=lambda pair: -pair[0])]


def _proof(key: Key, gold: Sequence[Passage], answer: str, task: ReadingTask) -> list[ProofStep]:
    """Return the first proof that holds, or else the one that comes nearest."""
    tried: list[tuple[float, list[ProofStep]]] = []
    for steps in proofs(key.facts, gold, answer, task.question, task.features):
        status = check_proof(steps, answer, gold, task.features).status
        tried.append((GROUNDING[status], steps))
        if status == "valid":
            break
    return max(tried, key=lambda pair: pair[0])[1] if tried else []


def _missing(key: Key, gold: Sequence[Passage]) -> tuple[str, ...]:
    """Return the facts that are open and can be named, or else the question."""
    given = {passage.source for passage in gold}
    known = [
        fact.source in given if fact.source else step is not None
        for fact, step in zip(key.facts, fact_steps(key.facts, gold), strict=True)
    ]
    lacking = [
        asked(fact)
        for fact, is_known in zip(key.facts, known, strict=True)
        if not is_known and all(known[n] for n in fact.needs) and key.can_name(fact, given)
    ]
    return tuple(lacking) or (key.question.question,)


@dataclass(frozen=True)
class FaultyReader:
    """A perfect reader with one fault, at a rate, independently for each question and arm.

    Only the reading that gives an arm's answer is at fault, not the facts on the way there.

    Attributes:
        fault: "wrong" answers with another value of the passages and quotes it word for word;
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
        """Read, rightly or with the fault; plan and what is missing are always said rightly."""
        reading = self.perfect.read(task)
        question = self.perfect.key(task).question
        draw = self._draw(task.stage, question.id)
        if not _answers(reading, task, question) or draw >= self.rate:
            return reading
        if self.fault == "abstain":
            return replace(reading, answer="", abstained=True, steps=())
        if self.fault == "misquote":
            garbled = tuple(
                s.model_copy(update={"quote": f"{s.quote} indeed"}) for s in reading.steps
            )
            return replace(reading, steps=garbled)
        return _wrong(reading, task, draw)

    def _draw(self, arm: str, question_id: str) -> float:
        """Return a number in [0, 1) that depends on seed, question and arm only."""
        text = f"{self.seed}\n{arm}\n{question_id}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48


def _answers(reading: Reading, task: ReadingTask, question: QuestionRow) -> bool:
    """Tell whether `reading` answers the whole question, as its last part may."""
    if task.kind != "sub_question":
        return bool(reading.answer)
    return exact_match(reading.answer, question.answers) == 1


def _wrong(reading: Reading, task: ReadingTask, draw: float) -> Reading:
    given = (task.passages, task.question, task.features, task.language)
    found = wrong_answer(reading.answer, *given, draw)
    if found is None:
        return replace(reading, answer="", abstained=True, steps=())
    answer, step = found
    return replace(reading, answer=answer, steps=(step,))


def _call(key: Key, task: ReadingTask, name: str) -> ModelCall:
    """Return the call of a prompt; its id begins with that of the question."""
    prompt = "\n".join((name, task.kind, task.question, *(p.id for p in task.passages)))
    hashed = hashlib.sha256(prompt.encode()).hexdigest()[:16]
    return ModelCall(
        id=f"{key.question.id}:{hashed}", stage=task.stage, model=name, requests=1, cost_usd=0.0
    )
