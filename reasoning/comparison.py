"""Comparisons computed in code: what a comparison word asks for, and how two values stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from .answers import dates_in, numbers_in
from .matching import same_name, text_language, tokens, without_names
from .quantities import DateSpan, compare_dates, compare_numbers, find_single_dates
from .text import fold

Kind = Literal["date", "number", "span", "name"]
Relation = Literal["less", "more", "same", "different", "unknown"]
"""How a first value stands to a second; "less" is earlier for dates, shorter for spans."""


@dataclass(frozen=True)
class Compared:
    """Two values, compared.

    Attributes:
        kind: What both are: dates, numbers, spans between two dates, or names.
        relation: How the first stands to the second.
    """

    kind: Kind
    relation: Relation


def _words(text: str) -> frozenset[str]:
    return frozenset(fold(text).split())


_OLDER = _words("older oldest elder eldest اقدم")
_YOUNGER = _words("younger youngest newer newest احدث")
_EARLY = _words("first earlier earliest before sooner prior اولا قبل اسبق اول")
_LATE = _words("later latest after last recently recent بعد لاحقا اخر")
_MORE = _words(
    "more most greater greatest larger largest bigger biggest taller tallest higher highest "
    "heavier heaviest deeper deepest wider widest faster fastest richer richest اكثر اعلي اثقل "
    "اوسع اسرع اعمق"
)
_LESS = _words(
    "less least fewer fewest smaller smallest lower lowest lighter lightest slower slowest "
    "اقل ادني اخف ابطا"
)
_LONG = _words("longer longest اطول")
_SHORT = _words("shorter shortest اقصر")
# Arabic says older and larger, younger and smaller, with one word each.
_BIG = _words("اكبر")
_SMALL = _words("اصغر")
_SAME = _words(
    "same both equal equally identical share shared common alike "
    "نفس نفسه نفسها ذاته ذاتها كلا كلتا كلاهما"
)
_DIFFERENT = _words("different differ differs مختلف مختلفه مختلفان")

_LESS_BY_KIND: dict[Kind, frozenset[str]] = {
    "date": _OLDER | _EARLY | _BIG,
    "number": _LESS | _SHORT | _YOUNGER | _SMALL,
    "span": _SHORT | _LESS,
    "name": frozenset(),
}
_MORE_BY_KIND: dict[Kind, frozenset[str]] = {
    "date": _YOUNGER | _LATE | _SMALL,
    "number": _MORE | _LONG | _OLDER | _BIG,
    "span": _LONG | _MORE,
    "name": frozenset(),
}
_ALL = _SAME | _DIFFERENT
for _table in (*_LESS_BY_KIND.values(), *_MORE_BY_KIND.values()):
    _ALL |= _table


def comparison_word(text: str, names: Sequence[str] = ()) -> str:
    """Return the word of `text` that compares, folded ("older", "first", "same"), or "".

    Words inside `names` do not count ("The Last Samurai"); "same" and "both" only count where
    nothing else compares.
    """
    found = [word for word in tokens(without_names(text, names)) if word in _ALL]
    return next((word for word in found if word not in _SAME), found[0] if found else "")


def wanted(word: str, kind: Kind) -> Relation:
    """Return the relation that `word` asks of two values of `kind`; "unknown" if none.

    The older of two dates of birth is the earlier date; the older of two ages is the larger
    number.
    """
    if word in _SAME:
        return "same"
    if word in _DIFFERENT:
        return "different"
    if word in _LESS_BY_KIND[kind]:
        return "less"
    return "more" if word in _MORE_BY_KIND[kind] else "unknown"


def compare_values(a: str, b: str, word: str) -> Compared:
    """Compare two values as `word` needs: as dates, numbers, spans of time, or names.

    Names are only the same or different; what cannot be told apart is "unknown".
    """
    for kind in ("span", "date", "number"):
        if word in _ALL and wanted(word, kind) == "unknown":
            continue
        relation = _COMPARE[kind](a, b)
        if relation:
            return Compared(kind, relation)
    if dates_in(a) or dates_in(b) or not tokens(a) or not tokens(b):
        return Compared("name", "unknown")
    return Compared("name", "same" if same_name(a, b) else "different")


def _compare_dates(a: str, b: str) -> Relation | None:
    left, right = dates_in(a), dates_in(b)
    if len(left) != 1 or len(right) != 1:
        return None
    order = compare_dates(left[0], right[0])
    if order in ("before", "after"):
        return "less" if order == "before" else "more"
    return "same" if order == "same" else "unknown"


def _compare_numbers(a: str, b: str) -> Relation | None:
    left, right = numbers_in(a), numbers_in(b)
    if len(left) != 1 or len(right) != 1:
        return None
    return compare_numbers(left[0], right[0])


def _compare_spans(a: str, b: str) -> Relation | None:
    left, right = _length(a), _length(b)
    if left is None or right is None:
        return None
    (left_least, left_most), (right_least, right_most) = left, right
    if left_most < right_least:
        return "less"
    if left_least > right_most:
        return "more"
    return "same" if left == right and left_least == left_most else "unknown"


def _length(text: str) -> tuple[int, int] | None:
    """Return the least and most days between the two dates of `text`; None if not two."""
    dates = find_single_dates(text, text_language(text))
    if len(dates) != 2 or dates[0].first[0] < 1 or dates[1].first[0] < 1:
        return None
    (first, last), (end_first, end_last) = _ordinals(dates[0]), _ordinals(dates[1])
    return end_first - last, end_last - first


def _ordinals(span: DateSpan) -> tuple[int, int]:
    return date(*span.first).toordinal(), date(*span.last).toordinal()


_COMPARE = {"span": _compare_spans, "date": _compare_dates, "number": _compare_numbers}
