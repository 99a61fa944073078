"""Phrases of scripts written without spaces: the question's words and particles part them."""

import re
from collections.abc import Iterator

from ...language.terms import UNSPACED

_RUN = re.compile(f"[{UNSPACED}]+")
_HIRAGANA = "\u3040-\u309f"
_PARTING = f"[{_HIRAGANA}的是在了和与或于位为由被从到也有这那其之以及而於為與從]"
"""Chinese function characters, and all of hiragana, in which Japanese writes its particles."""

_PARTICLE = re.compile(_PARTING)
_OUTER_PARTICLES = re.compile(f"^{_PARTING}+|{_PARTING}+$")


def is_unspaced(word: str) -> bool:
    """Tell whether a token is a character of a script written without spaces."""
    return bool(_RUN.match(word))


def unspaced_phrases(text: str, start: int, end: int, asked: str) -> Iterator[tuple[int, int]]:
    """Yield the longest runs between `start` and `end` that may be a name.

    A run holds at least two characters, no particle, and no two neighbours that the question
    has side by side.

    Args:
        text: The passage.
        start: Offset where to begin.
        end: Offset past the end.
        asked: The question.
    """
    for run in _RUN.finditer(text, start, end):
        first = run.start()
        for place in range(run.start(), run.end() + 1):
            if place < run.end() and not _parts(text, place, asked):
                continue
            if place - first >= 2:
                yield first, place
            first = place + 1


def shared_run(sentence: str, asked: str) -> str:
    """Return the longest piece of unspaced script that both have, without particles around it.

    It is "" where that has fewer than two characters.
    """
    found = ""
    for run in _RUN.findall(sentence):
        for first in range(len(run)):
            while run[first : first + len(found) + 1] in asked and first + len(found) < len(run):
                found = run[first : first + len(found) + 1]
    found = _OUTER_PARTICLES.sub("", found)
    return found if len(found) >= 2 else ""


def _parts(text: str, place: int, asked: str) -> bool:
    known = (text[place : place + 2], text[max(0, place - 1) : place + 1])
    return bool(_PARTICLE.match(text[place])) or any(len(p) == 2 and p in asked for p in known)
