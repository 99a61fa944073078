"""What every reader is given and gives back."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from ..reasoning.budget import Limits
from ..state.values import (
    Failure,
    ModelCall,
    Passage,
    ProofStep,
    QuestionFeatures,
    SubAnswer,
    SubQuestion,
)

ReadingKind = Literal["read", "sub_question", "plan", "synthesis", "best_effort"]


@dataclass(frozen=True)
class ReadingTask:
    """One thing to read.

    Attributes:
        kind: "read" answers the question; "sub_question" a part of it; "plan" only splits
            it; "synthesis" answers from sub-answers and their evidence; "best_effort" asks
            for the most likely answer when nothing more can be searched for.
        stage: The stage the calls are counted under.
        question: The question to answer.
        features: What the question asks for.
        language: ISO 639-1 code of the language to answer in.
        passages: The evidence, best first.
        sub_answers: For a synthesis: what is known already.
        prior: Calls already made for this question; an equal prompt is not sent again.
        limits: What may still be used.
    """

    kind: ReadingKind
    stage: str
    question: str
    features: QuestionFeatures
    language: str
    passages: tuple[Passage, ...]
    sub_answers: tuple[SubAnswer, ...] = ()
    prior: tuple[ModelCall, ...] = ()
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Reading:
    """What a reader found; its steps are claims that are still to be checked.

    Attributes:
        answer: The short answer; "" if there is none.
        abstained: True if the reader says the passages do not answer the question.
        steps: The proof it offers.
        missing: What it lacks, as short search phrases.
        plan: Sub-questions for what it lacks.
        confidence: Its own confidence, in [0, 1]; 1 for a reader that has no measure of it.
        calls: The calls it made.
        failures: What did not work; a reading with failures may have no answer.
    """

    answer: str = ""
    abstained: bool = False
    steps: tuple[ProofStep, ...] = ()
    missing: tuple[str, ...] = ()
    plan: tuple[SubQuestion, ...] = ()
    confidence: float = 0.0
    calls: tuple[ModelCall, ...] = ()
    failures: tuple[Failure, ...] = ()


class Reader(Protocol):
    """Reads passages and answers with a proof."""

    @property
    def name(self) -> str:
        """The reader's name: a model's name, or "extractive"."""
        ...

    def read(self, task: ReadingTask) -> Reading:
        """Read, synchronously."""
        ...

    async def aread(self, task: ReadingTask) -> Reading:
        """Read without blocking the event loop."""
        ...
