"""The shared parse of a question: steps in dependency order, from which slots and plans come."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ..state.values import AnswerType
from .text import fold

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
        chooses: Whether the answer names one of the options.
    """

    steps: tuple[Step, ...]
    anchors: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    comparative: str = ""
    chooses: bool = False


@dataclass(frozen=True)
class Token:
    """A word, a mark or a whole name of a question.

    Attributes:
        text: As written.
        kind: "name" for names, "ref" for "#n", "time" for "#n" that only says when, "mark" for
            punctuation, "prefix" and "suffix" for what is written onto the next or the last
            token, else "word".
        name: For names with a noun before them ("the film Versus"): the name alone.
    """

    text: str
    kind: Literal["name", "ref", "time", "mark", "prefix", "suffix", "word"] = "word"
    name: str = ""

    @cached_property
    def low(self) -> str:
        """Return the folded text, or "" for a name or reference."""
        return "" if self.atom else fold(self.text)

    @property
    def atom(self) -> bool:
        """Tell whether it stands for one thing."""
        return self.kind in {"name", "ref", "time"}

    @property
    def subject(self) -> str:
        """Return the name or reference alone."""
        return self.name or self.text


@dataclass(frozen=True)
class Phrase:
    """A phrase that stands for one thing, which must be known before the rest can be asked.

    Attributes:
        start: Its first token.
        end: The token just past it.
        text: The question that asks for it.
        subject: The name or "#n" it rests on.
        relation: What is asked of the subject.
        answer_type: The type of the thing.
        lead: A word to leave before "#n" where the phrase stood.
    """

    start: int
    end: int
    text: str
    subject: str
    relation: str
    answer_type: AnswerType
    lead: str = ""


@dataclass(frozen=True)
class SideQuestion:
    """A question to put to each side of a comparison: text before and after the side."""

    before: str
    after: str
    relation: str
    answer_type: AnswerType


@dataclass(frozen=True)
class Comparison:
    """The sides of a comparison and what to ask of each.

    Attributes:
        steps: The steps for both sides, in dependency order.
        options: The tokens of each side.
        comparative: The words that compare, or "" for a plain choice.
        chooses: Whether the answer names one of the sides.
    """

    steps: list[Step]
    options: list[list[Token]]
    comparative: str
    chooses: bool


FoundSides = tuple[list[list[Token]], list[Token], str]
"""The tokens of each side, the rest of the question, and the words that compare."""


def joined(tokens: Iterable[Token]) -> str:
    """Write `tokens` as text again."""
    text = ""
    glue = True
    for token in tokens:
        piece = token.text
        if token.kind == "suffix" and text.endswith("ة"):
            text = f"{text[:-1]}ت"
        if glue and text.endswith("ل") and piece.startswith("ال"):
            piece = piece[1:]
        glued = glue or token.kind in {"mark", "suffix"}
        text += piece if glued else f" {piece}"
        glue = token.kind == "prefix" or piece == "("
    return text


def subject_of(tokens: Iterable[Token]) -> str:
    """Return what a question asks about: its last reference, else its first name, else ""."""
    atoms = [token for token in tokens if token.atom]
    references = [token for token in reversed(atoms) if token.kind == "ref"]
    names = [token for token in atoms if token.kind == "name"]
    return next((token.subject for token in (*references, *names, *atoms)), "")
