"""The features of a candidate answer: what the generic scorer weighs."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ...reasoning.nationalities import COUNTRIES, PART_OF
from ...state.values import AnswerType
from .asked import Asked
from .candidates import Candidate, contains
from .chain import Filled
from .kinds import kind_of_name, kind_of_subject
from .links import linked_views
from .support import Support
from .view import PassageView, Sentence, Span

_SURE = 0.95
_FRAME = 5
_NAMED = frozenset({"person", "place", "organisation", "work", "entity", "description"})


@dataclass(frozen=True)
class Setting:
    """What all candidates of one question share; what is found once is kept.

    Attributes:
        asked: The question.
        views: The passages.
        near_of: The highest near share among the sentences of each passage, by its id.
    """

    asked: Asked
    views: Sequence[PassageView]
    near_of: dict[str, float]

    @cached_property
    def anchors(self) -> list[PassageView]:
        """The passages about names that the question holds."""
        words = self.asked.words
        return [v for v in self.views if v.subject_words and contains(words, v.subject_words)]

    def linked(self, name: str) -> list[PassageView]:
        """Return the passages about `name`, the surest first."""
        if name not in self._linked:
            self._linked[name] = linked_views(name, self.views)
        return self._linked[name]

    def said_in(self, sentence: Sentence) -> list[tuple[int, str]]:
        """Return the words of the question in a sentence: the place and key of each."""
        found = self._said.get(id(sentence))
        if found is None:
            near = self.asked.near
            found = [(place, key) for place, key in enumerate(sentence.keys) if key in near]
            self._said[id(sentence)] = found
        return found

    @cached_property
    def _linked(self) -> dict[str, list[PassageView]]:
        return {}

    @cached_property
    def _said(self) -> dict[int, list[tuple[int, str]]]:
        return {}


def features_of(
    setting: Setting, candidate: Candidate, support: Support, hint: Filled | None
) -> dict[str, float]:
    """Return the features of a candidate by name; all lie in or near [-1, 1]."""
    asked, view, span = setting.asked, support.view, candidate.span
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
        "anchored": float(view in setting.anchors),
        "own_subject": float(contains(view.subject_words, span.words)),
        "common": _share_of_anchors(setting, span),
        "length": math.log(len(span.words)),
        candidate.source: 1.0,
    }
    if hint:
        features |= _hint_features(hint)
    features |= _closeness(setting, candidate)
    features |= _repetition(asked, candidate)
    if asked.kind in _NAMED:
        features |= _link_features(setting, candidate, support)
        features |= _type_features(asked, candidate)
    return features


def _share_of_anchors(setting: Setting, span: Span) -> float:
    """Return the share of the passages about the question's names that have the span's words."""
    about = setting.anchors
    if len(about) < 2:
        return 0.0
    words = f" {' '.join(span.words)} "
    return sum(words in view.folded for view in about) / len(about)


def _hint_features(hint: Filled) -> dict[str, float]:
    """Tell how sure the slots' value is that says the same."""
    if hint.guessed:
        return {"guessed": 1.0, "guess": hint.score}
    return {"hinted": 1.0, "hint": hint.score, "sure_hint": float(hint.score > _SURE)}


def _closeness(setting: Setting, candidate: Candidate) -> dict[str, float]:
    """Tell how close the question's words stand to the span, and whether they frame it alike."""
    asked, span, sentence = setting.asked, candidate.span, candidate.sentence
    first = bisect_right(sentence.ends, span.start)
    last = bisect_left(sentence.starts, span.end) - 1
    distance: dict[str, int] = {}
    words_off: dict[str, int] = {}
    led_in = led_out = False
    for place, key in setting.said_in(sentence):
        if first <= place <= last:
            continue
        off = place - first if place < first else place - last
        start = sentence.starts[place]
        gap = min(abs(start - span.start), abs(start - span.end))
        distance[key] = min(gap, distance.get(key, gap))
        if abs(off) < abs(words_off.get(key, 99)):
            words_off[key] = off
        led_in = led_in or (key == asked.lead_in and -_FRAME <= off < 0)
        led_out = led_out or (key == asked.lead_out and 0 < off <= _FRAME)
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
        "led_in": float(led_in),
        "led_out": float(led_out),
    }


def _repetition(asked: Asked, candidate: Candidate) -> dict[str, float]:
    """Tell how much of the span the question says itself."""
    sentence, span = candidate.sentence, candidate.span
    first, past = bisect_left(sentence.starts, span.start), bisect_left(sentence.starts, span.end)
    inside = {key for key in sentence.keys[first:past] if key}
    said = inside & asked.key_set
    return {
        "says_head": float(bool(asked.head) and asked.head in inside),
        "repeats": len(said - {asked.head}) / len(inside) if inside else 0.0,
    }


def _link_features(setting: Setting, candidate: Candidate, support: Support) -> dict[str, float]:
    """Tell what the passage about the span, if there is one, says of it."""
    asked = setting.asked
    about = setting.linked(candidate.span.text)
    kind = kind_of_name(candidate.view, candidate.span)
    if not about:
        return _kind_features(asked, kind)
    target = about[0]
    found = _kind_features(asked, kind_of_subject(target) or kind)
    found["is_head"] = float(bool(asked.head) and asked.head in target.lead_keys)
    if target is not support.view:
        anchored = contains(asked.words, target.subject_words)
        found["has_passage"] = 1.0
        found["leads_on"] = 0.0 if anchored else max(0.0, setting.near_of[target.id] - support.near)
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
