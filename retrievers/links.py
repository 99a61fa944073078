"""How strongly each passage of the pool leads to each other one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .contents import Contents
from .pool import PoolRows, linkable
from .query import Query
from .signals import Scores, rarity
from .weights import Weights

Z_FACTOR = 2.2
"""BM25 of a passage that says a word often, as a multiple of the word's idf (k1 + 1)."""


@dataclass(frozen=True, eq=False)
class Links:
    """Links between the n passages of the pool.

    Attributes:
        strength: From the row's passage to the column's, of shape (n, n).
        coverage: Which terms of the query each passage has, of shape (n, t).
        word_scores: BM25 of each term as a share of the most possible, of shape (n, t).
        passages: The passage of each mention, of shape (m,).
        phrases: The phrase of each mention.
        sentences: The sentence number of each mention.
        by_phrase: What each passage gives a mention for the phrase it shares, of shape (n, m).
        by_title: The same for the title it mentions.
        by_words: What each passage gives each other for missing words, of shape (n, n).
    """

    strength: Scores
    coverage: Scores
    word_scores: Scores
    passages: NDArray[np.int64]
    phrases: NDArray[np.uint64]
    sentences: NDArray[np.int64]
    by_phrase: Scores
    by_title: Scores
    by_words: Scores


def find_links(
    rows: PoolRows, by_term: Scores, query: Query, contents: Contents, weights: Weights
) -> Links:
    """Return the links between the passages in `rows`."""
    importance = query.idf / max(1e-9, float(query.idf.sum()))
    word_scores = by_term[:, rows].T / max(1e-9, Z_FACTOR * float(query.idf.sum()))
    coverage = (word_scores > 0).astype(np.float64)
    lacking = (1 - coverage) * importance
    by_words = weights.missing * ((1 - coverage) @ word_scores.T)

    passages, phrases, sentences = _mentions(rows, query, contents)
    said = _said(rows, query, contents)[passages, sentences]
    once = np.flatnonzero(
        np.r_[True, (passages[1:] != passages[:-1]) | (phrases[1:] != phrases[:-1])][
            : len(passages)
        ]
    )
    most = np.maximum.reduceat(said @ importance, once) if len(once) else np.zeros(0)
    said = np.maximum.reduceat(said, once, axis=0) if len(once) else said
    passages, phrases, sentences = passages[once], phrases[once], sentences[once]
    keys, phrase = np.unique(phrases, return_inverse=True)
    total = len(contents.row_of)
    counts = [contents.phrases.frequency(key) for key in keys.tolist()]
    rare = np.array(
        [rarity(n, total, weights.rarity) if linkable(n, total) else 0.0 for n in counts]
    )[phrase]
    borne, owners = _bearing(rows, keys, contents)
    n = len(rows)
    holds = np.zeros((n, len(keys)))
    holds[passages, phrase] = 1
    context = np.zeros((n, len(keys)))
    context[passages, phrase] = most

    shares = holds[:, phrase] * rare
    parts = (
        weights.phrase * shares,
        weights.source_context * context[:, phrase] * rare,
        weights.context * shares * (lacking @ said.T),
    )
    mentions_title = (holds * ~owners)[:, phrase] * (borne[phrase] * owners[passages, phrase])
    by_title = weights.title * mentions_title
    strength = by_words + sum(_by_passage(part, passages, n) for part in (*parts, by_title))
    np.fill_diagonal(strength, 0)
    return Links(
        strength, coverage, word_scores, passages, phrases, sentences,
        sum(parts, np.zeros(())), by_title, by_words,
    )  # fmt: skip


def _mentions(
    rows: PoolRows, query: Query, contents: Contents
) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.int64]]:
    """Return the mentions of phrases that several passages share and the query lacks."""
    found = [contents.occurrences[row] for row in rows.tolist()]
    phrases = np.concatenate([o.phrases for o in found])
    sentences = np.concatenate([o.sentences for o in found]).astype(np.int64)
    passages = np.repeat(np.arange(len(rows)), [len(o.phrases) for o in found])
    keys, which = np.unique(phrases, return_inverse=True)
    holds = np.zeros((len(keys), len(rows)), bool)
    holds[which, passages] = True
    use = (holds.sum(axis=1) >= 2) & ~np.isin(keys, np.array(query.phrases, np.uint64))
    kept = use[which]
    return passages[kept], phrases[kept], sentences[kept]


def _said(rows: PoolRows, query: Query, contents: Contents) -> Scores:
    """Return which terms of the query each sentence has, of shape (n, sentences, t).

    The title belongs to every sentence.
    """
    features = [contents.features(row) for row in rows.tolist()]
    terms = np.concatenate([f.terms for f in features])
    sentences = np.concatenate([f.sentences for f in features])
    passages = np.repeat(np.arange(len(rows)), [len(f.terms) for f in features])
    said = np.zeros((len(rows), int(sentences.max(initial=0)) + 1, len(query.terms)))
    if len(query.terms):
        place = np.minimum(np.searchsorted(query.terms, terms), len(query.terms) - 1)
        hit = query.terms[place] == terms
        said[passages[hit], sentences[hit], place[hit]] = 1
    return np.maximum(said, said[:, :1])


def _bearing(
    rows: PoolRows, keys: NDArray[np.uint64], contents: Contents
) -> tuple[Scores, NDArray[np.bool_]]:
    """Return 1 / sqrt(passages a phrase is the title of), and which of `rows` those are."""
    borne = np.zeros(len(keys))
    owners = np.zeros((len(rows), len(keys)), bool)
    for column, key in enumerate(keys.tolist()):
        bearers = contents.vocabulary.bearers(key)
        if len(bearers):
            borne[column] = len(bearers) ** -0.5
            owners[:, column] = np.isin(rows, bearers)
    return borne, owners


def _by_passage(values: Scores, passages: NDArray[np.int64], n: int) -> Scores:
    """Return the highest of the columns that belong to each passage, of shape (n, n)."""
    result = np.zeros((len(values), n))
    if values.shape[1]:
        present, starts = np.unique(passages, return_index=True)
        result[:, present] = np.maximum.reduceat(values, starts, axis=1)
    return result
