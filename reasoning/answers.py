"""Short answers: abstention, their typed normal form, and how to cut them short."""

import re
from collections.abc import Sequence

from ..state.values import AnswerType, QuestionFeatures
from .matching import mentions, same_name, text_language, tokens
from .nationalities import country_of, names_of
from .quantities import DateSpan, NumberSpan, find_dates, find_numbers
from .text import fold, normalise_answer

_ABSTENTIONS = frozenset(
    fold(text)
    for text in (
        "unknown",
        "no answer",
        "none",
        "n a",
        "i don t know",
        "i do not know",
        "not found",
        "not mentioned",
        "not specified",
        "refuse no proof",
        "غير معروف",
        "لا اعرف",
        "لا توجد اجابه",
        "不知道",
        "未知",
    )
)
_ABSTAINING = re.compile(
    r"\bnot in (?:the )?passages?\b|\bcannot (?:be )?determined?\b|\bunanswerable\b"
    r"|\bnot (?:provided|mentioned|stated|given) in the (?:passages?|context|text)\b"
)
_YES = frozenset(("yes", "true", "نعم", "اجل", "是", "是的"))
_NO = frozenset(("no", "false", "لا", "كلا", "不", "否", "不是"))
_LEAD = re.compile(r"^\s*(?:(?:the )?(?:final |short )?answer(?: is|:)|الجواب:|答案[:：])\s*", re.I)
_ENDING = re.compile(r"(?<=\w{3})[.。]$")
_QUOTES = (('"', '"'), ("“", "”"), ("'", "'"), ("«", "»"))


def is_abstention(answer: str) -> bool:
    """Tell whether `answer` says that there is no answer."""
    plain = " ".join(re.findall(r"\w+", fold(answer).replace("_", " ")))
    return not plain or plain in _ABSTENTIONS or bool(_ABSTAINING.search(fold(answer)))


def yes_or_no(answer: str) -> str:
    """Return "yes" or "no" where `answer` begins so, in any language known; else ""."""
    first = next(iter(tokens(answer)), "")
    if first in _YES:
        return "yes"
    return "no" if first in _NO else ""


def answer_key(answer: str, answer_type: AnswerType) -> str:
    """Return the form in which equal answers are equal strings.

    Years and dates become intervals of days, numbers a value with its unit, yes and no one
    word each, a nationality its country; all else loses case, accents, punctuation and articles.
    An abstention is "".
    """
    if is_abstention(answer):
        return ""
    if answer_type == "yes_no" and yes_or_no(answer):
        return yes_or_no(answer)
    if answer_type in ("date", "year"):
        dates = dates_in(answer)
        if len(dates) == 1:
            return date_key(dates[0])
    if answer_type in ("number", "duration"):
        numbers = numbers_in(answer)
        if len(numbers) == 1:
            return number_key(numbers[0])
    country = country_of(answer) if answer_type == "nationality" else ""
    plain = fold(country or answer)
    return normalise_answer(plain) or plain


def option_named(answer: str, options: Sequence[str]) -> str:
    """Return the one option that `answer` names, as the question writes it; "" if not one."""
    key = answer_key(answer, "choice")
    named = [o for o in options if answer_key(o, "choice") == key]
    named = named or [o for o in options if mentions(answer, o)]
    named = named or [o for o in options if same_name(answer, o)]
    return named[0] if len(named) == 1 else ""


def short_answer(answer: str, features: QuestionFeatures) -> str:
    """Cut `answer` to what was asked for.

    A year is cut from a date, a date or a number from its sentence, yes and no from their
    explanation, and an option is given as the question writes it. What does not fit the
    asked type is only tidied: first line, no quotation marks, no full stop.
    """
    tidy = _tidied(answer)
    if is_abstention(tidy):
        return ""
    kind = features.answer_type
    if kind == "yes_no":
        first = re.match(r"\w+", tidy)
        return first.group().lower() if first and yes_or_no(tidy) else tidy
    if kind == "choice":
        return option_named(tidy, features.options) or tidy
    if kind == "year":
        return _year(tidy) or tidy
    if kind == "date":
        return _only([span.text for span in dates_in(tidy)]) or tidy
    if kind in ("number", "duration"):
        return _only([span.text for span in numbers_in(tidy)]) or tidy
    return tidy


def says(text: str, value: str) -> bool:
    """Tell whether `text` names `value`, also where it writes it differently.

    That is a date or number in another form, or a country by its people ("Norwegian").
    """
    if mentions(text, value):
        return True
    country = country_of(value)
    if country:
        return any(mentions(text, name) for name in names_of(country))
    dates = [span for span in dates_in(value) if span.text.strip() == value.strip()]
    if dates and date_key(dates[0]) in {date_key(span) for span in dates_in(text)}:
        return True
    numbers = [span for span in numbers_in(value) if span.text.strip() == value.strip()]
    return bool(numbers) and number_key(numbers[0]) in {number_key(n) for n in numbers_in(text)}


def dates_in(text: str) -> list[DateSpan]:
    """Find the dates of `text` in its own language."""
    return find_dates(text, text_language(text))


def numbers_in(text: str) -> list[NumberSpan]:
    """Find the numbers of `text` in its own language."""
    return find_numbers(text, text_language(text))


def date_key(span: DateSpan) -> str:
    """Return the days that `span` covers, as one string."""
    first, last = ("-".join(map(str, day)) for day in (span.first, span.last))
    return first if first == last else f"{first}/{last}"


def number_key(span: NumberSpan) -> str:
    """Return value and unit of `span`, as one string."""
    return f"{round(span.value, 6):.12g} {span.unit}".strip()


def _tidied(answer: str) -> str:
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    tidy = _LEAD.sub("", lines[0]) if lines else ""
    for opening, closing in _QUOTES:
        if len(tidy) > 2 and tidy[0] == opening and tidy[-1] == closing:
            tidy = tidy[1:-1]
    return _ENDING.sub("", tidy.strip())


def _year(text: str) -> str:
    """Return the year of the only date in `text`, in the text's own digits, or ""."""
    spans = dates_in(text)
    if len(spans) != 1 or spans[0].first[0] != spans[0].last[0]:
        return ""
    years = re.findall(r"(?<!\d)\d{3,4}(?!\d)", spans[0].text)
    return years[0] if len(years) == 1 and spans[0].first[0] > 0 else spans[0].text


def _only(found: list[str]) -> str:
    return found[0] if len(found) == 1 else ""
