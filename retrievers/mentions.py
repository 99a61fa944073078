"""Which phrases the passages of the pool share, and what their sentences say of the query."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .contents import Contents
from .features import Hashes
from .pool import PoolRows
from .query import Query
from .signals import Scores

Places = NDArray[np.int64]

MOST_TOLD = 16
"""A sentence that holds more phrases than this is on its way to a list."""


@dataclass(frozen=True, eq=False)
class Mentions:
    """The m pairs of a passage and a phrase that it shares with others and the query lacks.

    Attributes:
        keys: Hashes of the distinct phrases, of shape (f,).
        passages: Place in the pool of each mention's passage, ascending, of shape (m,).
        phrases: Place in `keys` of each mention's phrase, of shape (m,).
        sentences: Number of the sentence, of those with the phrase, that says most of the query.
        said: Which terms of the query the sentences with the phrase have, of shape (m, t).
        context: What share of the query the best sentence says, of shape (m,).
        told: 1 where the sentence tells of the phrase, less where it only lists it among many
            others, of shape (m,).
    """

    keys: Hashes
    passages: Places
    phrases: Places
    sentences: Places
    said: Scores
    context: Scores
    told: Scores

    def held_by(self, count: int) -> Scores:
        """Return how far each passage of the pool tells of each phrase, of shape (count, f)."""
        holds = np.zeros((count, len(self.keys)))
        holds[self.passages, self.phrases] = self.told
        return holds


def find_mentions(rows: PoolRows, said: Scores, query: Query, contents: Contents) -> Mentions:
    """Return the mentions in the passages of `rows`, whose sentences say `said`."""
    found = [contents.occurrences[row] for row in rows.tolist()]
    phrases = np.concatenate([o.phrases for o in found])
    sentences = np.concatenate([o.sentences for o in found]).astype(np.int64)
    passages = np.repeat(np.arange(len(rows)), [len(o.phrases) for o in found])
    keys, which = np.unique(phrases, return_inverse=True)
    holds = np.zeros((len(keys), len(rows)), bool)
    holds[which, passages] = True
    shared = holds.sum(axis=1) >= 2
    shared &= ~np.isin(keys, np.array(query.phrases, np.uint64))
    kept = shared[which]
    places = passages * (1 << 16) + sentences
    _, sentence, crowd = np.unique(places, return_inverse=True, return_counts=True)
    told = np.minimum(1, MOST_TOLD / crowd[sentence])
    return _merged(
        keys[shared],
        passages[kept],
        (np.cumsum(shared) - 1)[which[kept]],
        sentences[kept],
        told[kept],
        said,
        query.importance,
    )


def _merged(
    keys: Hashes,
    passages: Places,
    phrases: Places,
    sentences: Places,
    told: Scores,
    said: Scores,
    importance: Scores,
) -> Mentions:
    """Join the sentences in which one passage mentions one phrase.

    The one shown is the one that says most of the query, and the title only if no other does.
    """
    said = said[passages, sentences]
    context = np.round(said @ importance, 9)
    order = np.lexsort((sentences, sentences == 0, -context, phrases, passages))
    passages, phrases, sentences = passages[order], phrases[order], sentences[order]
    said, context = said[order], context[order]
    first = np.ones(len(passages), bool)
    first[1:] = (passages[1:] != passages[:-1]) | (phrases[1:] != phrases[:-1])
    starts = np.flatnonzero(first)
    together = np.maximum.reduceat(said, starts, axis=0) if len(starts) else said
    best = np.maximum.reduceat(told[order], starts) if len(starts) else told
    return Mentions(
        keys, passages[starts], phrases[starts], sentences[starts], together, context[starts], best
    )


def what_is_said(rows: PoolRows, query: Query, contents: Contents) -> Scores:
    """Return how far each sentence has each term of the query, of shape (n, sentences, t).

    The title belongs to every sentence.
    """
    features = [contents.features(row) for row in rows.tolist()]
    terms = np.concatenate([f.terms for f in features])
    sentences = np.concatenate([f.sentences for f in features])
    passages = np.repeat(np.arange(len(rows)), [len(f.terms) for f in features])
    said = np.zeros((len(rows), int(sentences.max(initial=0)) + 1, len(query.terms)))
    if len(query.forms):
        place = np.minimum(np.searchsorted(query.forms, terms), len(query.forms) - 1)
        hit = query.forms[place] == terms
        np.maximum.at(said, (passages[hit], sentences[hit]), query.likeness[place[hit]])
    return np.maximum(said, said[:, :1])
