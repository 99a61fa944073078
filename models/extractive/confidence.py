"""How likely an answer is right: a logistic formula over what its evidence holds."""

import math

from .asked import Asked
from .spans import Featured, Ranked

_BASE = -1.5


def span_confidence(asked: Asked, ranked: Ranked, slots: int) -> float:
    """Return the confidence in a span, in [0, 1].

    1 / (1 + exp(-z)) with z = -1.5 + 0.15 ln(b / (1 - b)) + 1.4 c - 2.3 u + 0.8 s + 0.7 h
    - 0.2 n, where b is the span's belief, c the share of the question that its sentence and
    the linked one hold, u the share of the question's words that no passage has, s and h
    whether stated relations lead to it without doubt, and at all, and n the number of slots.
    The numbers were fitted by logistic regression on exact match, on questions of three
    English data sets.
    """
    best, belief = ranked.best, min(ranked.belief, 1 - 1e-6)
    z = _BASE + 0.15 * math.log(belief / (1 - belief))
    z += 1.4 * _covered(asked, best) - 2.3 * asked.unknown
    z += 0.8 * best.features.get("sure_hint", 0.0) + 0.7 * best.features.get("hinted", 0.0)
    return 1 / (1 + math.exp(0.2 * slots - z))


def _covered(asked: Asked, best: Featured) -> float:
    support = best.support
    held = support.sentence.key_set | support.view.subject_keys
    if support.partner:
        held |= support.partner.sentence.key_set | support.partner.view.subject_keys
    return asked.share(held)
