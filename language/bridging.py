"""Names in passages that may lead to what a question still lacks."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ..reasoning.matching import bare_name
from ..reasoning.text import fold
from ..state.values import Passage
from .names import find_names
from .sentences import sentences
from .terms import terms, tokens

_BEST_SENTENCES = 3
_RANK_COST = 0.15
_TITLE_FACTOR = 2
_SHORTEST_NAME = 3


class Bridge(NamedTuple):
    """A name, the question's terms that its sentence says, and how likely it leads on."""

    name: str
    said: frozenset[str]
    weight: float


@dataclass(frozen=True)
class _Asked:
    """The question: folded, and what each of its terms weighs, as shares of 1."""

    text: str
    weights: Mapping[str, float]


class _Mention(NamedTuple):
    """A name in a sentence; `place` is the sentence's rank by what it says of the question."""

    name: str
    folded: str
    said: frozenset[str]
    place: int
    is_title: bool


def find_bridges(
    question: str, passages: Sequence[Passage], pool: Sequence[Passage], language: str = "en"
) -> tuple[list[Bridge], list[str]]:
    """Return the names of `passages` that the question does not hold, in two orders.

    First by what their sentence, with its title, says of the question: the share of its terms,
    each weighing log(1 + n / (df + 1/2)) over the n passages of the pool, divided by
    1 + 0.15 * rank of the passage (from 0). Then by how often they are named, a mention in the
    passage of rank r counting 1 / (r + 1), and a title's own twice.

    Args:
        question: The question.
        passages: The passages that were read, best first.
        pool: The passages that the question's own search brought.
        language: ISO 639-1 code of the passages.
    """
    asked = _Asked(fold(question), _term_weights(question, pool))
    best: dict[str, Bridge] = {}
    named: dict[str, tuple[str, float]] = {}
    for rank, passage in enumerate(passages):
        title = fold(bare_name(passage.title))
        for mention in _mentions(asked, passage, language):
            key = mention.folded
            share = (_TITLE_FACTOR if mention.is_title and not mention.place else 1) / (rank + 1)
            name, count = named.get(key, (mention.name, 0.0))
            named[key] = (name, count + share)
            if mention.place >= _BEST_SENTENCES or (not mention.is_title and key in title):
                continue
            told = sum(asked.weights[term] for term in sorted(mention.said))
            weight = round(told / (1 + _RANK_COST * rank), 6)
            if key not in best or best[key].weight < weight:
                best[key] = Bridge(mention.name, mention.said, weight)
    ranked = sorted(best.values(), key=lambda bridge: (-bridge.weight, bridge.name))
    topics = sorted(named.values(), key=lambda pair: (-round(pair[1], 6), pair[0]))
    return ranked, [name for name, _ in topics]


def rest_of(question: str, said: frozenset[str]) -> str:
    """Return the words of `question` without those that `said` holds the terms of."""
    left = [word.text for word in tokens(question) if not said.intersection(terms(word.text))]
    return " ".join(left)


def _term_weights(question: str, pool: Sequence[Passage]) -> dict[str, float]:
    held = [_terms(f"{passage.title} {passage.text}") for passage in pool]
    weights = {
        term: math.log(1 + len(held) / (0.5 + sum(term in one for one in held)))
        for term in sorted(set(terms(question)))
    }
    total = sum(weights.values()) or 1.0
    return {term: weight / total for term, weight in weights.items()}


@lru_cache(maxsize=2048)
def _terms(text: str) -> frozenset[str]:
    """Remembered: a question's hops look at the same pool and the same passages."""
    return frozenset(terms(text))


def _mentions(asked: _Asked, passage: Passage, language: str) -> Iterator[_Mention]:
    """Yield the names of a passage, sentence by sentence, those that say most first."""
    title = bare_name(passage.title)
    said = [
        (one, asked.weights.keys() & _terms(f"{title} {one}")) for one in sentences(passage.text)
    ]
    said.sort(key=lambda pair: -round(sum(asked.weights[t] for t in sorted(pair[1])), 6))
    for place, (sentence, shared) in enumerate(said):
        found = find_names(sentence, language)
        names = [(n.text, n.text == title) for n in found if n.type not in {"DATE", "NUM"}]
        if place < _BEST_SENTENCES:
            names.append((title, True))
        for name, is_title in names:
            folded = fold(name)
            if len(folded) >= _SHORTEST_NAME and folded not in asked.text:
                yield _Mention(name, folded, frozenset(shared), place, is_title)
