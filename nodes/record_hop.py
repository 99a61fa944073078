"""first_hop and record_hop: what a hop brought: new passages, names, facts and leads."""

from collections.abc import Sequence
from typing import Any

from ..language.facts import extract_facts
from ..language.leads import find_leads
from ..language.names import find_names
from ..reasoning.gaps import fill_slots
from ..reasoning.hop_loop import brought_by, hops_made, most_hops
from ..reasoning.hop_planning import choose_strategy
from ..reasoning.text import fold
from ..state.arms import IterativeState
from ..state.values import Fact, HopQuery, HopResult, Passage, QuestionFeatures

MOST_ENTITIES = 10


def first_hop(state: IterativeState) -> dict[str, Any]:
    """Record the evidence that all arms share as the loop's first hop."""
    question = state["question"]
    query = HopQuery(
        query=question,
        strategy=choose_strategy(features=state["features"], gap=None),
        reasoning_step=question,
    )
    facts = _new_facts(state, state["passages"])
    result = _result(state, query, state["passages"], 1, facts)
    return {
        "arm": "iterative",
        "known_facts": facts,
        "hop_results": [result],
        "leads": _leads(state, state["passages"], 1),
    }


def record_hop(state: IterativeState) -> dict[str, Any]:
    """Read the best new passages; each counts for the search that ranked it highest."""
    new = state["ranked"][: state["settings"].k]
    number = 1 + hops_made(state["hop_results"])
    facts = _new_facts(state, new)
    found = [ranking for ranking in state.get("found", []) if ranking.hop_number == number]
    shares = brought_by(new, state["hop_queries"], found, state["question"])
    return {
        "passages": new,
        "known_facts": facts,
        "hop_results": [_result(state, query, share, number, facts) for query, share in shares],
        "leads": _leads(state, [*state["passages"], *new], number),
    }


def _new_facts(state: IterativeState, new: Sequence[Passage]) -> list[Fact]:
    readable = [p for p in new if p.score >= state["settings"].min_score]
    known = state.get("known_facts", [])
    return extract_facts(state["features"], readable, known, state["language"])


def _leads(state: IterativeState, passages: Sequence[Passage], made: int) -> list[HopQuery]:
    if made >= most_hops(state):
        return []
    pool = state.get("pool", [])
    return find_leads(state["question"], state["features"], passages, pool, state["language"])


def _result(
    state: IterativeState,
    hop: HopQuery,
    passages: Sequence[Passage],
    number: int,
    facts: Sequence[Fact],
) -> HopResult:
    filled = fill_slots(state["features"], [*state.get("known_facts", []), *facts])
    gap = hop.gap
    return HopResult(
        query=hop.query,
        passages=tuple(passages),
        hop_number=number,
        entities=new_names(state["features"], passages, state["language"]),
        strategy=hop.strategy,
        reasoning_step=hop.reasoning_step,
        gap_filled=gap.text if gap and gap.slot and gap.slot in filled else None,
    )


def new_names(
    features: QuestionFeatures, passages: Sequence[Passage], language: str
) -> tuple[str, ...]:
    """Return the names in `passages` that the question does not hold, in reading order."""
    asked = {fold(name) for name in features.anchors}
    names: dict[str, str] = {}
    for passage in passages:
        if len(names) >= MOST_ENTITIES:
            break
        found = [passage.title, *(n.text for n in find_names(passage.text, language))]
        for name in found:
            if name and fold(name) not in asked:
                names.setdefault(fold(name), name)
    return tuple(names.values())[:MOST_ENTITIES]
