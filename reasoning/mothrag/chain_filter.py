"""MothRag's ChainFilter: keep five passages, re-scored by the facts they support."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...state.values import Passage
from .pit import fused_order
from .qtype import count
from .routing import chain_filter_gate

KEPT_PASSAGES = 5
KEPT_FACTS = 4
BRIDGE_PRIOR = 0.5
"""How much more the first passage of the bridge ranking counts than the last."""


class Triple(NamedTuple):
    """A fact taken from a passage."""

    subject: str
    predicate: str
    object: str


def filter_chain(
    question: str,
    ranked: Sequence[Passage],
    facts: Mapping[str, Sequence[Triple]] = {},
) -> list[Passage]:
    """Return the five passages that support the question's chain of facts best.

    Args:
        question: The top-level question, which the gate looks at.
        ranked: The passages of a bridge ranking, best first.
        facts: What was extracted from each passage, by its id. Without facts nothing is
            re-scored, as in nine of ten of the released runs that passed the gate.
    """
    if not chain_filter_gate(count(question)):
        return list(ranked[:KEPT_PASSAGES])
    kept = _kept_facts(question, [fact for p in ranked for fact in facts.get(p.id, ())])
    chain = [
        _chain_score(passage.text, kept) * _bridge_prior(rank, len(ranked))
        for rank, passage in enumerate(ranked)
    ]
    if not any(chain):
        return list(ranked[:KEPT_PASSAGES])
    order = fused_order(chain, [-float(rank) for rank in range(len(ranked))])
    return [ranked[place] for place in order[:KEPT_PASSAGES]]


def fact_strength(fact: Triple, text: str) -> float:
    """Return the Jaccard overlap of the fact's ends with all words of `text`, in [0, 1].

    It is small for any passage of usual length, which is why the filter seldom acts.
    """
    ends, words = _ends(fact), _words(text)
    return len(ends & words) / len(ends | words) if ends | words else 0.0


def _kept_facts(question: str, facts: Sequence[Triple]) -> list[Triple]:
    asked = _words(question)
    scored = [(len(asked & _ends(fact)), fact) for fact in dict.fromkeys(map(_as_triple, facts))]
    found = sorted((pair for pair in scored if pair[0]), key=lambda pair: -pair[0])
    return [fact for _, fact in found[:KEPT_FACTS]]


def _as_triple(fact: Sequence[str]) -> Triple:
    return Triple(*fact)


def _chain_score(text: str, facts: Sequence[Triple]) -> float:
    words = _words(text)
    strengths = [fact_strength(fact, text) for fact in facts if _ends(fact) <= words]
    return sum(_band(strength) * strength for strength in strengths)


def _band(strength: float) -> float:
    if strength >= 0.66:
        return 1.0
    return 0.5 if strength >= 0.33 else 0.0


def _bridge_prior(rank: int, size: int) -> float:
    return 1.0 + BRIDGE_PRIOR * (size - 1 - rank) / max(1, size - 1)


def _ends(fact: Triple) -> frozenset[str]:
    return _words(f"{fact.subject} {fact.object}")


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9]+", text.lower()))
