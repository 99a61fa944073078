"""The next hop, by rule: whether to make one, with which strategy, and what to search for."""

from collections.abc import Iterable, Sequence
from typing import Literal

from ..state.values import Fact, Gap, HopQuery, HopResult, HopStrategy, QuestionFeatures
from .gaps import fill_slots, slot_values
from .matching import text_language
from .text import fold, words

Move = Literal["fill_gap", "bridge", "finish"]

MOST_EMPTY_HOPS = 2
"""So many hops without a new passage end the loop."""

MOST_AT_ONCE = 3
"""So many gaps are searched for side by side in one hop."""

_WHY = {"en": "cause reason because", "ar": "سبب لأن نتيجة"}
_HOW = {"en": "steps procedure", "ar": "خطوات طريقة"}
_ROTATION = (
    HopStrategy.ENTITY_EXPANSION,
    HopStrategy.RELATION_BRIDGING,
    HopStrategy.CLARIFICATION,
)


def plan_hop(
    *,
    question: str,
    features: QuestionFeatures,
    facts: Sequence[Fact],
    gaps: Sequence[Gap],
    leads: Sequence[HopQuery],
    hop_results: Sequence[HopResult],
    confidence: float,
    threshold: float,
    complete: bool,
    hops_left: int,
    calls_left: int | None = None,
    conflicts: Sequence[str] = (),
) -> Move:
    """Return the next move of the hop loop.

    A gap with a query that was not asked before is searched for; else names that the passages
    brought are joined to what is open. The loop ends when the answer is complete or sure enough,
    hops or calls are used up (None: no limit), two hops in a row brought nothing new, or every
    query was asked.
    """
    done = complete or round(confidence, 6) >= threshold
    if done or hops_left <= 0 or calls_left == 0 or _stuck(hop_results):
        return "finish"
    if gap_queries(
        gaps,
        question=question,
        features=features,
        facts=facts,
        hop_results=hop_results,
        conflicts=conflicts,
    ):
        return "fill_gap"
    return "bridge" if bridge_queries(leads, hop_results) else "finish"


def _stuck(hop_results: Sequence[HopResult]) -> bool:
    """Tell whether the last hops, side by side or in turn, brought no passage."""
    last = max((hop.hop_number for hop in hop_results), default=0)
    recent = [hop for hop in hop_results if hop.hop_number > last - MOST_EMPTY_HOPS]
    return last >= MOST_EMPTY_HOPS and not any(hop.passages for hop in recent)


def gap_queries(
    gaps: Sequence[Gap],
    *,
    question: str,
    features: QuestionFeatures,
    facts: Sequence[Fact],
    hop_results: Sequence[HopResult] = (),
    conflicts: Sequence[str] = (),
) -> list[HopQuery]:
    """Return what to search for side by side in the next hop: new queries for the first gaps."""
    planned: dict[str, HopQuery] = {}
    for gap in gaps:
        strategy = choose_strategy(
            features=features, gap=gap, conflicts=conflicts, hop_results=hop_results
        )
        query = gap_query(
            gap,
            question=question,
            features=features,
            facts=facts,
            strategy=strategy,
            hop_results=hop_results,
        )
        if query:
            found = HopQuery(query=query, strategy=strategy, gap=gap, reasoning_step=gap.text)
            planned.setdefault(_key(query), found)
    return list(planned.values())[:MOST_AT_ONCE]


def choose_strategy(
    *,
    features: QuestionFeatures,
    gap: Gap | None,
    conflicts: Sequence[str] = (),
    hop_results: Sequence[HopResult] = (),
) -> HopStrategy:
    """Return how to look for `gap`; None means the first hop.

    Contradictions are verified, causes and procedures clarified, slots that rest on others
    bridged; all else is searched for by its name. After a hop that brought nothing, the next
    strategy is taken.
    """
    strategy = _by_kind(features, gap, conflicts)
    last = hop_results[-1] if hop_results else None
    if last and not last.passages and last.strategy == strategy and strategy in _ROTATION:
        return _ROTATION[(_ROTATION.index(strategy) + 1) % len(_ROTATION)]
    return strategy


def _by_kind(features: QuestionFeatures, gap: Gap | None, conflicts: Sequence[str]) -> HopStrategy:
    if gap is not None and gap.slot and gap.slot in conflicts:
        return HopStrategy.VERIFICATION
    last_slot = features.slots[-1].id if features.slots else ""
    if features.type in {"causal", "procedural"} and (gap is None or gap.slot in {"", last_slot}):
        return HopStrategy.CLARIFICATION
    slot = next((slot for slot in features.slots if gap and slot.id == gap.slot), None)
    if (slot and slot.depends_on) or (gap is None and features.type == "comparison"):
        return HopStrategy.RELATION_BRIDGING
    return HopStrategy.ENTITY_EXPANSION


def gap_query(
    gap: Gap,
    *,
    question: str,
    features: QuestionFeatures,
    facts: Sequence[Fact],
    strategy: HopStrategy,
    hop_results: Sequence[HopResult] = (),
) -> str:
    """Return what to search for to close `gap`, or "" if every wording was asked before."""
    language = text_language(question)
    last = [value for values in fill_slots(features, facts).values() for value in [values]][-1:]
    wordings: list[str]
    if strategy is HopStrategy.VERIFICATION:
        wordings = [f"{gap.text} {' '.join(slot_values(gap.slot, facts))}", gap.text]
    elif strategy is HopStrategy.CLARIFICATION:
        cue = (_HOW if features.type == "procedural" else _WHY).get(language, _WHY["en"])
        wordings = [f"{gap.text} {cue}", gap.text]
    elif strategy is HopStrategy.RELATION_BRIDGING:
        wordings = [gap.text, " ".join([question, *last])]
    else:
        wordings = [gap.text, *(f"{name} {gap.text}" for name in features.anchors)]
    return unasked(wordings, hop_results)


def bridge_queries(
    leads: Sequence[HopQuery], hop_results: Sequence[HopResult] = ()
) -> list[HopQuery]:
    """Return the leads whose words were not searched for before, each wording once."""
    asked = {_key(hop.query) for hop in hop_results}
    new: dict[str, HopQuery] = {}
    for lead in leads:
        key = _key(lead.query)
        if key and key not in asked:
            new.setdefault(key, lead)
    return list(new.values())


def unasked(wordings: Iterable[str], hop_results: Sequence[HopResult]) -> str:
    """Return the first of `wordings` whose words were not searched for before, or ""."""
    asked = {_key(hop.query) for hop in hop_results}
    for wording in wordings:
        plain = " ".join(wording.split())
        if _key(plain) and _key(plain) not in asked:
            return plain
    return ""


def _key(query: str) -> str:
    """Return what makes two queries the same: their folded words in order."""
    return " ".join(words(query)) or fold(query)
