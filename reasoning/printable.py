"""Texts of documents and models, made safe to print: they must not steer the terminal."""

import re

# Control characters but tab and line feed, and those that turn the direction of writing.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """Return `text` with a replacement character for each one that steers a terminal."""
    return _STEERING.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Return `text` printable and on one line."""
    return printable(" ".join(text.split()))


def printable_json(text: str) -> str:
    """Return JSON that says the same, with such characters escaped."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
