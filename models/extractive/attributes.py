"""What a passage says of its own subject: dates and places of a life, nationality, an event."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...reasoning.nationalities import COUNTRIES, COUNTRY_OF, PART_OF
from ...reasoning.quantities import DateSpan
from .view import PassageView, Span


def either(words: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that matches any of `words`, whole, the longest first."""
    listed = "|".join(re.escape(w) for w in sorted(words, key=lambda w: (-len(w), w)))
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)")


_ADJECTIVE = either([*COUNTRY_OF])
_PLACE_WORD = either([*COUNTRY_OF, *COUNTRIES, *PART_OF])
_HYPHEN = re.compile(r"[-–]\s?")
_LEAD_LENGTH = 500
_WINDOW = 140
_BORN = re.compile(r"\b[Bb]orn\b|\bbirth\b|\bb\. ?(?=\d)")
_DIED = re.compile(
    r"\b(?:[Dd]ied|death|killed|assassinated|executed|murdered|drowned|perished|passed away)\b"
    r"|\bd\. ?(?=\d)"
)
_TURN = re.compile(r"\s[–—-]+\s?|[–—]|(?<=\d)-\s?(?=\d)|\bdied\b|\bd\. ")
_PLACE_CUE = re.compile(r"\b(?:in|at|near)\s+(?:the\s+)?(?:[a-z]+\s+){0,4}?(?:of\s+)?$")
_PLACE_ONLY = re.compile(
    r"[\s,;:]*(?:born\s+|died\s+)?(?:in\s+|at\s+)?([A-ZÀ-Þ][\w'’.-]*(?:[ -][\w'’.-]+){0,4}"
    r"(?:,\s*[A-ZÀ-Þ][\w'’. -]*)*)[\s,;:]*"
)
_EVENT = re.compile(
    r"\b(?:released|premiered|published|founded|established|formed|issued|aired|opened|launched"
    r"|created|began|started|incorporated|introduced|built|recorded|completed|composed|written)\b"
)
_YEAR_OF_WORK = re.compile(r"\b(?:is|was|are|were) (?:an?|the) (?:[A-Z]\w+ )?(?=[12]\d{3}\b)")


class Life(NamedTuple):
    """Dates and places of a life, where the passage gives them."""

    born_date: Span | None
    born_place: Span | None
    died_date: Span | None
    died_place: Span | None


def life_of(view: PassageView) -> Life:
    """Read the life dates in brackets after the name, then "born" and "died" sentences."""
    birth, death = _bracket_parts(view)
    born_dates, died_dates = _dates_in(view, birth), _dates_in(view, death)
    return Life(
        born_date=_span(born_dates[-1]) if born_dates else _cued_date(view, _BORN, _DIED),
        born_place=_place_in(view, birth, born_dates) or _cued_place(view, _BORN),
        died_date=_span(died_dates[0]) if died_dates else _cued_date(view, _DIED, None),
        died_place=_place_in(view, death, died_dates) or _cued_place(view, _DIED),
    )


def nationality_of(view: PassageView) -> Span | None:
    """Return the nationality the first sentences give; of a double one, the last part."""
    for sentence in view.body[:3]:
        for match in _ADJECTIVE.finditer(view.text, sentence.start, sentence.end):
            if not _in_subject(view, match.group()):
                while double := _ADJECTIVE.match(view.text, _after_hyphen(view, match.end())):
                    match = double
                return Span(*match.span(), match.group())
    return None


def countries_of(view: PassageView) -> dict[str, list[Span]]:
    """Return the countries the first sentences tie the subject to, with what names them."""
    found: dict[str, list[Span]] = {}
    for sentence in view.body[:2]:
        for match in _PLACE_WORD.finditer(view.text, sentence.start, sentence.end):
            word = match.group()
            country = COUNTRY_OF.get(word) or COUNTRIES.get(word) or PART_OF[word]
            if not _in_subject(view, word):
                found.setdefault(country, []).append(Span(*match.span(), word))
    return found


def event_date_of(view: PassageView, cue: re.Pattern[str] = _EVENT) -> Span | None:
    """Return when the subject came about: "a 1998 film", "founded in 1920", its first date."""
    lead = view.body[0]
    work = _YEAR_OF_WORK.search(view.text, lead.start, lead.end)
    if work:
        return Span(work.end(), work.end() + 4, view.text[work.end() : work.end() + 4])
    return _cued_date(view, cue, None) or next((_span(d) for d in view.dates), None)


def _span(date: DateSpan) -> Span:
    return Span(date.start, date.end, date.text)


def _bracket_parts(view: PassageView) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return where the first bracket with a date speaks of birth and of death."""
    nowhere = (0, 0)
    start, end = _dated_bracket(view)
    if start == end:
        return nowhere, nowhere
    inside = view.text[start:end]
    if re.match(r"\s*(?:died|d\.)", inside):
        return nowhere, (start, end)
    dates = _dates_in(view, (start, end))
    if not any(d.first[0] for d in dates):
        return nowhere, nowhere
    turn = _TURN.search(inside)
    if turn:
        return (start, start + turn.start()), (start + turn.end(), end)
    if len(dates) >= 2 and not re.search(r"\bborn\b", inside):
        return (start, dates[0].end), (dates[0].end, end)
    return (start, end), nowhere


def _dated_bracket(view: PassageView) -> tuple[int, int]:
    """Return the inside of the first bracket of the lead that holds a date, or (0, 0)."""
    depth, start = 0, 0
    for place, char in enumerate(view.text[:_LEAD_LENGTH]):
        if char == "(":
            start = start if depth else place + 1
            depth += 1
        elif char == ")" and depth:
            depth -= 1
            if not depth and _dates_in(view, (start, place)):
                return start, place
    return 0, 0


def _dates_in(view: PassageView, part: tuple[int, int]) -> list[DateSpan]:
    return [d for d in view.dates if part[0] <= d.start and d.end <= part[1]]


def _place_in(view: PassageView, part: tuple[int, int], dates: Sequence[DateSpan]) -> Span | None:
    """Return the place that a part of the bracket names beside its date."""
    if not dates:
        return None
    for start, end in ((dates[-1].end, part[1]), (part[0], dates[0].start)):
        match = _PLACE_ONLY.fullmatch(view.text, start, end)
        if match and match[1] not in COUNTRY_OF:
            return Span(match.start(1), match.end(1), match[1])
    return None


def _cued_date(
    view: PassageView, cue: re.Pattern[str], until: re.Pattern[str] | None
) -> Span | None:
    for match in cue.finditer(view.text):
        sentence = view.sentence_at(match.start())
        end = min(match.end() + _WINDOW, sentence.end)
        stop = until.search(view.text, match.end(), end) if until else None
        end = stop.start() if stop else end
        for date in view.dates:
            if match.end() <= date.start < end and date.first[0]:
                return _span(date)
    return None


def _cued_place(view: PassageView, cue: re.Pattern[str]) -> Span | None:
    for match in cue.finditer(view.text):
        sentence = view.sentence_at(match.start())
        end = min(match.end() + _WINDOW, sentence.end)
        for name in sentence.names:
            before = view.text[match.end() : name.start]
            if match.end() <= name.start < end and _PLACE_CUE.search(before):
                return name
    return None


def _after_hyphen(view: PassageView, place: int) -> int:
    match = _HYPHEN.match(view.text, place)
    return match.end() if match else len(view.text)


def _in_subject(view: PassageView, word: str) -> bool:
    return word in view.subject
