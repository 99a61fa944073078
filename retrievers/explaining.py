"""Why a passage was picked: from which passage, over which phrase, in which sentence."""

from functools import lru_cache

import numpy as np

from ..language.sentences import sentence_spans
from ..language.terms import name_form, tokens
from ..state.values import Why
from .contents import Contents
from .features import hash_word, longer_phrase
from .links import Links
from .occurrences import MAX_PHRASE_WORDS
from .picking import Pick
from .pool import PoolRows
from .signals import Scores, Signals


def explain(
    pick: Pick,
    sources: list[int],
    rows: PoolRows,
    signals: Signals,
    passed: Scores,
    links: Links,
    contents: Contents,
) -> Why:
    """Say why `pick` was picked after the passages at the places `sources` of the pool.

    A passage that leads on from none of them by more than half of what the query itself says
    of it was found by the query alone, and so has no `from_id`.
    """
    place, row = pick.place, int(rows[pick.place])
    parts = {
        "cosine": signals.cosine[row],
        "bm25": signals.bm25[row],
        "named": signals.named[row],
        "mentions": signals.mentions[row],
        "passed": passed[place] - signals.base[row],
        "picked": pick.value - passed[place],
    }
    source = sources[int(links.strength[sources, place].argmax())] if sources else None
    phrase = sentence = None
    if source is not None and links.strength[source, place] > 0:
        parts["words"] = links.by_words[source, place]
        mentions = np.flatnonzero(links.mentions.passages == place)
        if len(mentions):
            by_phrase, by_title = (
                links.by_phrase[source, mentions],
                links.by_title[source, mentions],
            )
            best = int((by_phrase + by_title).argmax())
            if by_phrase[best] + by_title[best] > 0:
                parts |= {"phrase": by_phrase[best], "title": by_title[best]}
                mention = mentions[best]
                phrase, sentence = _written(
                    int(links.mentions.keys[links.mentions.phrases[mention]]),
                    int(links.mentions.sentences[mention]),
                    row,
                    contents,
                )
    return Why(
        from_id=contents.passage_id(int(rows[source])) if phrase and source is not None else None,
        phrase=phrase,
        sentence=sentence,
        signals={name: round(float(value), 6) for name, value in parts.items()},
    )


def _written(phrase: int, number: int, row: int, contents: Contents) -> tuple[str, str]:
    """Return a phrase as written in sentence `number` of a passage, and that sentence."""
    passage = contents.passage(row)
    return _found(phrase, number, passage.title, passage.text)


@lru_cache(maxsize=1 << 12)  # the searches of one question come upon the same sentences
def _found(phrase: int, number: int, title: str, text: str) -> tuple[str, str]:
    if number:
        start, end = sentence_spans(text)[number - 1]
        sentence = text[start:end]
    else:
        sentence = title
    words = tokens(sentence)
    hashes = [hash_word(name_form(word.text)) for word in words]
    for first, word in enumerate(words):
        value = 0
        for last in range(first, min(first + MAX_PHRASE_WORDS, len(words))):
            value = longer_phrase(value, hashes[last])
            if value == phrase:
                return sentence[word.start : words[last].end], sentence
    return title, sentence
