"""ground: check the attempt, and bring what is known and missing up to date."""

from typing import Any

from ..reasoning.arms import is_proved
from ..reasoning.facts import facts_of_proof
from ..reasoning.gaps import conflicts, open_gaps
from ..reasoning.hop_loop import better, hops_made
from ..reasoning.progress import hop_confidence, is_complete, reasoning_line
from ..state.arms import IterativeState
from ..state.values import Fact
from .reading import grounded


def ground(state: IterativeState) -> dict[str, Any]:
    """Move the state: facts, gaps, confidence, completeness, and the chain in words."""
    features, language = state["features"], state["language"]
    attempt = state.get("attempt")
    if attempt is not None:
        attempt = grounded(attempt, state["passages"], features)
    best = better(state.get("best"), attempt)
    known = state.get("known_facts", [])
    facts = [*known]
    if attempt is not None and not attempt.abstained:
        facts += facts_of_proof(features, attempt.proof, known)
    clashes = conflicts(features, facts)
    status = best.proof.status if best else "refused"
    proved = is_proved(best, state["settings"].confidence_threshold)
    missing = attempt.missing if attempt else ()
    return {
        "best": best,
        "known_facts": facts,
        "missing_info": open_gaps(features, facts, missing, language),
        "reasoning_chain": _chain(state, facts),
        "confidence": hop_confidence(features, facts, clashes, status),
        "answer_complete": proved or is_complete(features, facts, clashes, status),
    }


def _chain(state: IterativeState, facts: list[Fact]) -> list[str]:
    hops = state.get("hop_results", [])
    last = [hop for hop in hops if hop.hop_number == hops_made(hops)]
    queries = {query.query: query for query in state.get("hop_queries", [])}
    lines = []
    told = [hop for hop in last if hop.passages] or last[:1]
    for hop in told:
        new = {p.id for p in hop.passages}
        found = [fact for fact in facts if fact.passage_id in new]
        query = queries.get(hop.query)
        lines.append(reasoning_line(hop, query.gap if query else None, found, state["language"]))
    return lines
