"""What a query says: its search terms, and the phrases of the vocabulary in it."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..language.terms import STOP_WORDS, name_form, related_terms, relation_terms, terms, tokens
from .contents import Contents
from .features import Hashes, hash_word
from .occurrences import longest_phrases

SAME_RELATION = 0.8
"""How far a word stands for another one that states the same relation."""


@dataclass(frozen=True, eq=False)
class Query:
    """A query as the index sees it.

    Attributes:
        terms: Hashes of its distinct terms that the corpus holds, sorted, of shape (t,).
        idf: BM25's inverse document frequency of each term, of shape (t,).
        forms: Hashes of all terms that stand for one of `terms`: itself, and those the corpus
            holds that may be derived from the same root or state the same relation; sorted, of
            shape (u,).
        likeness: How far each form stands for each term, in [0, 1], of shape (u, t).
        phrases: Hashes of its phrases that passages hold, sorted.
    """

    terms: Hashes
    idf: NDArray[np.float64]
    forms: Hashes
    likeness: NDArray[np.float64]
    phrases: tuple[int, ...]

    @property
    def importance(self) -> NDArray[np.float64]:
        """Each term's share of the sum of all idf, of shape (t,)."""
        return self.idf / max(1e-9, float(self.idf.sum()))


def read_query(text: str, contents: Contents) -> Query:
    """Read `text` against the corpus."""
    words = {hash_word(term): term for term in terms(text)}
    known = sorted(key for key in words if contents.terms.frequency(key))
    idf = [_idf(key, contents) for key in known]
    forms, likeness = _forms([words[key] for key in known], idf, contents)
    return Query(
        terms=np.array(known, np.uint64),
        idf=np.array(idf),
        forms=forms,
        likeness=likeness,
        phrases=_phrases(text, contents),
    )


def _idf(term: int, contents: Contents) -> float:
    total, count = len(contents.row_of), contents.terms.frequency(term)
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def _forms(
    words: list[str], idf: list[float], contents: Contents
) -> tuple[Hashes, NDArray[np.float64]]:
    """Return `Query.forms` and `Query.likeness`; a commoner form stands for less."""
    likeness: dict[int, dict[int, float]] = {}
    for place, word in enumerate(words):
        likeness.setdefault(hash_word(word), {})[place] = 1.0
        shares = dict.fromkeys(relation_terms(word), SAME_RELATION)
        shares |= dict.fromkeys(related_terms(word), 1.0)
        for term, share in shares.items():
            form = hash_word(term)
            if contents.terms.frequency(form):
                commoner = min(1.0, _idf(form, contents) / idf[place])
                likeness.setdefault(form, {}).setdefault(place, share * commoner)
    forms = sorted(likeness)
    table = np.zeros((len(forms), len(words)))
    for row, form in enumerate(forms):
        for place, share in likeness[form].items():
            table[row, place] = share
    return np.array(forms, np.uint64), table


def _phrases(text: str, contents: Contents) -> tuple[int, ...]:
    words = [word.text for word in tokens(text)]
    hashes = np.array([hash_word(name_form(word)) for word in words], np.uint64)
    alone = np.array([_may_stand_alone(word, contents) for word in words], bool)
    starts = np.arange(len(words))
    found = longest_phrases(hashes, starts * 0, starts, alone, contents.vocabulary.members)
    return tuple(sorted(p for p in set(found.tolist()) if contents.phrases.frequency(p)))


def _may_stand_alone(word: str, contents: Contents) -> bool:
    """Tell whether one word of a query is a name: capitalised there, or usually."""
    form = name_form(word)
    if form in STOP_WORDS or word[0].isdigit():
        return False
    return word[0].isupper() or contents.vocabulary.is_usual_name(hash_word(form))
