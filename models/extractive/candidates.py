"""Which spans of a sentence can be an answer of the type that is asked."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ...reasoning.lexicon_arabic import bounds_no_phrase
from ...reasoning.nationalities import COUNTRIES, COUNTRY_OF
from .asked import Asked
from .codes import is_cut
from .unspaced import is_unspaced, unspaced_phrases
from .view import PassageView, Sentence, Span

Source = Literal["name", "date", "number", "nationality", "phrase", "subject"]

_NATIONALITY = re.compile(
    r"(?<![\w-])(?:"
    + "|".join(re.escape(a) for a in sorted({*COUNTRY_OF, *COUNTRIES}, key=len, reverse=True))
    + r")(?!\w)"
)
_YEAR = re.compile(r"(?<!\d)\d{3,4}(?!\d)")
_LONGEST_PHRASE = 4
_CODED_TYPES = frozenset({"description", "entity"})
_PHRASE_TYPES = frozenset({"description", "entity", "work"})


@dataclass(frozen=True)
class Candidate:
    """A span that may be the answer.

    Attributes:
        view: The passage it stands in.
        sentence: Its sentence.
        span: The span.
        source: What made it a candidate.
    """

    view: PassageView
    sentence: Sentence
    span: Span
    source: Source


def candidates(asked: Asked, view: PassageView, sentence: Sentence) -> Iterator[Candidate]:
    """Yield the spans of `sentence` that can answer `asked`.

    None repeats the question, stands in a heading above other text, or cuts a code.
    """
    if sentence.index < view.body[0].index:
        return
    for source, span in _spans(asked, view, sentence):
        cut = is_cut(view.codes, span.start, span.end)
        if span.words and not cut and not contains(asked.words, span.words):
            yield Candidate(view, sentence, span, source)


def contains(words: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Tell whether `part` stands in `words` as one run."""
    if part and part[0] not in words:
        return False  # found faster than no run is, and nearly always so
    size = len(part)
    return any(words[i : i + size] == part for i in range(len(words) - size + 1))


def _spans(asked: Asked, view: PassageView, sentence: Sentence) -> Iterator[tuple[Source, Span]]:
    match asked.kind:
        case "date":
            yield from _from("date", _dates(view, sentence))
        case "year":
            yield from _from("date", _years(view, sentence))
        case "number" | "duration":
            yield from _from("number", _numbers(view, sentence))
            yield from _from("number", _codes(view, sentence))
        case "nationality":
            for match in _NATIONALITY.finditer(view.text, sentence.start, sentence.end):
                yield "nationality", Span(*match.span(), match.group())
        case _:
            yield from _from("name", sentence.names)
            yield from _from("subject", _subject(view, sentence))
            if asked.kind in _CODED_TYPES:
                yield from _from("name", _codes(view, sentence))
            if asked.kind in _PHRASE_TYPES or not view.has_capitals:
                yield from _from("phrase", phrases(view, sentence))
                yield from _from("phrase", _unspaced(asked, view, sentence))


def _from(source: Source, spans: Iterable[Span]) -> Iterator[tuple[Source, Span]]:
    return ((source, span) for span in spans)


def _dates(view: PassageView, sentence: Sentence) -> Iterator[Span]:
    for date in view.dates:
        if sentence.start <= date.start and date.end <= sentence.end:
            yield Span(date.start, date.end, date.text)


def _years(view: PassageView, sentence: Sentence) -> Iterator[Span]:
    for date in _dates(view, sentence):
        for match in _YEAR.finditer(date.text):
            yield _cut(view, date.start + match.start(), date.start + match.end())


def _subject(view: PassageView, sentence: Sentence) -> Iterator[Span]:
    """Yield where the first sentence names what the passage is about."""
    size = len(view.subject_words)
    for place in range(len(sentence.words) - size + 1 if size and not sentence.index else 0):
        if sentence.words[place : place + size] == view.subject_words:
            yield _cut(view, sentence.tokens[place].start, sentence.tokens[place + size - 1].end)
            return


def _numbers(view: PassageView, sentence: Sentence) -> Iterator[Span]:
    years = {d.start for d in view.dates}
    for number in view.numbers:
        if (
            sentence.start <= number.start
            and number.end <= sentence.end
            and number.start not in years
        ):
            yield Span(number.start, number.end, number.text)
            digits = re.match(r"[\d.,٫٬]*\d", number.text)
            if digits and digits.end() < len(number.text):
                yield _cut(view, number.start, number.start + digits.end())


def _codes(view: PassageView, sentence: Sentence) -> Iterator[Span]:
    dates = {d.start for d in view.dates}
    for code in view.codes:
        if sentence.start <= code.start and code.end <= sentence.end and code.start not in dates:
            yield _cut(view, code.start, code.end)


def phrases(view: PassageView, sentence: Sentence) -> Iterator[Span]:
    """Yield runs of up to four spaced words that carry meaning, not cut by a sign."""
    words = sentence.tokens
    for first in range(len(words)):
        if is_unspaced(words[first].text):
            continue
        for last in range(first, min(first + _LONGEST_PHRASE, len(words))):
            if not sentence.keys[last]:
                break
            gap = view.text[words[last - 1].end : words[last].start] if last > first else " "
            if gap not in (" ", "-", ""):
                break
            ends = (words[first].text, words[last].text)
            if not words[first].text[0].isupper() and not any(map(bounds_no_phrase, ends)):
                yield _cut(view, words[first].start, words[last].end)


def _unspaced(asked: Asked, view: PassageView, sentence: Sentence) -> Iterator[Span]:
    for start, end in unspaced_phrases(view.text, sentence.start, sentence.end, asked.text):
        yield _cut(view, start, end)


def _cut(view: PassageView, start: int, end: int) -> Span:
    return Span(start, end, view.text[start:end])
