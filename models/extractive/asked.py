"""What a question asks of the passages: its words, and how near each is to what is asked."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ...language.terms import tokens
from ...state.values import AnswerType, QuestionFeatures
from .keys import keys, token_keys
from .view import PassageView, folded_words

_QUESTION_WORDS = (
    frozenset({"what", "which", "who", "whom", "whose", "when", "where", "how", "why"})
    | frozenset({"ما", "ماذا", "متي", "اين", "كيف", "كم", "من", "اي", "لماذا"})
)  # fmt: skip
_NEAR_DISTANCE = 2.5
_NEAR_FLOOR = 0.1
_MOST = 0.5


@dataclass(frozen=True)
class Asked:
    """A question, prepared for comparison with passages.

    Attributes:
        text: The question.
        kind: The type of its short answer.
        head: The key of the noun that says what is asked ("river"), or "".
        words: Its folded words.
        weight: Each key to its rarity among the sentences at hand.
        near: The same, weighed by the distance to the question word: what stands close to it
            describes the answer, what stands far away describes the way there.
        unknown: The share of its keys that no passage has.
        strange: Whether no passage has most of the words of one of its names.
        lead_in: The key of the word that leads to the question word ("developed by which"),
            or "".
        lead_out: The key of the word that follows what is asked ("which tycoon bought"), or "".
    """

    text: str
    kind: AnswerType
    head: str
    words: tuple[str, ...]
    weight: dict[str, float]
    near: dict[str, float]
    unknown: float
    strange: bool
    lead_in: str
    lead_out: str

    @cached_property
    def key_set(self) -> frozenset[str]:
        """Its keys that a passage has."""
        return frozenset(self.weight)

    def share(self, found: frozenset[str] | set[str]) -> float:
        """Return the share of its weight that `found` holds, in [0, 1]."""
        total = sum(self.weight.values())
        return sum(self.weight[key] for key in sorted(found & self.key_set)) / total if total else 0

    def near_share(self, found: frozenset[str] | set[str]) -> float:
        """Return the share of its near weight that `found` holds, in [0, 1]."""
        total = sum(self.near.values())
        return sum(self.near[key] for key in sorted(found & self.key_set)) / total if total else 0


def ask(question: str, features: QuestionFeatures, views: Sequence[PassageView]) -> Asked:
    """Prepare `question` for `views`; words that no view has weigh nothing."""
    words = tokens(question)
    folded = folded_words(question)
    asked_at = _question_word(folded)
    found = token_keys(words)
    sentences = [s.key_set | v.subject_keys for v in views for s in v.sentences]
    weight: dict[str, float] = {}
    near: dict[str, float] = {}
    for place, key in enumerate(found):
        count = sum(key in found for found in sentences) if key else 0
        if not count:
            continue
        weight[key] = math.log(1 + len(sentences) / count)
        distance = max(0, abs(place - asked_at) - 1)
        closeness = _NEAR_FLOOR + math.exp(-distance / _NEAR_DISTANCE)
        near[key] = max(near.get(key, 0.0), weight[key] * closeness)
    head = keys(features.head)
    return Asked(
        question,
        features.answer_type,
        head[-1] if head else "",
        folded,
        weight,
        near,
        1 - len(weight) / max(1, len({key for key in found if key})),
        _is_strange(features.anchors, views),
        _last_key(found[max(0, asked_at - 2) : asked_at]),
        _lead_out(found[asked_at + 1 :], head[-1] if head else ""),
    )


def _is_strange(names: Sequence[str], views: Sequence[PassageView]) -> bool:
    wanted = [found for name in names if (found := frozenset(keys(name)))]
    known = any(len(found & v.keys) > _MOST * len(found) for found in wanted for v in views)
    return bool(wanted) and not known


def _last_key(found: Sequence[str]) -> str:
    return next((key for key in reversed(found) if key), "")


def _lead_out(found: Sequence[str], head: str) -> str:
    """Return the first key after the noun that says what is asked."""
    after = found[found.index(head) + 1 :] if head in found else found
    return next((key for key in after if key), "")


def _question_word(words: Sequence[str]) -> int:
    """Return the place of the word that asks: an early one, else the last."""
    places = [place for place, word in enumerate(words) if word in _QUESTION_WORDS]
    if not places:
        return 0
    return places[0] if places[0] <= 1 else places[-1]
