"""Keeping the passages that together form a chain from the question to an answer.

A chain is read from subject-relation-object triples: two names that follow each other in a
sentence, or the passage's title and a name, with the words between them as the relation.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..state.values import Passage, QuestionFeatures
from .matching import bare_name
from .name_spans import capital_spans
from .text import fold

_SENTENCE_END = re.compile(r"(?<=[.!?؟。])\s+")


ALWAYS_KEPT = 2
"""How many of the best passages stay in front whatever ties them: they begin the chain."""


class Triple(NamedTuple):
    """Two names and the words between them; names are folded."""

    subject: str
    relation: str
    object: str


def filter_chain(
    question: str, features: QuestionFeatures, passages: Sequence[Passage]
) -> list[Passage]:
    """Return `passages`, those that no triple ties to the chain last.

    Only questions of several hops are filtered: one hop is no chain.

    Args:
        question: The question, or a sub-question.
        features: What the question asks for.
        passages: Judged passages, best first.
    """
    if features.hops < 2:
        return list(passages)
    density = chain_density(question, passages)
    rest = sorted(passages[ALWAYS_KEPT:], key=lambda passage: not density[passage.id])
    return [*passages[:ALWAYS_KEPT], *rest]


def chain_density(question: str, passages: Sequence[Passage]) -> dict[str, int]:
    """Return how many other passages, or the question, each passage's triples lead to, by id."""
    names = {p.id: {end for t in triples(p) for end in (t.subject, t.object)} for p in passages}
    asked = fold(question)
    return {
        p.id: sum(bool(names[p.id] & names[other.id]) for other in passages if other.id != p.id)
        + any(name in asked for name in names[p.id])
        for p in passages
    }


def triples(passage: Passage) -> Iterator[Triple]:
    """Yield the triples of a passage."""
    title = fold(bare_name(passage.title))
    for sentence in _SENTENCE_END.split(passage.text):
        subject, since = title, 0
        for start, end in capital_spans(sentence):
            name = fold(sentence[start:end])
            if subject and subject != name:
                yield Triple(subject, fold(sentence[since:start]), name)
            subject, since = name, end
