"""The extractive reader: answers with a span of the passages, without any model."""

from ...state.values import Passage
from ..reading import Reading, ReadingTask
from .asked import ask
from .finding import Finding
from .generic import best_span
from .view import view_of


class ExtractiveReader:
    """Reads by rule: deterministic, no calls, and every step quotes a passage verbatim."""

    name = "extractive"

    def read(self, task: ReadingTask) -> Reading:
        """Return the most likely span, however unlikely; abstain only if there is none."""
        if task.kind == "plan":
            return Reading()
        found = _answer(task)
        if found is None:
            return Reading(abstained=True, missing=(task.question,))
        return Reading(
            answer=found.answer,
            steps=found.steps,
            missing=found.missing,
            confidence=round(found.confidence, 6),
        )

    async def aread(self, task: ReadingTask) -> Reading:
        """Read; there is nothing to wait for."""
        return self.read(task)


def _answer(task: ReadingTask) -> Finding | None:
    views = [view_of(passage) for passage in task.passages if _has_words(passage)]
    asked = ask(task.question, task.features, views)
    return best_span(asked, views)


def _has_words(passage: Passage) -> bool:
    return any(char.isalnum() for char in passage.text)
