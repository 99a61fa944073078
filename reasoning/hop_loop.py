"""The hop loop over its state: what is open, what to read, and what to do next."""

from collections.abc import Sequence
from typing import Literal

from ..state.arms import IterativeState
from ..state.values import (
    Candidate,
    Fact,
    HopQuery,
    HopResult,
    HopStrategy,
    Passage,
    Ranking,
)
from .arbitration import GROUNDING
from .budget import arm_limits
from .gaps import conflicts
from .hop_planning import plan_hop

# A reader is given at most this many times the passages of one search.
READ_FACTOR = 2

# What keeps a reader from reading anything, whatever it is given.
LASTING_FAULTS = frozenset({"auth", "unreachable"})


def next_step(state: IterativeState) -> Literal["fill_gap", "bridge", "finish"]:
    """Return the next node of the loop; a reader that stays away ends it."""
    if _is_reader_away(state):
        return "finish"
    settings = state["settings"]
    facts = state.get("known_facts", [])
    hops = state.get("hop_results", [])
    limits = arm_limits(settings, state.get("calls", []), state.get("deadline"), "iterative")
    return plan_hop(
        question=state["question"],
        features=state["features"],
        facts=facts,
        gaps=state.get("missing_info", []),
        leads=state.get("leads", []),
        hop_results=hops,
        confidence=state.get("confidence", 0.0),
        threshold=settings.confidence_threshold,
        complete=state.get("answer_complete", False),
        hops_left=most_hops(state) - hops_made(hops),
        calls_left=limits.calls,
        conflicts=conflicts(state["features"], facts),
    )


def _is_reader_away(state: IterativeState) -> bool:
    # Reading more passages brings back neither a key nor a network.
    failed = {f.kind for f in state.get("failures", []) if f.stage == "iterative"}
    return state.get("attempt") is None and bool(failed & LASTING_FAULTS)


def most_hops(state: IterativeState) -> int:
    """Return how many hops may be made."""
    return state.get("hops") or state["settings"].max_hops


def hops_made(hops: Sequence[HopResult]) -> int:
    """Return how many hops were made; searches that ran side by side are one hop."""
    return max((hop.hop_number for hop in hops), default=0)


def brought_by(
    chosen: Sequence[Passage],
    queries: Sequence[HopQuery],
    found: Sequence[Ranking],
    question: str,
) -> list[tuple[HopQuery, list[Passage]]]:
    """Return each query of a hop with those of the `chosen` passages that it ranked highest.

    What only the question's own search had brought comes last, under the question.
    """
    ranks = {r.query: {p.id: n for n, p in enumerate(r.passages)} for r in found}
    shares: list[tuple[HopQuery, list[Passage]]] = [(query, []) for query in queries]
    rest: list[Passage] = []
    for passage in chosen:
        places = [
            (ranks[query.query][passage.id], number)
            for number, query in enumerate(queries)
            if passage.id in ranks.get(query.query, {})
        ]
        (shares[min(places)[1]][1] if places else rest).append(passage)
    if rest:
        own = HopQuery(
            query=question, strategy=HopStrategy.ENTITY_EXPANSION, reasoning_step=question
        )
        shares.append((own, rest))
    return shares


def passages_to_read(
    passages: Sequence[Passage], hops: Sequence[HopResult], facts: Sequence[Fact], k: int
) -> list[Passage]:
    """Return at most twice `k` passages: what gave facts, what is new, then the rest in order."""
    known = {fact.passage_id for fact in facts}
    last = hops_made(hops)
    new = {p.id for hop in hops if hop.hop_number == last for p in hop.passages}
    if last <= 1:
        return list(passages[: k * READ_FACTOR])

    def rank(passage: Passage) -> int:
        return 0 if passage.id in known else 1 if passage.id in new else 2

    return sorted(passages, key=rank)[: k * READ_FACTOR]


def better(old: Candidate | None, new: Candidate | None) -> Candidate | None:
    """Return the better of two checked attempts; a later one goes before its equal."""
    if old is None or new is None:
        return new or old
    return new if _worth(new) >= _worth(old) else old


def _worth(candidate: Candidate) -> tuple[bool, float, float]:
    return (
        not candidate.abstained,
        GROUNDING[candidate.proof.status],
        round(candidate.confidence, 6),
    )
