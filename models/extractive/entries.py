"""Passages that are lists: "Head: attribute value; attribute value." read as a table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...language.terms import tokens
from ...reasoning.quantities import find_numbers, find_single_dates
from .asked import Asked
from .candidates import contains
from .finding import Fact, Finding, lookup
from .keys import keys, token_keys
from .view import PassageView, Span, folded_words, without_qualifier

_HEAD = re.compile(r"([^:]{1,60}): (?=\S)")
_CLAUSE = re.compile(r"[^;,]+(?:,(?=\S)[^;,]+)*")
_REMARK = re.compile(r"(?:\s*(?:\([^)]*\)|['\"][^'\"]*['\"]))+\s*$")
_FEWEST_ENTRIES = 3
_LONGEST_HEAD = 8
_CONFIDENCE = 0.85
_MOST = frozenset(
    {"leads", "lead", "leader", "most", "highest", "top", "newest", "latest", "largest"}
)
_LEAST = frozenset({"fewest", "least", "lowest", "oldest", "earliest", "smallest", "bottom"})


@dataclass(frozen=True)
class Clause:
    """One attribute of an entry: its keys, and where its value stands."""

    keys: frozenset[str]
    value: Span


@dataclass(frozen=True)
class Entry:
    """One line of a list.

    Attributes:
        view: The passage.
        head: What the line is about.
        clauses: Its attributes.
    """

    view: PassageView
    head: Span
    clauses: tuple[Clause, ...]


def read_list(asked: Asked, views: Sequence[PassageView]) -> Finding | None:
    """Answer from the entry the question names, or from the one that leads the list."""
    lists = [e for view in views for e in (_entries(asked, view),) if len(e) >= _FEWEST_ENTRIES]
    named = [e for entries in lists for e in entries if _is_named(asked, e)]
    if named:
        entry = max(named, key=lambda e: (len(_head_words(e)), round(_relevance(asked, e), 9)))
        clause = _clause(asked, entry)
        if clause:
            return Finding(
                entry.view.written(clause.value.start, clause.value.end),
                _CONFIDENCE,
                (lookup(Fact(entry.view, entry.head.text, clause.value)),),
            )
        return None
    if not (_MOST | _LEAST).isdisjoint(asked.words):
        lists.sort(key=lambda entries: -round(_relevance(asked, entries[0]), 9))
        return _leader(asked, lists[0]) if lists else None
    return None


def _entries(asked: Asked, view: PassageView) -> list[Entry]:
    found = []
    for sentence in view.sentences:
        match = _HEAD.match(view.text, sentence.start, sentence.end)
        if match and len(match[1].split()) <= _LONGEST_HEAD:
            head = Span(sentence.start, match.end(1), match[1])
            found.append(Entry(view, head, _clauses(asked, view, head, match.end(), sentence.end)))
    return found


def _clauses(
    asked: Asked, view: PassageView, head: Span, start: int, end: int
) -> tuple[Clause, ...]:
    """Cut the line after its head into attributes; a value follows the words that ask for it."""
    known = asked.key_set - frozenset(keys(head.text))
    found = []
    for match in _CLAUSE.finditer(view.text, start, end):
        words = tokens(match.group())
        said = [(w, key) for w, key in zip(words, token_keys(words), strict=True) if key in known]
        begin = match.start() + (said[-1][0].end if said else 0)
        value = _trimmed(view, begin, match.end())
        found.append(Clause(frozenset(key for _, key in said), value))
    return tuple(found)


def _trimmed(view: PassageView, start: int, end: int) -> Span:
    """Return the value without a remark in brackets after it, and without marks around it."""
    text = without_qualifier(view.text[start:end].rstrip(" .;,"))
    start += len(text) - len(text.lstrip(" :"))
    text = text.strip(" :")
    return Span(start, start + len(text), text)


def _head_words(entry: Entry) -> tuple[str, ...]:
    return folded_words(_REMARK.sub("", entry.head.text))


def _is_named(asked: Asked, entry: Entry) -> bool:
    words = _head_words(entry)
    return bool(words) and contains(asked.words, words)


def _relevance(asked: Asked, entry: Entry) -> float:
    """Return the share of the question that the entry's passage speaks of in its title and lead."""
    return asked.share(entry.view.subject_keys | entry.view.lead_keys)


def _clause(asked: Asked, entry: Entry) -> Clause | None:
    """Return the attribute that the question asks for: its only one, or the best match."""
    valued = [clause for clause in entry.clauses if clause.value.text]
    if len(valued) == 1:
        return valued[0]
    best = max(valued, key=lambda c: round(asked.share(c.keys), 9), default=None)
    return best if best and best.keys else None


def _leader(asked: Asked, entries: Sequence[Entry]) -> Finding | None:
    """Return the head of the entry whose asked attribute is greatest, or least."""
    measured = [
        (measure, entry, clause)
        for entry in entries
        for clause in (_clause(asked, entry),)
        if clause and (measure := _measure(clause.value.text)) is not None
    ]
    # A number that the passage does not speak of asks for an entry that is not there.
    numbers = {word for word in asked.words if word.isdigit()}
    known = folded_words(f"{entries[0].view.title} {entries[0].view.sentences[0].text}")
    if len(measured) < _FEWEST_ENTRIES or not numbers <= set(known):
        return None
    sign = 1 if _LEAST.isdisjoint(asked.words) else -1
    _, entry, clause = max(measured, key=lambda m: sign * m[0])
    head = _unsaid(asked, entry)
    step = lookup(Fact(entry.view, entry.head.text, clause.value))
    return Finding(head, _CONFIDENCE, (step,))


def _measure(text: str) -> float | None:
    dates = find_single_dates(text)
    if dates:
        year, month, day = dates[0].first
        return year * 372.0 + month * 31 + day
    numbers = find_numbers(text)
    return numbers[0].value if numbers else None


def _unsaid(asked: Asked, entry: Entry) -> str:
    """Return the head without the words at its start that the question says itself."""
    words = tokens(entry.head.text)
    start = 0
    for word in words[:-1]:
        if folded_words(word.text)[0] not in asked.words:
            break
        start = word.end
    return entry.head.text[start:].strip()
