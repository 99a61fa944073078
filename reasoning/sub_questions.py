"""Sub-questions in dependency order: which are ready, and what their placeholders stand for."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ..state.values import Proof, ProofStep, QuestionFeatures, SubAnswer, SubQuestion
from .text import fold

_PLACEHOLDER = re.compile(r"#(\d+)")


def sound_plan(plan: Sequence[SubQuestion]) -> tuple[SubQuestion, ...]:
    """Return `plan` if it splits the question and each part can be answered in turn, else ().

    Dependencies are read from the placeholders too, so that a plan cannot hide one.
    """
    completed = tuple(_with_placeholders(s) for s in plan)
    known: set[str] = set()
    for sub_question in completed:
        if sub_question.id in known or not known.issuperset(sub_question.depends_on):
            return ()
        known.add(sub_question.id)
    return completed if len(completed) > 1 else ()


def uncovered(features: QuestionFeatures, plan: Sequence[SubQuestion]) -> tuple[str, ...]:
    """Return the question's names that no sub-question speaks of."""
    asked = fold(" ".join(s.text for s in plan))
    return tuple(name for name in features.anchors if fold(name) not in asked)


def ready(plan: Sequence[SubQuestion], answers: Sequence[SubAnswer]) -> list[SubQuestion]:
    """Return the unanswered sub-questions whose dependencies all have an answer."""
    tried = {a.id for a in answers}
    known = {a.id for a in answers if a.answer}
    return [s for s in plan if s.id not in tried and known.issuperset(s.depends_on)]


def substituted(sub_question: SubQuestion, answers: Sequence[SubAnswer]) -> str:
    """Return the text of `sub_question` with earlier answers in place of placeholders."""
    values: Mapping[str, str] = {a.id: a.answer for a in answers}
    return _PLACEHOLDER.sub(lambda m: values.get(m[1], m[0]), sub_question.text)


def is_chain(plan: Sequence[SubQuestion]) -> bool:
    """Tell whether each sub-question after the first needs the one before it."""
    return all(earlier.id in later.depends_on for earlier, later in pairwise(plan))


def joined_proof(answers: Sequence[SubAnswer]) -> Proof:
    """Return the steps of all `answers` as one unchecked proof, each resting on the one before."""
    steps: list[ProofStep] = []
    for answer in answers:
        offset = len(steps)
        for place, step in enumerate(answer.steps):
            inputs = tuple(i + offset for i in step.inputs)
            if place == 0 and offset and not inputs:
                inputs = (offset,)
            steps.append(step.model_copy(update={"inputs": inputs}))
    return Proof(steps=tuple(steps), reason="not checked")


def _with_placeholders(sub_question: SubQuestion) -> SubQuestion:
    named = dict.fromkeys((*sub_question.depends_on, *_PLACEHOLDER.findall(sub_question.text)))
    return sub_question.model_copy(update={"depends_on": tuple(named)})
