"""The extractive reader: answers with a span of the passages, without any model."""

import re

from ...state.values import Passage
from ..reading import Reading, ReadingTask
from .asked import ask
from .compare import choose
from .finding import Finding
from .generic import best_span, guesser
from .known_names import with_known_names
from .slots import follow_slots
from .view import view_of
from .yes_no import decide

_OR = re.compile(r"\bor\b")


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
    features = with_known_names(task.question, task.features, views, task.language)
    asked = ask(task.question, features, views)
    if features.answer_type == "yes_no" and not _OR.search(task.question):
        return decide(task.question, asked, features, views)
    chosen = choose(task.question, asked, features, views)
    if chosen:
        return chosen
    return best_span(asked, views, follow_slots(features.slots, views, guesser(views)))


def _has_words(passage: Passage) -> bool:
    return any(char.isalnum() for char in passage.text)
