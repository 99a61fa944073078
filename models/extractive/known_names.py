"""Reads a question anew where it holds titles of passages that the question alone hides."""

from collections.abc import Sequence

from ...language.terms import tokens
from ...reasoning.question import analyze_question
from ...state.values import QuestionFeatures
from .view import PassageView, folded_words

_SHORTEST_NAME = 4
_STAND_INS = ("Zanathor", "Quelbrix", "Morvandel", "Tylopheus", "Brakulen", "Ferodwyn")
"""Made-up names that stand for titles, which may look like anything, while a question is read."""


def with_known_names(
    question: str, features: QuestionFeatures, views: Sequence[PassageView], language: str
) -> QuestionFeatures:
    """Return the features of `question` with the titles it holds read as names.

    A title may hold commas, verbs or words in lower case ("What If, Then?"), which only
    the passages can tell from the question around it.
    """
    spans = _titles_in(question, views)[: len(_STAND_INS)]
    known = [question[start:end] for start, end in spans]
    if set(known) <= {*features.anchors, *features.options}:
        return features
    plain = question
    for (start, end), name in zip(reversed(spans), _STAND_INS[len(spans) - 1 :: -1], strict=True):
        plain = plain[:start] + name + plain[end:]
    return _restored(analyze_question(plain, language), dict(zip(_STAND_INS, known, strict=False)))


def _titles_in(question: str, views: Sequence[PassageView]) -> list[tuple[int, int]]:
    """Return where titles stand in the question, longest first where they overlap."""
    asked = tokens(question)
    words = folded_words(question)
    found: list[tuple[int, int]] = []
    for view in views:
        for name in (view.title, view.subject):
            title = folded_words(name)
            size = len(title)
            for place in range(len(words) - size + 1 if size else 0):
                first, last = asked[place], asked[place + size - 1]
                if words[place : place + size] == title and _is_name(first.text, last.text, size):
                    # A title's own mark at its end belongs to it: "(film)", "Wait!".
                    marked = question[last.end : last.end + 1] == name[-1]
                    found.append((first.start, last.end + marked))
    kept: list[tuple[int, int]] = []
    for start, end in sorted(set(found), key=lambda s: (s[0] - s[1], s[0])):
        if all(end <= s or e <= start for s, e in kept):
            kept.append((start, end))
    return sorted(kept)


def _is_name(first: str, last: str, size: int) -> bool:
    if size == 1 and len(first) < _SHORTEST_NAME:
        return False
    return not (first[0].islower() or last[0].islower())


def _restored(features: QuestionFeatures, names: dict[str, str]) -> QuestionFeatures:
    """Put the names back in the place of their stand-ins."""

    def back(text: str) -> str:
        for stand_in, name in names.items():
            text = text.replace(stand_in, name)
        return text

    return features.model_copy(
        update={
            "anchors": tuple(map(back, features.anchors)),
            "options": tuple(map(back, features.options)),
            "slots": tuple(
                slot.model_copy(update={"subject": back(slot.subject)}) for slot in features.slots
            ),
        }
    )
