"""How likely an answer is right: a logistic formula over what its evidence holds."""

import math
from collections.abc import Sequence

from .asked import Asked
from .spans import Featured, Ranked
from .view import PassageView

BASE = -2.3
SPAN_WEIGHTS: dict[str, float] = {
    "belief": 2.26,
    "covered": 1.79,
    "unknown": -1.99,
    "sure": 0.36,
    "stated": 0.47,
    "is_asked": 1.46,
    "common": -0.9,
    "tells": -0.61,
    "strange": -4.0,
}
"""Fitted by `benchmarks/confidence/refit.py`, but for "strange": logistic regression on exact
match, on questions of three English data sets together; no feature tells one set from another."""


def span_confidence(asked: Asked, ranked: Sequence[Ranked], views: Sequence[PassageView]) -> float:
    """Return the confidence in the best of `ranked`, in (0, 1).

    1 / (1 + exp(-z)), where z is `BASE` plus the weighed sum of `span_evidence`.
    """
    held = span_evidence(asked, ranked, views)
    z = BASE + sum(weight * held[name] for name, weight in SPAN_WEIGHTS.items())
    return 1 / (1 + math.exp(-z))


def span_evidence(
    asked: Asked, ranked: Sequence[Ranked], views: Sequence[PassageView]
) -> dict[str, float]:
    """Return what speaks for and against the best of `ranked`.

    Returns:
        belief: Its belief, in [0, 1].
        covered: The share of the question that its sentence and the linked one hold.
        unknown: The share of the question's words that no passage has.
        sure, stated: Whether stated relations lead to it without doubt, and at all.
        is_asked: Whether a passage about it calls it what is asked ("river").
        common: ln(1 + n), where n is the number of passages that name it: what stands in all
            of them is more often what they are about than what is asked.
        tells: Whether the linked sentence is of a passage whose subject its sentence names: that
            subject is often the answer itself.
        strange: Whether no passage knows any name of the question. Then whatever is found is
            about something else; data sets hardly ask so, so the weight is set, not fitted.
    """
    best = ranked[0].best
    words = f" {' '.join(best.candidate.span.words)} "
    partner = best.support.partner
    return {
        "belief": ranked[0].belief,
        "covered": _covered(asked, best),
        "unknown": asked.unknown,
        "sure": best.features.get("sure_hint", 0.0),
        "stated": best.features.get("hinted", 0.0),
        "is_asked": best.features.get("is_head", 0.0),
        "common": math.log1p(sum(words in view.folded for view in views)),
        "tells": float(partner is not None and partner is best.support.tells),
        "strange": float(asked.strange),
    }


def _covered(asked: Asked, best: Featured) -> float:
    support = best.support
    held = support.sentence.key_set | support.view.subject_keys
    if support.partner:
        held |= support.partner.sentence.key_set | support.partner.view.subject_keys
    return asked.share(held)
