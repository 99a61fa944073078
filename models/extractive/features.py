"""The features of a candidate answer: what the generic scorer weighs."""

import math
from collections.abc import Iterator, Sequence

from ...language.terms import Token
from ...reasoning.nationalities import COUNTRIES, PART_OF
from ...state.values import AnswerType
from .asked import Asked
from .candidates import Candidate, contains
from .chain import Filled
from .kinds import kind_of_name, kind_of_subject
from .links import linked_views
from .support import Support
from .view import PassageView, Span

_SURE = 0.95
_FRAME = 5
_NAMED = frozenset({"person", "place", "organisation", "work", "entity", "description"})


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
