"""Dates, numbers and units in text, and how they compare."""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from .quantity_words import BY_LANGUAGE, ENGLISH, Words
from .text import fold_with_offsets

Day = tuple[int, int, int]
"""Year, month, day; years before the common era are negative, an unsaid year is 0."""

_Found = tuple[int, int, Day, Day]
"""Where a date stands in folded text, and the first and last day it covers."""

_YEAR = r"(?<![\d$£€#])(?<!\d[.,])[12١٢]\d{3}(?![\d%]|[,.]\d)"
_DIGITS = r"\d+(?:[,٬]\d{3})*(?:[.٫]\d+)?"


@dataclass(frozen=True)
class DateSpan:
    """A date or a range of dates, as written.

    Attributes:
        start: Offset in the text.
        end: Offset just past it.
        text: What is written there.
        first: The first day it covers.
        last: The last day it covers.
    """

    start: int
    end: int
    text: str
    first: Day
    last: Day


@dataclass(frozen=True)
class NumberSpan:
    """A number, as written.

    Attributes:
        start: Offset in the text.
        end: Offset just past it, the unit included.
        text: What is written there.
        value: Its value in `unit`.
        unit: The base unit ("metre", "kilogram", "second", "USD", ...), or "".
    """

    start: int
    end: int
    text: str
    value: float
    unit: str = ""


def find_dates(text: str, language: str = "en") -> list[DateSpan]:
    """Find dates in reading order; two dates joined as a range become one span.

    Covers days, months, years, decades, centuries, years before the common era and days
    without a year; a day without a year lies in year 0.
    """
    folded, offsets, dates = _read(text, language)
    spans: list[_Found] = []
    for start, end, first, last in dates:
        if spans and spans[-1][2] <= last and _is_range(folded, spans[-1], start, language):
            start, _, first, _ = spans.pop()
        spans.append((start, end, first, last))
    return [_date_span(text, offsets, span) for span in spans]


def find_single_dates(text: str, language: str = "en") -> list[DateSpan]:
    """Find dates as `find_dates` does, but keep the two ends of a range apart."""
    _, offsets, dates = _read(text, language)
    return [_date_span(text, offsets, span) for span in dates]


def find_numbers(text: str, language: str = "en") -> list[NumberSpan]:
    """Find numbers in digits and in words, with their units, in reading order.

    Digits inside a date that names a month are no number; a bare year is one.
    """
    folded, offsets, dates = _read(text, language)
    words = _words(language)
    taken = [(s, e) for s, e, *_ in dates if e - s > 5]
    found: list[NumberSpan] = []
    for match in _number_pattern(language).finditer(folded):
        start, end = match.span()
        if any(s < end and start < e for s, e in taken):
            continue
        first, last = offsets[start], offsets[end - 1] + 1
        # One character such as a fraction sign may fold to two numbers.
        if found and first < found[-1].end:
            continue
        value, unit = _number_value(match, words)
        found.append(NumberSpan(first, last, text[first:last], value, unit))
    return found


def compare_dates(a: DateSpan, b: DateSpan) -> Literal["before", "after", "same", "unknown"]:
    """Tell whether `a` lies before `b`; dates that overlap without being equal are unknown."""
    if 0 in (a.first[0], b.first[0]):
        return "unknown"
    if a.last < b.first:
        return "before"
    if a.first > b.last:
        return "after"
    return "same" if (a.first, a.last) == (b.first, b.last) else "unknown"


def compare_numbers(a: NumberSpan, b: NumberSpan) -> Literal["less", "more", "same", "unknown"]:
    """Tell whether `a` is less than `b`; numbers of different units are unknown."""
    if a.unit != b.unit:
        return "unknown"
    left, right = round(a.value, 6), round(b.value, 6)
    if left == right:
        return "same"
    return "less" if left < right else "more"


@lru_cache(maxsize=16)
def _read(text: str, language: str) -> tuple[str, list[int], list[_Found]]:
    """Fold `text` and find its dates: remembered, as its numbers are looked for next."""
    folded, offsets = fold_with_offsets(text)
    return folded, offsets, _single_dates(folded, language)


def _date_span(text: str, offsets: list[int], span: _Found) -> DateSpan:
    start, end = offsets[span[0]], offsets[span[1] - 1] + 1
    return DateSpan(start, end, text[start:end], span[2], span[3])


def _words(language: str) -> Words:
    return BY_LANGUAGE.get(language, ENGLISH)


def _either(names: Iterable[str]) -> str:
    return "|".join(re.escape(n) for n in sorted(names, key=lambda n: (-len(n), n)))


def _is_range(folded: str, left: _Found, right_start: int, language: str) -> bool:
    words = _words(language)
    joint = folded[left[1] : right_start]
    if joint.strip() == words.both:
        return folded[: left[0]].endswith(words.between + " ")
    return bool(re.fullmatch(rf" ?- ?| (?:{words.until}) ?", joint))


@lru_cache(maxsize=8)
def _date_patterns(language: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of dates over folded text; at one place the longest match wins."""
    words = _words(language)
    names = _either(words.months)
    month = rf"(?<!\w)(?P<month>{names})\b\.?(?:/(?:{names})\b)?"
    day = r"(?P<day>(?<![\d.,])\d{1,2})(?!\d)(?:st|nd|rd|th)?"
    year = rf"(?P<year>{_YEAR}|(?<![\d,.])\d{{3}}(?![\d,%]))"
    filler = rf"(?:,? (?:of |{words.year_prefix} )?|,)"
    era = rf"(?P<before>(?:{words.before_christ})(?!\w))"
    ordinal = rf"(?P<ordinal>\d{{1,2}}(?:st|nd|rd|th)|{_either(words.ordinals)})"
    sources = (
        rf"{day}{filler}{month}{filler}{year}(?: ?{era})?",
        rf"{month} {day}(?:,? ?{year})?",
        rf"{year},? {month} {day}",
        r"(?P<year>(?<!\d)\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?!\d)",
        rf"{month}{filler}{year}",
        rf"{day}(?: of)? {month}",
        rf"(?<![\w.,])(?P<year>\d{{1,4}}) ?{era}",
        rf"(?P<year>{_YEAR})[-/](?P<short>\d\d)(?![\d-])",
        rf"(?P<decade>{_YEAR})'?s\b|{words.decade_prefix} (?P<tens>{_YEAR})",
        rf"(?<!\w){ordinal}[ -](?:{words.century})\b(?: {era})?",
        rf"(?<!\w)(?:{words.century}) {ordinal}\b(?: {era})?",
        rf"(?P<year>{_YEAR})(?!\w)",
        rf"(?<!\w)(?:{words.year_prefix}) (?P<year>\d{{3}})(?=\s*[),;.-]|\s*$| in\b)",
        r"(?<=[(-])(?P<year>\d{3})(?=[)-])",
    )
    return tuple(re.compile(source) for source in sources)


@lru_cache(maxsize=8)
def _date_sign(language: str) -> re.Pattern[str]:
    """Return the pattern of what every date has."""
    return re.compile(rf"\d|{_words(language).century}")


def _single_dates(folded: str, language: str) -> list[_Found]:
    if not _date_sign(language).search(folded):
        return []
    words = _words(language)
    found = []
    for pattern in _date_patterns(language):
        for match in pattern.finditer(folded):
            interval = _interval(match.groupdict(), words)
            if interval:
                start = match.start("year") if _only_year(match) else match.start()
                found.append((start, match.end(), *interval))
    found.sort(key=lambda span: (span[0], -span[1]))
    return list(_without_overlap(found))


def _only_year(match: re.Match[str]) -> bool:
    groups = match.groupdict()
    return bool(groups.get("year")) and not groups.get("month")


def _without_overlap(
    spans: list[_Found],
) -> Iterator[_Found]:
    end = 0
    for span in spans:
        if span[0] >= end:
            yield span
            end = span[1]


def _interval(parts: dict[str, str | None], words: Words) -> tuple[Day, Day] | None:
    """Return the first and last day of what a date pattern matched; None if there is none."""
    if parts.get("ordinal"):
        return _century(str(parts["ordinal"]), bool(parts.get("before")), words)
    decade = parts.get("decade") or parts.get("tens")
    if decade:
        start = int(decade)
        return (start, 1, 1), (start + (99 if start % 100 == 0 else 9), 12, 31)
    year = int(parts.get("year") or 0)
    if parts.get("short"):
        last = year // 100 * 100 + int(str(parts["short"]))
        return ((year, 1, 1), (last, 12, 31)) if last > year else None
    if year > 2199:
        return None
    if parts.get("before"):
        year = -year
    return _days(year, parts.get("month"), parts.get("day"), words)


def _days(year: int, month: str | None, day: str | None, words: Words) -> tuple[Day, Day] | None:
    if not month:
        return (year, 1, 1), (year, 12, 31)
    number = int(month) if month.isdigit() else words.months[month]
    if not 1 <= number <= 12:
        return None
    # A leap year stands for years that `calendar` does not reach.
    length = monthrange(year if year > 0 else 4, number)[1]
    if not day:
        return (year, number, 1), (year, number, length)
    if not 1 <= int(day) <= length:
        return None
    return (year, number, int(day)), (year, number, int(day))


def _century(ordinal: str, before: bool, words: Words) -> tuple[Day, Day]:
    digits = re.match(r"\d+", ordinal)
    number = int(digits.group()) if digits else words.ordinals[ordinal]
    if before:
        return (-100 * number, 1, 1), (-100 * number + 99, 12, 31)
    return (100 * number - 99, 1, 1), (100 * number, 12, 31)


@lru_cache(maxsize=8)
def _number_pattern(language: str) -> re.Pattern[str]:
    words = _words(language)
    word = rf"(?:{_either(words.numbers)})"
    glue = r"(?: and |[ -]| و)"
    scale = rf"(?:{_either(n for n, v in words.numbers.items() if v >= 100)})"
    written = [unit for unit in words.units if unit not in "$£€¥"]
    unit = rf"(?P<unit>{_either(written)})"
    return re.compile(
        rf"(?:(?P<currency>us\$|[$£€¥]) ?)?(?<![\w.,])-?"
        rf"(?:(?P<digits>{_DIGITS})(?:[ -](?P<scale>{scale})\b)?"
        rf"|(?P<words>\b{word}(?:{glue}{word})*)\b)"
        rf"(?:[ -]?{unit}(?!\w)|(?!\w))"
    )


def _number_value(match: re.Match[str], words: Words) -> tuple[float, str]:
    if match["digits"]:
        value = float(match["digits"].replace(",", "").replace("٬", "").replace("٫", "."))
        value *= words.numbers.get(match["scale"] or "", 1.0)
    else:
        value = _words_value(match["words"], words)
    if match.group().lstrip("us$£€¥ ").startswith("-"):
        value = -value
    unit = match["currency"] or match["unit"]
    if not unit:
        return value, ""
    base, factor = words.units[unit]
    return value * factor, base


def _words_value(written: str, words: Words) -> float:
    """Return the value of number words: "two hundred and five thousand" is 205000."""
    total = group = 0.0
    for word in re.split(r"[ -]+", written):
        value = words.numbers.get(word, words.numbers.get(word.removeprefix("و"), 0.0))
        if value >= 1000:
            total, group = total + max(group, 1.0) * value, 0.0
        elif value == 100:
            group = max(group, 1.0) * 100
        else:
            group += value
    return total + group
