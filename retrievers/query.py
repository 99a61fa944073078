"""What a query says: its search terms, and the phrases of the vocabulary in it."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..language.terms import STOP_WORDS, name_form, terms, tokens
from .contents import Contents
from .features import hash_word
from .occurrences import longest_phrases


@dataclass(frozen=True, eq=False)
class Query:
    """A query as the index sees it.

    Attributes:
        terms: Hashes of its distinct terms that the corpus holds, sorted, of shape (t,).
        idf: BM25's inverse document frequency of each term, of shape (t,).
        phrases: Hashes of its phrases that passages hold, sorted.
    """

    terms: NDArray[np.uint64]
    idf: NDArray[np.float64]
    phrases: tuple[int, ...]

    @property
    def importance(self) -> NDArray[np.float64]:
        """Each term's share of the sum of all idf, of shape (t,)."""
        return self.idf / max(1e-9, float(self.idf.sum()))


def read_query(text: str, contents: Contents) -> Query:
    """Read `text` against the corpus."""
    known = sorted(
        {key for term in terms(text) if contents.terms.frequency(key := hash_word(term))}
    )
    total = len(contents.row_of)
    counts = [contents.terms.frequency(key) for key in known]
    return Query(
        terms=np.array(known, np.uint64),
        idf=np.array([math.log(1 + (total - n + 0.5) / (n + 0.5)) for n in counts]),
        phrases=_phrases(text, contents),
    )


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
