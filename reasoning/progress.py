"""How far the hop loop has come: confidence, completeness, and the chain in words."""

from collections.abc import Sequence

from ..state.values import Fact, Gap, HopResult, ProofStatus, QuestionFeatures
from .gaps import fill_slots

FILLED_WEIGHT = 0.6
PROOF_WEIGHT = 0.4
CONFLICT_FACTOR = 0.7
_PROOF: dict[ProofStatus, float] = {"valid": 1.0, "partial": 0.5, "invalid": 0.0, "refused": 0.0}

_LINES = {
    "en": {
        "hop": "Hop {number}: searched for {query}.",
        "gap": "Hop {number}: looked for {gap}, searched for {query}.",
        "none": "Nothing new was found.",
        "found": "Found: {facts}.",
        "new": "Read {count} new passages: {titles}.",
    },
    "ar": {
        "hop": "القفزة {number}: البحث عن {query}.",
        "gap": "القفزة {number}: المطلوب {gap}، والبحث عن {query}.",
        "none": "لم يظهر شيء جديد.",
        "found": "تبيّن: {facts}.",
        "new": "مقاطع جديدة ({count}): {titles}.",
    },
}
_MOST_TITLES = 5


def hop_confidence(
    features: QuestionFeatures,
    facts: Sequence[Fact],
    conflicts: Sequence[str] = (),
    proof_status: ProofStatus = "refused",
) -> float:
    """Return the confidence of the hop loop, in [0, 1].

    (0.6 * filled slots / slots + 0.4 * proof) * 0.7 ** conflicts, with proof 1 if valid, 0.5 if
    partial, else 0. A filled slot raises it, a contradiction lowers it.
    """
    filled = len(fill_slots(features, facts)) / len(features.slots) if features.slots else 0.0
    sure = FILLED_WEIGHT * filled + PROOF_WEIGHT * _PROOF[proof_status]
    return round(sure * CONFLICT_FACTOR ** len(conflicts), 6)


def is_complete(
    features: QuestionFeatures,
    facts: Sequence[Fact],
    conflicts: Sequence[str] = (),
    proof_status: ProofStatus = "refused",
) -> bool:
    """Tell whether every slot is filled, without contradiction, by a proof that holds."""
    filled = fill_slots(features, facts)
    every = bool(features.slots) and all(slot.id in filled for slot in features.slots)
    return every and not conflicts and proof_status == "valid"


def reasoning_line(
    hop: HopResult, gap: Gap | None, found: Sequence[Fact], language: str = "en"
) -> str:
    """Say in words what a hop was for and what it brought, in Arabic or English."""
    words = _LINES.get(language, _LINES["en"])
    lead = words["gap"] if gap else words["hop"]
    parts = [lead.format(number=hop.hop_number, query=hop.query, gap=gap.text if gap else "")]
    titles = [passage.title or passage.source for passage in hop.passages[:_MOST_TITLES]]
    if not hop.passages:
        parts.append(words["none"])
    else:
        comma = "، " if language == "ar" else ", "
        parts.append(words["new"].format(count=len(hop.passages), titles=comma.join(titles)))
    if found:
        stated = "; ".join(fact.text.rstrip(". ") for fact in found)
        parts.append(words["found"].format(facts=stated))
    return " ".join(parts)
