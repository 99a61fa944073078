"""How strongly each passage of the pool leads to each other one."""

from dataclasses import dataclass

import numpy as np

from .contents import Contents
from .mentions import Mentions, find_mentions, what_is_said
from .pool import PoolRows, linkable
from .query import Query
from .signals import K1, Scores, rarity
from .weights import Weights


@dataclass(frozen=True, eq=False)
class Links:
    """Links between the n passages of the pool.

    Attributes:
        strength: From the row's passage to the column's, of shape (n, n).
        coverage: How far each passage has each term of the query, of shape (n, t).
        word_scores: BM25 of each term as a share of the most possible, of shape (n, t).
        mentions: The m mentions of shared phrases.
        by_phrase: What each passage gives a mention for the phrase, of shape (n, m).
        by_title: What it gives for mentioning the other's title or other name.
        by_words: What each passage gives each other for missing words, of shape (n, n).
    """

    strength: Scores
    coverage: Scores
    word_scores: Scores
    mentions: Mentions
    by_phrase: Scores
    by_title: Scores
    by_words: Scores


def find_links(
    rows: PoolRows, by_term: Scores, query: Query, contents: Contents, weights: Weights
) -> Links:
    """Return the links between the passages in `rows`.

    Args:
        rows: Rows of the index.
        by_term: BM25 of each term of the query by row of the index, of shape (t, rows).
        query: The query.
        contents: The index.
        weights: The weights.
    """
    said = what_is_said(rows, query, contents)
    coverage = said.max(axis=1)
    # A word that a passage says often gives its idf K1 + 1 times over.
    most = max(1e-9, (K1 + 1) * float(query.idf.sum()))
    word_scores = np.maximum(by_term[:, rows].T, coverage * query.idf) / most
    by_words = weights.missing * ((1 - coverage) @ word_scores.T)
    mentions = find_mentions(rows, said, query, contents)
    lacking = (1 - coverage) * query.importance
    parts = _phrase_parts(mentions, lacking, contents, weights)
    by_title = weights.title * _title_shares(mentions, rows, contents)
    strength = by_words + sum(_best(part, mentions, len(rows)) for part in (*parts, by_title))
    np.fill_diagonal(strength, 0)
    by_phrase = parts[0] + parts[1] + parts[2]
    return Links(strength, coverage, word_scores, mentions, by_phrase, by_title, by_words)


def _phrase_parts(
    mentions: Mentions, lacking: Scores, contents: Contents, weights: Weights
) -> tuple[Scores, Scores, Scores]:
    """Return what each passage gives each mention, of shape (n, m).

    The parts: for sharing a rare phrase; for what its own sentence with that phrase says of
    the query; for what the sentence it leads to says of the query that it lacks itself.
    """
    total = len(contents.row_of)
    counts = [contents.phrases.frequency(key) for key in mentions.keys.tolist()]
    rarities = [rarity(n, total, weights.rarity) if linkable(n, total) else 0.0 for n in counts]
    rare = np.array(rarities)[mentions.phrases]
    context = np.zeros((len(lacking), len(mentions.keys)))
    context[mentions.passages, mentions.phrases] = mentions.context * mentions.told
    rare = rare * mentions.told
    shares = mentions.held_by(len(lacking))[:, mentions.phrases] * rare
    return (
        weights.phrase * shares,
        weights.source_context * context[:, mentions.phrases] * rare,
        weights.context * shares * (lacking @ mentions.said.T),
    )


def _title_shares(mentions: Mentions, rows: PoolRows, contents: Contents) -> Scores:
    """Return 1 / sqrt(passages of that name) where a passage mentions another one's name."""
    bearers = [contents.vocabulary.bearers(key) for key in mentions.keys.tolist()]
    weight = np.array([len(found) ** -0.5 if len(found) else 0.0 for found in bearers])
    place_of = np.full(len(contents.alive), -1)
    place_of[rows] = np.arange(len(rows))
    places = place_of[np.concatenate([np.empty(0, np.int32), *bearers])]
    keys = np.repeat(np.arange(len(bearers)), [len(found) for found in bearers])
    bears = np.zeros((len(rows), len(bearers)), bool)
    bears[places[places >= 0], keys[places >= 0]] = True
    gives = mentions.held_by(len(rows)) * ~bears * weight
    shares: Scores = gives[:, mentions.phrases] * bears[mentions.passages, mentions.phrases]
    return shares


def _best(values: Scores, mentions: Mentions, n: int) -> Scores:
    """Return the highest value among each passage's mentions, of shape (n, n)."""
    result = np.zeros((n, n))
    if values.shape[1]:
        present, starts = np.unique(mentions.passages, return_index=True)
        result[:, present] = np.maximum.reduceat(values, starts, axis=1)
    return result
