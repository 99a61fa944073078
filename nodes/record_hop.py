"""record_hop: what a hop brought: new passages, names and facts."""

from collections.abc import Sequence
from typing import Any

from ..language.facts import extract_facts
from ..language.names import find_names
from ..reasoning.gaps import fill_slots
from ..reasoning.text import fold
from ..state.arms import HopState
from ..state.values import HopResult, Passage, QuestionFeatures

MOST_ENTITIES = 10


def record_hop(state: HopState) -> dict[str, Any]:
    """Record the hop; passages that were held already are not read twice."""
    held = {p.id for p in state.get("held", [])}
    new = [p for p in state.get("passages", []) if p.id not in held]
    features, known = state["features"], state.get("known_facts", [])
    readable = [p for p in new if p.score >= state["settings"].min_score]
    facts = extract_facts(features, readable, known, state["language"])
    hop = state["hop"]
    filled = fill_slots(features, [*known, *facts])
    gap = hop.gap
    result = HopResult(
        query=hop.query,
        passages=tuple(new),
        hop_number=state["hop_number"],
        entities=new_names(features, new, state["language"]),
        strategy=hop.strategy,
        reasoning_step=hop.reasoning_step,
        gap_filled=gap.text if gap and gap.slot and gap.slot in filled else None,
    )
    return {"hop_results": [result], "known_facts": facts}


def new_names(
    features: QuestionFeatures, passages: Sequence[Passage], language: str
) -> tuple[str, ...]:
    """Return the names in `passages` that the question does not hold, in reading order."""
    asked = {fold(name) for name in features.anchors}
    names: dict[str, str] = {}
    for passage in passages:
        found = [passage.title, *(n.text for n in find_names(passage.text, language))]
        for name in found:
            if name and fold(name) not in asked:
                names.setdefault(fold(name), name)
    return tuple(names.values())[:MOST_ENTITIES]
