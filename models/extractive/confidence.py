"""How likely an answer is right: a logistic formula over what its evidence holds."""

import math
from collections.abc import Sequence

from .asked import Asked
from .spans import Featured, Ranked
from .view import PassageView

BASE = 0.3
SPAN_WEIGHTS: dict[str, float] = {
    "belief": 0.01,
    "spread": -0.44,
    "covered": 1.38,
    "unknown": -1.78,
    "sure": 0.47,
    "stated": 0.61,
    "slots": -0.27,
    "is_asked": 1.2,
    "common": -0.96,
}
"""Fitted by `benchmarks/confidence/refit.py`: logistic regression on exact match, on questions
of three English data sets together; no feature tells one set from another."""


def span_confidence(
    asked: Asked, ranked: Sequence[Ranked], views: Sequence[PassageView], slots: int
) -> float:
    """Return the confidence in the best of `ranked`, in (0, 1).

    1 / (1 + exp(-z)), where z is `BASE` plus the weighed sum of `span_evidence`.
    """
    held = span_evidence(asked, ranked, views, slots)
    z = BASE + sum(weight * held[name] for name, weight in SPAN_WEIGHTS.items())
    return 1 / (1 + math.exp(-z))


def span_evidence(
    asked: Asked, ranked: Sequence[Ranked], views: Sequence[PassageView], slots: int
) -> dict[str, float]:
    """Return what speaks for and against the best of `ranked`.

    Returns:
        belief: ln(b / (1 - b)) of its belief b.
        spread: The entropy of all beliefs, in nats: how many others are nearly as good.
        covered: The share of the question that its sentence and the linked one hold.
        unknown: The share of the question's words that no passage has.
        sure, stated: Whether stated relations lead to it without doubt, and at all.
        slots: How many relations the question asks for.
        is_asked: Whether a passage about it calls it what is asked ("river").
        common: ln(1 + n), where n is the number of passages that name it: what stands in all
            of them is more often what they are about than what is asked.
    """
    best, belief = ranked[0].best, min(ranked[0].belief, 1 - 1e-6)
    words = f" {' '.join(best.candidate.span.words)} "
    return {
        "belief": math.log(belief / (1 - belief)),
        "spread": -sum(r.belief * math.log(r.belief) for r in ranked if r.belief > 0),
        "covered": _covered(asked, best),
        "unknown": asked.unknown,
        "sure": best.features.get("sure_hint", 0.0),
        "stated": best.features.get("hinted", 0.0),
        "slots": float(slots),
        "is_asked": best.features.get("is_head", 0.0),
        "common": math.log1p(sum(words in view.folded for view in views)),
    }


def _covered(asked: Asked, best: Featured) -> float:
    support = best.support
    held = support.sentence.key_set | support.view.subject_keys
    if support.partner:
        held |= support.partner.sentence.key_set | support.partner.view.subject_keys
    return asked.share(held)
