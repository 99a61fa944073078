"""The shared parse of a question: steps in dependency order, from which slots and plans come."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ..state.values import AnswerType

_REFERENCE = re.compile(r"#(\d+)")


@dataclass(frozen=True)
class Step:
    """One single-hop part of a question; `#n` stands for the answer of step n, from 1.

    Attributes:
        text: The part as a question of its own.
        subject: A name of the question, or "#n".
        relation: What is asked of the subject, in the question's words.
        answer_type: The type of its answer.
        side: The comparison side it belongs to (0 for the first), or -1.
    """

    text: str
    subject: str
    relation: str
    answer_type: AnswerType = "entity"
    side: int = -1

    @property
    def depends_on(self) -> tuple[str, ...]:
        """Return the numbers of the steps whose answers it needs."""
        return tuple(dict.fromkeys(_REFERENCE.findall(self.text)))


@dataclass(frozen=True)
class Parse:
    """What a question asks.

    Attributes:
        steps: Its parts in dependency order, at least one.
        anchors: Names in reading order.
        options: Things to choose between, or the sides of a comparison.
        comparative: The words that compare the sides, or "".
    """

    steps: tuple[Step, ...]
    anchors: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    comparative: str = ""


@dataclass(frozen=True)
class Token:
    """A word, a mark or a whole name of a question.

    Attributes:
        text: As written.
        kind: "name" for names, "ref" for "#n", "mark" for punctuation, else "word".
        name: For names with a noun before them ("the film Versus"): the name alone.
    """

    text: str
    kind: Literal["name", "ref", "mark", "word"] = "word"
    name: str = ""

    @property
    def low(self) -> str:
        """Return the lower-cased text of a word or mark, "" for a name or reference."""
        return self.text.lower() if self.kind in {"word", "mark"} else ""

    @property
    def atom(self) -> bool:
        """Tell whether it stands for one thing."""
        return self.kind in {"name", "ref"}

    @property
    def subject(self) -> str:
        """Return the name or reference alone."""
        return self.name or self.text


def joined(tokens: Iterable[Token]) -> str:
    """Write `tokens` as text again."""
    text = ""
    for token in tokens:
        glued = token.kind == "mark" and token.text not in {"(", "&"} or token.low in {"'s", "’s"}
        text += token.text if glued or not text else f" {token.text}"
    return text


def subject_of(tokens: Sequence[Token]) -> str:
    """Return what a question asks about: its last reference, else its first name, else ""."""
    references = [token.text for token in tokens if token.kind == "ref"]
    names = [token.subject for token in tokens if token.kind == "name"]
    return references[-1] if references else names[0] if names else ""


def renumbered(steps: Sequence[Step], offset: int) -> list[Step]:
    """Shift the references of `steps` by `offset`."""

    def shift(text: str) -> str:
        return _REFERENCE.sub(lambda match: f"#{int(match[1]) + offset}", text)

    return [
        Step(shift(s.text), shift(s.subject), s.relation, s.answer_type, s.side) for s in steps
    ]
