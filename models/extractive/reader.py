"""The extractive reader: answers with a span of the passages, without any model."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ...state.values import Passage, QuestionFeatures, SubAnswer
from ..reading import Reading, ReadingTask
from .arabic_answers import arabic_chain, arabic_comparison
from .asked import Asked, ask
from .common import in_common
from .compare import choose, told_of
from .entries import read_list
from .finding import Finding, lookup
from .generic import best_span, guesser
from .known_names import with_known_names
from .slots import follow_slots
from .synthesis import with_sub_answers
from .view import PassageView, view_of
from .yes_no import decide

_ARABIC_WORD = {"yes": "نعم", "no": "لا"}
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
            answer=_worded(found.answer, task.language),
            steps=found.steps,
            missing=found.missing,
            confidence=round(found.confidence, 6),
        )

    async def aread(self, task: ReadingTask) -> Reading:
        """Read; there is nothing to wait for."""
        return self.read(task)


def _worded(answer: str, language: str) -> str:
    """Say yes and no in the language of the question."""
    return _ARABIC_WORD.get(answer, answer) if language == "ar" else answer


def _answer(task: ReadingTask) -> Finding | None:
    views = tuple(view_of(passage) for passage in task.passages if _has_words(passage))
    if not views:
        return None
    features = task.features  # frozen models have a hash, which pyright does not see
    return _found(task.question, features, task.language, task.sub_answers, views)  # pyright: ignore[reportArgumentType]


@lru_cache(maxsize=32)  # arms and hops of one question read the same passages again
def _found(
    question: str,
    features: QuestionFeatures,
    language: str,
    sub_answers: tuple[SubAnswer, ...],
    views: tuple[PassageView, ...],
) -> Finding | None:
    features = with_known_names(question, features, views, language)
    asked = ask(question, features, views)
    if language == "ar" and (compared := arabic_comparison(features, views)):
        return compared
    if features.answer_type == "yes_no" and not _OR.search(question):
        return _quoted(decide(question, asked, features, views), asked, views)
    chosen = choose(question, asked, features, views)
    if chosen:
        return _quoted(chosen, asked, views)
    shared = in_common(asked, features, views)
    if shared:
        return shared
    listed = read_list(asked, views)
    if listed:
        return listed
    chain = follow_slots(features.slots, views, guesser(views))
    if language == "ar" and (told := arabic_chain(chain)):
        return told
    return best_span(asked, views, with_sub_answers(chain, sub_answers, views))


def _quoted(found: Finding, asked: Asked, views: Sequence[PassageView]) -> Finding:
    """Give an answer that no step supports the sentence that comes closest to the question."""
    if found.steps:
        return found
    told = [fact for view in views for fact in told_of(asked.key_set, [view])]
    return replace(found, steps=tuple(map(lookup, told[:1])))


def _has_words(passage: Passage) -> bool:
    return any(char.isalnum() for char in passage.text)
