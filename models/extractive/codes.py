"""Words that mean something only whole: e-mail addresses, URLs, telephone numbers, versions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_PATTERNS = {
    "mail": r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "web": r"(?:https?://|www\.)[^\s<>\"]*[\w/]"
    r"|(?<![\w.-])[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov)\b",
    "phone": r"(?<!\w)(?:\+\d{1,3}|\(\d{2,5}\))[\d ()/.-]{4,}\d",
    "numbered": r"(?<![\w.])v?\d+(?:[./:-]\d+){2,}(?:-?[a-zA-Z]\w*)?",
}
_CODE = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _PATTERNS.items()))
_ASKED = {
    "mail": re.compile(r"\be-?mails?\b", re.IGNORECASE),
    "web": re.compile(r"\b(?:web ?sites?|urls?|home ?pages?|web address)\b", re.IGNORECASE),
    "phone": re.compile(r"\b(?:(?:tele)?phone|fax|mobile) number\b|\bphoned?\b", re.IGNORECASE),
    "numbered": re.compile(r"\b(?:version|isbn|issn|ip address)\b", re.IGNORECASE),
}


@dataclass(frozen=True)
class Code:
    """A code of a text.

    Attributes:
        start: Offset in the text.
        end: Offset just past it.
        kind: "mail", "web", "phone" or "numbered".
    """

    start: int
    end: int
    kind: str


def find_codes(text: str) -> tuple[Code, ...]:
    """Return the codes in `text`, in order."""
    return tuple(Code(*found.span(), found.lastgroup or "") for found in _CODE.finditer(text))


def is_cut(codes: Sequence[Code], start: int, end: int) -> bool:
    """Tell whether a piece of text begins or ends inside a code."""
    return any(code.start < start < code.end or code.start < end < code.end for code in codes)


def asked_codes(question: str) -> frozenset[str]:
    """Return the kinds of codes that can answer a question that asks for one."""
    kinds = {kind for kind, pattern in _ASKED.items() if pattern.search(question)}
    # A telephone number may be written with strokes alone.
    return frozenset(kinds | ({"numbered"} if "phone" in kinds else set()))
