"""The generic scorer: how likely each span of the passages is the answer."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...language.nationalities import COUNTRIES, PART_OF
from ...language.terms import Token
from ...state.values import AnswerType
from .asked import Asked
from .candidates import Candidate, candidates, contains
from .chain import Chain, Filled
from .kinds import kind_of_name, kind_of_subject
from .links import linked_views
from .support import Support, supports
from .view import PassageView, Span
from .weights import WEIGHTS, WEIGHTS_WITHOUT_CAPITALS

_SURE = 0.95
_FRAME = 5
NO_CHAIN = Chain({}, [])
_MOST_SENTENCES = 14
_NAMED = frozenset({"person", "place", "organisation", "work", "entity", "description"})


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
        if hint.place:
            view, span = hint.place
            by_words.setdefault(span.words, hint)
            if (view.id, span.start, span.end) not in present:
                pairs.append(_hinted(view, span, found))
    on_path = _on_path(chain, views)
    return [
        Featured(
            c,
            s,
            features_of(asked, c, s, views, near_of, hint)
            | {"on_path": on_path.get(c.view.id, 0.0)},
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
    """Keep only countries where a country is asked and there is one."""
    if asked.head != "country":
        return pairs
    return [p for p in pairs if p[0].span.text in COUNTRIES] or pairs


def _promise(support: Support) -> float:
    partner = support.partner
    return support.near + support.title + (partner.gain if partner else 0.0) - 0.02 * support.rank


def features_of(
    asked: Asked,
    candidate: Candidate,
    support: Support,
    views: Sequence[PassageView],
    near_of: dict[str, float],
    hint: Filled | None,
) -> dict[str, float]:
    """Return the features of a candidate by name; all lie in or near [-1, 1]."""
    view, span = support.view, candidate.span
    anchored = contains(asked.words, view.subject_words) if view.subject_words else False
    features = {
        "near": support.near,
        "cover": support.cover,
        "title": support.title,
        "told": support.told.gain if support.told else 0.0,
        "is_told": float(support.told is not None),
        "near_told": support.near * support.told.gain if support.told else 0.0,
        "shared": support.shared.gain if support.shared else 0.0,
        "tells": support.tells.gain if support.tells else 0.0,
        "rank": support.rank / 10,
        "lead": float(support.sentence.index == 0),
        "anchored": float(anchored),
        "own_subject": float(contains(view.subject_words, span.words)),
        "common": _share_of_anchors(asked, span, views),
        "length": math.log(len(span.words)),
        candidate.source: 1.0,
    }
    if hint:
        features |= _hint_features(hint)
    features |= _closeness(asked, candidate)
    features |= _frame(asked, candidate)
    features |= _repetition(asked, candidate)
    if asked.kind in _NAMED:
        features |= _link_features(asked, candidate, support, views, near_of)
        features |= _type_features(asked, candidate)
    return features


def _share_of_anchors(asked: Asked, span: Span, views: Sequence[PassageView]) -> float:
    """Return the share of the passages about the question's names that have the span's words."""
    about = [v for v in views if v.subject_words and contains(asked.words, v.subject_words)]
    if len(about) < 2:
        return 0.0
    words = f" {' '.join(span.words)} "
    return sum(words in view.folded for view in about) / len(about)


def _hint_features(hint: Filled) -> dict[str, float]:
    """Tell how sure the slots' value is that says the same."""
    if hint.guessed:
        return {"guessed": 1.0, "guess": hint.score}
    return {"hinted": 1.0, "hint": hint.score, "sure_hint": float(hint.score > _SURE)}


def _closeness(asked: Asked, candidate: Candidate) -> dict[str, float]:
    """Tell how close the question's words stand to the span."""
    span = candidate.span
    distance: dict[str, int] = {}
    words_off: dict[str, int] = {}
    for off, token, key in _around(candidate):
        if key in asked.near:
            gap = min(abs(token.start - span.start), abs(token.start - span.end))
            distance[key] = min(gap, distance.get(key, gap))
            if abs(off) < abs(words_off.get(key, 99)):
                words_off[key] = off
    total = sum(asked.near.values()) or 1.0
    close = sum(asked.near[k] * math.exp(-d / 30) for k, d in sorted(distance.items()))
    before = sum(asked.near[k] for k, d in sorted(words_off.items()) if -3 <= d < 0)
    after = sum(asked.near[k] for k, d in sorted(words_off.items()) if 0 < d <= 3)
    head_off = words_off.get(asked.head, 99)
    return {
        "close": close / total,
        "just_before": before / total,
        "just_after": after / total,
        "head_close": float(abs(head_off) <= 3),
        "head_next": float(head_off == 1),
    }


def _around(candidate: Candidate) -> Iterator[tuple[int, Token, str]]:
    """Yield the words around a span: how many words off, the word, its key."""
    sentence, span = candidate.sentence, candidate.span
    first = next(i for i, t in enumerate(sentence.tokens) if t.end > span.start)
    last = max(i for i, t in enumerate(sentence.tokens) if t.start < span.end)
    for place, (token, key) in enumerate(zip(sentence.tokens, sentence.keys, strict=True)):
        if place < first:
            yield place - first, token, key
        elif place > last:
            yield place - last, token, key


def _frame(asked: Asked, candidate: Candidate) -> dict[str, float]:
    """Tell whether the words that stand around the question word stand around the span."""
    found = {"led_in": 0.0, "led_out": 0.0}
    for off, _, key in _around(candidate):
        if key and key == asked.lead_in and -_FRAME <= off < 0:
            found["led_in"] = 1.0
        if key and key == asked.lead_out and 0 < off <= _FRAME:
            found["led_out"] = 1.0
    return found


def _repetition(asked: Asked, candidate: Candidate) -> dict[str, float]:
    """Tell how much of the span the question says itself."""
    inside = {
        key
        for token, key in zip(candidate.sentence.tokens, candidate.sentence.keys, strict=True)
        if key and candidate.span.start <= token.start < candidate.span.end
    }
    said = inside & asked.key_set
    return {
        "says_head": float(bool(asked.head) and asked.head in inside),
        "repeats": len(said - {asked.head}) / len(inside) if inside else 0.0,
    }


def _link_features(
    asked: Asked,
    candidate: Candidate,
    support: Support,
    views: Sequence[PassageView],
    near_of: dict[str, float],
) -> dict[str, float]:
    """Tell what the passage about the span, if there is one, says of it."""
    about = linked_views(candidate.span.text, views)
    kind = kind_of_name(candidate.view, candidate.span)
    if not about:
        return _kind_features(asked, kind)
    target = about[0]
    found = _kind_features(asked, kind_of_subject(target) or kind)
    found["is_head"] = float(bool(asked.head) and asked.head in target.lead_keys)
    if target is not support.view:
        anchored = contains(asked.words, target.subject_words)
        found["has_passage"] = 1.0
        found["leads_on"] = 0.0 if anchored else max(0.0, near_of[target.id] - support.near)
    return found


def _kind_features(asked: Asked, kind: AnswerType | None) -> dict[str, float]:
    """Tell whether a name is of the kind that is asked, as far as that is known."""
    if kind is None or asked.kind in ("description", "choice"):
        return {}
    if asked.kind == "entity":
        return {f"entity_{kind}": 1.0}
    return {f"{asked.kind}_right" if kind == asked.kind else f"{asked.kind}_wrong": 1.0}


def _type_features(asked: Asked, candidate: Candidate) -> dict[str, float]:
    """Tell whether the span looks like what is asked."""
    view, span = candidate.view, candidate.span
    before = view.text[max(0, span.start - 12) : span.start].lower().split()
    in_place = (bool(before) and before[-1] in {"in", "at", "near", "from", "to", "of"}) or (
        len(before) > 1 and before[-1] == "the" and before[-2] in {"in", "at", "near", "from"}
    )
    capitals = sum(word[:1].isupper() for word in span.text.split())
    match asked.kind:
        case "person":
            like = 2 <= capitals <= 3 and len(span.words) <= 4
            own = contains(view.subject_words, span.words)
            return {"person_like": float(like), "own_person": float(like and own)}
        case "place":
            known = span.text in COUNTRIES or span.text in PART_OF
            return {"in_place": float(in_place), "known_place": float(known)}
        case _:
            return {"other_in": float(in_place)}
