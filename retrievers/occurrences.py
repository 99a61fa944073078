"""Where a passage mentions phrases of the vocabulary."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .features import ALONE, BARE, PHRASE_FACTOR, STARTS_PHRASE, Features, Hashes
from .phrases import ALIAS, TITLE
from .postings import Rows
from .vocabulary import Vocabulary

MAX_PHRASE_WORDS = 8


class Occurrences(NamedTuple):
    """The distinct pairs of phrase and sentence of one passage, sorted.

    Attributes:
        phrases: Hashes, of shape (n,).
        sentences: Sentence numbers, of shape (n,); 0 is the title.
    """

    phrases: Hashes
    sentences: NDArray[np.uint16]


def find_occurrences(features: Sequence[Features], vocabulary: Vocabulary) -> list[Occurrences]:
    """Return what each passage mentions: its names, and the longest phrase at each token."""
    lengths = [len(f.words) for f in features]
    words = np.concatenate([f.words for f in features])
    passages = np.repeat(np.arange(len(features)), lengths)
    sentences = np.concatenate([f.sentences for f in features])
    flags = np.concatenate([f.flags for f in features])
    places = passages * (1 << 16) + sentences
    starts = np.flatnonzero(flags & STARTS_PHRASE)
    alone = (flags[starts] & ALONE) > 0
    found = longest_phrases(words, places, starts, alone, vocabulary.members)
    names = [_own_names(f, vocabulary) for f in features]
    keys = np.concatenate((found[found != 0], *names))
    at = np.concatenate(
        (
            places[starts][found != 0],
            np.repeat(np.arange(len(features)), [len(n) for n in names]) << 16,
        )
    )
    order = np.lexsort((at & 0xFFFF, keys, at >> 16))
    keys, at = keys[order], at[order]
    distinct = np.r_[True, (keys[1:] != keys[:-1]) | (at[1:] != at[:-1])][: len(keys)]
    keys, at = keys[distinct], at[distinct]
    bounds = np.searchsorted(at >> 16, np.arange(len(features) + 1))
    numbers = (at & 0xFFFF).astype(np.uint16)
    return [
        Occurrences(keys[start:end].copy(), numbers[start:end].copy())
        for start, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
    ]


def longest_phrases(
    words: Hashes,
    places: NDArray[np.int64],
    starts: NDArray[np.int64],
    alone: NDArray[np.bool_],
    members: set[int],
) -> Hashes:
    """Return for each start the longest member that begins there, 0 where none does.

    Args:
        words: Hashes of all tokens, of shape (n,).
        places: A number for the sentence of each token, of shape (n,); no phrase crosses two.
        starts: Token numbers, of shape (s,).
        alone: Whether the token at each start may be a phrase by itself, of shape (s,).
        members: The phrases to find.
    """
    found = np.zeros(len(starts), np.uint64)
    which = np.arange(len(starts))
    hashes = np.zeros(len(starts), np.uint64)
    for length in range(1, MAX_PHRASE_WORDS + 1):
        ends = starts[which] + length - 1
        fits = ends < len(words)
        fits[fits] = places[ends[fits]] == places[starts[which[fits]]]
        which, ends = which[fits], ends[fits]
        hashes = hashes[fits] * np.uint64(PHRASE_FACTOR) + words[ends]
        known = np.fromiter(map(members.__contains__, hashes.tolist()), bool, len(hashes))
        if length == 1:
            known &= alone[which]
        found[which[known]] = hashes[known]
    return found


def bare_runs(features: Sequence[Features], rows: Rows) -> tuple[Hashes, Rows]:
    """Return the phrases that bare words could be, such as "the who", each with its row.

    No search term leads to the passages that mention one of them.
    """
    words = np.concatenate([f.words for f in features])
    lengths = [len(f.words) for f in features]
    places = np.repeat(np.arange(len(features)) << 16, lengths)
    places += np.concatenate([f.sentences for f in features])
    flags = np.concatenate([f.flags for f in features])
    bare = (flags & BARE) > 0
    starts = np.flatnonzero(bare & ((flags & STARTS_PHRASE) > 0))
    hashes = words[starts]
    found = [(np.empty(0, np.uint64), starts[:0])]
    for length in range(2, MAX_PHRASE_WORDS + 1):
        ends = starts + length - 1
        fits = ends < len(words)
        fits[fits] = bare[ends[fits]] & (places[ends[fits]] == places[starts[fits]])
        starts, hashes = starts[fits], hashes[fits] * np.uint64(PHRASE_FACTOR) + words[ends[fits]]
        found.append((hashes, starts))
    keys, at = (np.concatenate(each) for each in zip(*found, strict=True))
    return keys, np.repeat(rows, lengths)[at]


def _own_names(features: Features, vocabulary: Vocabulary) -> Hashes:
    """Return the names of the passage's subject, as far as the vocabulary takes them so."""
    aliases = features.phrases[features.kinds == ALIAS].tolist()
    names = features.phrases[features.kinds == TITLE].tolist()
    return np.array([*names, *filter(vocabulary.is_other_name, aliases)], np.uint64)
