"""Birth or death: which of the two a date or place in a sentence belongs to."""

import re
from collections.abc import Sequence
from typing import Literal

from .matching import find_mention
from .relation_words import same_word

LifeEvent = Literal["born", "died"]

# "(1856 in Larkhaven - 1924 in Orland)": the dash after the first year parts birth from death.
_LIFE = re.compile(
    r"\((?P<born>[^()]*?\d{3,4}\b[^()]*?)[-\u2013\u2014](?P<died>[^()]*\d{3,4}[^()]*)\)"
)
_WORDS = re.compile(r"\b(?:(?P<born>born|birth)|(?P<died>died|dies|death))\b", re.IGNORECASE)


def asked_event(relation: Sequence[str]) -> LifeEvent | None:
    """Return which of the two the words of a relation ask for; None if neither or both."""
    born = any(same_word(word, "born") for word in relation)
    died = any(same_word(word, "died") for word in relation)
    if born == died:
        return None
    return "born" if born else "died"


def event_of(text: str, value: str) -> LifeEvent | None:
    """Return the event that `text` tells of `value`, a date or a place; None if it tells none.

    Inside the brackets after a name it is told by the dash, elsewhere by the last word before.
    """
    place = find_mention(text, value)
    if place is None:
        return None
    life = _LIFE.search(text)
    if life and life.start() <= place[0] < life.end():
        return "born" if place[0] < life.end("born") else "died"
    words = [match for match in _WORDS.finditer(text) if match.end() <= place[0]]
    if not words:
        return None
    return "born" if words[-1]["born"] else "died"
