"""Which phrases count in this corpus: whole-number sums over its passages, kept incrementally."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from .features import CAPITAL, LOWER, Features, Hashes
from .phrases import ALIAS, SPAN, TITLE
from .postings import Postings, Rows

MAX_ALIAS_PASSAGES = 10
MIN_SPAN_PASSAGES = 2
USUALLY_CAPITAL = 4
"""A word is a usual name if it is written with a capital this many times as often as without."""

_OUT, _IN, _IN_AS_ALIAS = range(3)


class Vocabulary:
    """The phrases that link passages.

    A phrase is in if it is a title; or if it is another name of the subjects of a few passages
    or a capitalised span of several, and no common word.
    """

    def __init__(self) -> None:
        self.members: set[int] = set()
        self._other_names: set[int] = set()
        self._titles = Postings()
        self._aliases = Postings()
        self._spans: Counter[int] = Counter()
        self._capital: Counter[int] = Counter()
        self._lower: Counter[int] = Counter()

    def bearers(self, phrase: int) -> Rows:
        """Return the rows of the passages that `phrase` is the name of."""
        return (self._aliases if self.is_other_name(phrase) else self._titles).rows(phrase)

    def named(self, phrase: int) -> list[int]:
        """Return the rows of the passages that have `phrase` as a title or for another name."""
        return [*self._titles.rows(phrase).tolist(), *self._aliases.rows(phrase).tolist()]

    def is_other_name(self, phrase: int) -> bool:
        """Tell whether `phrase` names passages that have another title."""
        return phrase in self._other_names

    def is_usual_name(self, word: int) -> bool:
        """Tell whether a word is nearly always capitalised; true of phrases of several words."""
        return self._capital[word] >= USUALLY_CAPITAL * self._lower[word]

    def add(self, features: Sequence[Features], rows: Rows) -> dict[int, tuple[int, int]]:
        """Count passages in; return the phrases whose part changed, with their anchors."""
        return self._change(features, rows, 1)

    def remove(self, features: Sequence[Features], rows: Rows) -> dict[int, tuple[int, int]]:
        """Count passages out; return the phrases whose part changed, with their anchors."""
        return self._change(features, rows, -1)

    def _change(
        self, features: Sequence[Features], rows: Rows, sign: int
    ) -> dict[int, tuple[int, int]]:
        words = np.concatenate([f.words for f in features])
        terms = np.concatenate([f.terms for f in features])
        flags = np.concatenate([f.flags for f in features])
        phrases = np.concatenate([f.phrases for f in features])
        kinds = np.concatenate([f.kinds for f in features])
        phrase_rows = np.repeat(rows, [len(f.phrases) for f in features])
        anchors = np.concatenate([f.anchors for f in features]).T.tolist()
        touched = self._known_words(words, terms)
        touched.update(zip(phrases.tolist(), zip(*anchors, strict=True), strict=True))
        before = {phrase: self._state(phrase) for phrase in touched}
        for postings, kind in ((self._titles, TITLE), (self._aliases, ALIAS)):
            change = postings.add if sign > 0 else postings.remove
            change(phrases[kinds == kind], phrase_rows[kinds == kind])
        _count(self._spans, phrases[kinds == SPAN], sign)
        _count(self._capital, words[(flags & CAPITAL) > 0], sign)
        _count(self._lower, words[(flags & LOWER) > 0], sign)
        changed = {}
        for phrase, anchor in touched.items():
            state = self._state(phrase)
            if state != before[phrase]:
                changed[phrase] = anchor
                _keep(self.members, phrase, state != _OUT)
                _keep(self._other_names, phrase, state == _IN_AS_ALIAS)
        return changed

    def _known_words(self, words: Hashes, terms: Hashes) -> dict[int, tuple[int, int]]:
        """Return those of `words` that are phrases by themselves, with their anchors."""
        distinct, first = np.unique(words, return_index=True)
        pairs = zip(distinct.tolist(), terms[first].tolist(), strict=True)
        return {
            word: (term or word, 0)
            for word, term in pairs
            if word in self._spans or self._aliases.frequency(word)
        }

    def _state(self, phrase: int) -> int:
        if self._titles.frequency(phrase):
            return _IN
        aliases, spans = self._aliases.frequency(phrase), self._spans.get(phrase, 0)
        if not (aliases or spans) or not self.is_usual_name(phrase):
            return _OUT
        if 1 <= aliases <= MAX_ALIAS_PASSAGES:
            return _IN_AS_ALIAS
        return _IN if spans >= MIN_SPAN_PASSAGES else _OUT


def _keep(phrases: set[int], phrase: int, inside: bool) -> None:
    (phrases.add if inside else phrases.discard)(phrase)


def _count(counter: Counter[int], keys: Hashes, sign: int) -> None:
    distinct, counts = np.unique(keys, return_counts=True)
    for key, count in zip(distinct.tolist(), counts.tolist(), strict=True):
        total = counter.get(key, 0) + sign * count
        if total:
            counter[key] = total
        else:
            counter.pop(key, None)
