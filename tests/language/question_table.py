"""Questions of our own with what must be read from them."""

import json
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    """One question of the table; slots are (subject, relation, answer type)."""

    language: str
    question: str
    type: str
    answer_type: str
    anchors: list[str]
    options: list[str]
    sub_questions: list[str]
    slots: list[list[str]]
    first_hop: str
    next_hop: str


VALUE = {"en": "Blue Heron", "ar": "زهرة البحر"}
"""What fills the first slot before `next_hop`."""


def rows() -> list[Row]:
    """Return the whole table."""
    folder = Path(__file__).parent
    return [
        Row(language=language, **json.loads(line))
        for language in ("en", "ar")
        for line in (folder / f"questions_{language}.jsonl").read_text("utf-8").splitlines()
    ]
