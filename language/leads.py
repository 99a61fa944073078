"""What a hop may search for: names from the passages, joined to what the question lacks."""

import re
from collections.abc import Iterator, Sequence

from ..state.values import Gap, HopQuery, HopStrategy, Passage, QuestionFeatures, Slot
from .bridging import find_bridges, rest_of
from .facts import likely_values

MOST_VALUES = 2
MOST_RESTS = 5
MOST_TOPICS = 4

_REFERENCE = re.compile(r"#(\d+)")


def find_leads(
    question: str,
    features: QuestionFeatures,
    passages: Sequence[Passage],
    pool: Sequence[Passage],
    language: str = "en",
) -> list[HopQuery]:
    """Return queries that lead on from `passages`, for a hop to ask side by side.

    None is sure to be right; a passage that several of them bring is. They are: each slot that
    rests on another, asked of the likeliest values of that one; what a sentence leaves open of
    the question, with a name in it; the question, with a name that is often mentioned.

    Args:
        question: The question.
        features: What it asks.
        passages: The passages that were read, best first.
        pool: The passages that the question's own search brought.
        language: ISO 639-1 code of the passages.
    """
    gaps = list(_dependent_gaps(features, passages, language))
    bridges, topics = find_bridges(question, passages, pool, language)
    joined = [f"{rest_of(question, b.said)} {b.name}".strip() for b in bridges[:MOST_RESTS]]
    joined += [f"{question} {name}" for name in topics[:MOST_TOPICS]]
    return [_lead(gap.text, gap) for gap in gaps] + [_lead(text) for text in joined]


def _dependent_gaps(
    features: QuestionFeatures, passages: Sequence[Passage], language: str
) -> Iterator[Gap]:
    """Yield what slots that rest on others ask, with the likeliest values of those put in."""
    values: dict[str, list[tuple[int, str]]] = {}
    for slot in features.slots:
        subjects = _subjects(slot, values)[:MOST_VALUES]
        for _, subject in subjects if slot.depends_on else ():
            text = f"{subject} {slot.relation}".strip()
            yield Gap(text=text, slot=slot.id, answer_type=slot.answer_type)
        found: dict[str, int] = {}
        for cost, subject in subjects:
            for more, value in likely_values(features, slot, subject, passages, language):
                found[value] = min(cost + more, found.get(value, cost + more))
        ranked = sorted((cost, value) for value, cost in found.items())
        values[slot.id] = ranked[:MOST_VALUES]


def _subjects(slot: Slot, values: dict[str, list[tuple[int, str]]]) -> list[tuple[int, str]]:
    """Return the subjects that `slot` may be asked of, with their costs, the likeliest first."""
    subjects = [(0, slot.subject)]
    for reference in _REFERENCE.findall(slot.subject):
        subjects = [
            (cost + more, subject.replace(f"#{reference}", value))
            for cost, subject in subjects
            for more, value in values.get(reference, [])
        ]
    return sorted(subjects)


def _lead(text: str, gap: Gap | None = None) -> HopQuery:
    return HopQuery(
        query=text, strategy=HopStrategy.RELATION_BRIDGING, gap=gap, reasoning_step=text
    )
