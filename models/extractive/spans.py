"""The generic scorer: how likely each span of the passages is the answer."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...reasoning.nationalities import COUNTRIES
from .asked import Asked
from .candidates import Candidate, candidates, contains
from .chain import Chain, Filled
from .codes import asked_codes
from .features import Setting, features_of
from .links import linked_views
from .support import Support, supports
from .view import PassageView, Span
from .weights import WEIGHTS, WEIGHTS_WITHOUT_CAPITALS

NO_CHAIN = Chain({}, [])
_MOST_SENTENCES = 14


@dataclass(frozen=True)
class Featured:
    """A candidate with its features.

    Attributes:
        candidate: The span.
        support: The sentence it stands in, and what is linked to it.
        features: Its features by name; all lie in or near [-1, 1].
        hint: The slot value that says the same, or None.
    """

    candidate: Candidate
    support: Support
    features: dict[str, float]
    hint: Filled | None = None

    @property
    def score(self) -> float:
        """The sum of its weighed features."""
        weights = WEIGHTS if self.candidate.view.has_capitals else WEIGHTS_WITHOUT_CAPITALS
        return sum(weights.get(name, 0.0) * value for name, value in self.features.items())


@dataclass(frozen=True)
class Ranked:
    """The best candidate with one text.

    Attributes:
        best: The candidate.
        belief: The share of all candidates' belief that its text holds, in [0, 1].
    """

    best: Featured
    belief: float


def rank_spans(asked: Asked, views: Sequence[PassageView], chain: Chain = NO_CHAIN) -> list[Ranked]:
    """Rank the spans of `views` as answers to `asked`, best first, one for each text.

    A candidate's score is linear in the features of `features_of`; belief is the softmax of
    the scores, summed over the candidates with one text.
    """
    scored = [(f.score, f) for f in featured(asked, views, chain)]
    if not scored:
        return []
    top = max(score for score, _ in scored)
    total = sum(math.exp(score - top) for score, _ in scored)
    best: dict[tuple[str, ...], Ranked] = {}
    for score, item in sorted(scored, key=lambda s: -round(s[0], 9)):
        words = item.candidate.span.words
        belief = math.exp(score - top) / total
        known = best.get(words)
        best[words] = Ranked(
            known.best if known else item, belief + (known.belief if known else 0.0)
        )
    return sorted(best.values(), key=lambda r: -round(r.belief, 9))


def featured(asked: Asked, views: Sequence[PassageView], chain: Chain = NO_CHAIN) -> list[Featured]:
    """Return the candidates of the best sentences, and the hints, with their features."""
    found = supports(asked, views)
    found.sort(key=lambda s: -round(_promise(s), 9))
    near_of = {s.view.id: 0.0 for s in found}
    for support in found:
        near_of[support.view.id] = max(near_of[support.view.id], support.near)
    pairs = [
        (candidate, support)
        for support in found[:_MOST_SENTENCES]
        for candidate in candidates(asked, support.view, support.sentence)
    ]
    present = {(c.view.id, c.span.start, c.span.end) for c, _ in pairs}
    pairs = _of_asked_kind(asked, pairs)
    by_words: dict[tuple[str, ...], Filled] = {}
    for hint in chain.answers:
        if hint.place and not contains(asked.words, hint.place[1].words):
            view, span = hint.place
            by_words.setdefault(span.words, hint)
            if (view.id, span.start, span.end) not in present:
                pairs.append(_hinted(view, span, found))
    on_path = _on_path(chain, views)
    passed = {f.place[1].words for f in chain.passed if f.place}
    setting = Setting(asked, views, near_of)
    return [
        Featured(
            c,
            s,
            features_of(setting, c, s, hint)
            | {
                "on_path": on_path.get(c.view.id, 0.0),
                "passed": float(c.span.words in passed),
            },
            hint,
        )
        for c, s in pairs
        for hint in (by_words.get(c.span.words),)
    ]


def _on_path(chain: Chain, views: Sequence[PassageView]) -> dict[str, float]:
    """Return how sure it is, by passage, that the last relation is asked of its subject."""
    found: dict[str, float] = {}
    for subject in chain.last_subjects if chain.followed else ():
        for view in linked_views(subject.text, views):
            found[view.id] = max(found.get(view.id, 0.0), subject.score)
    return found


def _hinted(view: PassageView, span: Span, found: Sequence[Support]) -> tuple[Candidate, Support]:
    sentence = view.sentence_at(span.start)
    support = next(s for s in found if s.view is view and s.sentence is sentence)
    return Candidate(view, sentence, span, "name"), support


def _of_asked_kind(
    asked: Asked, pairs: list[tuple[Candidate, Support]]
) -> list[tuple[Candidate, Support]]:
    """Keep only countries where a country is asked and there is one; codes such as URLs alike."""
    if asked.head == "country":
        return [p for p in pairs if p[0].span.text in COUNTRIES] or pairs
    kinds = asked_codes(asked.text)
    return [p for p in pairs if _code_kind(p[0]) in kinds] or pairs if kinds else pairs


def _code_kind(candidate: Candidate) -> str:
    """Return what kind of code the candidate is, or ""."""
    span = candidate.span
    codes = candidate.view.codes
    return next((c.kind for c in codes if (c.start, c.end) == (span.start, span.end)), "")


def _promise(support: Support) -> float:
    partner = support.partner
    return support.near + support.title + (partner.gain if partner else 0.0) - 0.02 * support.rank
