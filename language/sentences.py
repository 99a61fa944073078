"""Sentence boundaries by rule, for Latin, Arabic and CJK text."""

import re
from functools import lru_cache

from .lexicon_names import word_sets

_WORDS = word_sets(
    {
        "going_on": """mr mrs ms dr prof st sts gen col capt lt sgt maj cmdr adm rev hon sen rep gov
            pres messrs mt ft vs v cf eg ie e.g i.e viz al ca c approx no nos vol vols pp p fig figs
            ch sec art ed eds trans dept univ assn bros jan feb mar apr jun jul aug sep sept oct nov
            dec b d r fl né née د أ م ص ج ت هـ ق""",
        "closing": "inc ltd co corp jr sr etc esq phd ph.d m.d b.a m.a u.s u.k a.m p.m",
        "starting": """the a an he she it they we i you his her its their our this that these those
            in on at by for from after before when while during since although however as with there
            and but or if then also both most many some one two""",
    }
)
_GOING_ON = _WORDS["going_on"]
"""Abbreviations after which a sentence goes on."""

_CLOSING = _WORDS["closing"]
"""Abbreviations that may also end a sentence: the next word decides."""

_STARTING = _WORDS["starting"]
"""Words that begin a sentence rather than continue a name."""

_BOUNDARY = re.compile(
    r"""
    (?P<full>[。！？｡]+[」』”’）)\]"']*)                      # CJK: no space follows
    | (?P<stop>[.!?؟۔।॥…]+[”’"')\]»]*)(?=\s|$|(?<=[؟۔।])\S)   # a stop before white space
    | (?P<break>[ \t]*\n[ \t]*(?:\n\s*|(?=(?:[-*•#]|\d{1,3}[.)])\s)))  # blank line, list item
    """,
    re.VERBOSE,
)
_LAST_WORD = re.compile(r"([^\s(\[\"'“‘«]+)$")
_NEXT_WORD = re.compile(r"[\s\"'“‘«(\[]*([\w'’]+)")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the sentences of `text` as (start, end) offsets, end exclusive.

    The spans are in order, do not overlap, carry no white space at their ends and together
    hold all of the text that is not blank.
    """
    return list(_spans(text))


@lru_cache(maxsize=1024)
def _spans(text: str) -> tuple[tuple[int, int], ...]:
    """Remembered: the hops and arms of a question read the same passages."""
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _BOUNDARY.finditer(text):
        if match["stop"] and not _ends_sentence(text, match.start(), match.end()):
            continue
        end = match.start() if match["break"] else match.end()
        _append_trimmed(spans, text, start, end)
        start = match.end()
    _append_trimmed(spans, text, start, len(text))
    return tuple(spans)


def sentences(text: str) -> list[str]:
    """Return the sentences of `text`."""
    return [text[start:end] for start, end in sentence_spans(text)]


def _append_trimmed(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    if piece.strip():
        start += len(piece) - len(piece.lstrip())
        spans.append((start, start + len(piece.strip())))


def _ends_sentence(text: str, stop: int, after: int) -> bool:
    following = _NEXT_WORD.match(text, after)
    next_word = following[1] if following else ""
    if next_word[:1].islower():
        return text[stop] not in ".…" and "\n" in text[after : after + 2]
    if text[stop] != "." or text[stop : stop + 2] == "..":
        return True
    found = _LAST_WORD.search(text, max(0, stop - 40), stop)
    last = found[1] if found else ""
    if last.lower() in _GOING_ON:
        return False
    if _is_initial(last) or last.lower() in _CLOSING:
        return not next_word or next_word.lower() in _STARTING
    return True


def _is_initial(word: str) -> bool:
    """Tell "J" and "J.R.R" from a word that ends a sentence."""
    parts = word.split(".")
    return all(len(part) == 1 and part.isupper() for part in parts)
