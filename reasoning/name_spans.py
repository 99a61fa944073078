"""Where names stand in text: runs of capitals, quoted titles and Latin runs in other scripts."""

import re

_WORD_SETS = {
    "never_first": "the a an this that these those who whom whose what which when where why how is"
    " are was were be been do does did has have had can could will would shall should might"
    " must in on at by for from to of with without and or but nor so if then than as after before"
    " during since until while although because though however both either neither between among"
    " he she it they we i you his her its their our your my him them us me there here not no also"
    " all any some many most several each every other another such only just about into over"
    " under following according name give tell list find explain describe compare despite one two"
    " three four five six seven eight nine ten its it's let per via within upon like near"
    " during yes born died later early today first second last",
    "months_and_days": "january february march april may june july august september october"
    " november december monday tuesday wednesday thursday friday saturday sunday",
}
NEVER_FIRST = frozenset(_WORD_SETS["never_first"].split())
"""Words that are capitalised at the start of a sentence but begin no name."""

CALENDAR = frozenset(_WORD_SETS["months_and_days"].split())

_UPPER = "A-ZÀ-ÖØ-ÞĀ-Ž"
_CAPITAL = (
    rf"(?:(?:[{_UPPER}]\.)+[{_UPPER}]?(?!\w)|(?:Mr|Mrs|Ms|Dr|St|Mt|Ft|Jr|Sr)\.(?=\s+[{_UPPER}])"
    rf"|[{_UPPER}][\w'’\-]*)"
)
_LINK = (
    r"(?:of(?:\s+the)?|de(?:\s+l[ao]s?)?|du|des|della?|di|da|dos|van(?:\s+de[nr]?)?|von(?:\s+der)?"
    r"|der|den|zu|al|el|la|le|bin|ibn|bint|y|vs?\.?|(?<!\.\s)the)"
)
_NUMBER = r"(?:\d{1,4}(?![\d%,]|\.\d))"
_RUN = re.compile(rf"{_CAPITAL}(?:(?:\s+{_LINK})?\s+{_CAPITAL}|\s+{_NUMBER}(?=\W|$))*")
_QUOTED = re.compile(
    r"\"([^\"\n]{2,80})\"|“([^”\n]{2,80})”|«([^»\n]{2,80})»|(?<!\w)[‘']([A-Z][^'’\n]{1,80})[’'](?!\w)"
)
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$")


def quoted_spans(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) of what stands between quotation marks, in reading order."""
    return [match.span(match.lastindex or 0) for match in _QUOTED.finditer(text)]


def capital_spans(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) of runs of capitalised words, in reading order.

    A word that only begins a sentence, a month or a day alone is no name.
    """
    spans = []
    for match in _RUN.finditer(text):
        start, end = _without_first_word(text, *match.span())
        end -= len(text[start:end]) - len(_POSSESSIVE.sub("", text[start:end]))
        words = text[start:end].lower().split()
        known = all(word in CALENDAR or word.isdigit() for word in words)
        function_word = len(words) == 1 and words[0] in NEVER_FIRST
        if end - start > 1 and not known and not function_word:
            spans.append((start, end))
    return spans


def name_spans(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) of quoted titles and capitalised names, without overlaps."""
    quoted = quoted_spans(text)
    capitals = [
        (start, end)
        for start, end in capital_spans(text)
        if not any(start < stop and begin < end for begin, stop in quoted)
    ]
    return sorted(quoted + capitals)


def _without_first_word(text: str, start: int, end: int) -> tuple[int, int]:
    """Drop function words that the start of a sentence has given a capital."""
    while match := re.match(r"([\w’']+)\s+", text[start:end]):
        before = text[:start].rstrip()[-1:]
        inside = before.isalnum() or (before in {",", ":"} and match[1] in {"The", "A", "An"})
        if match[1].lower() not in NEVER_FIRST or (match[1][0].isupper() and inside):
            break
        start += match.end()
    return start, end
