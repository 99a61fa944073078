"""Dates, numbers and units are found and compared."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopgraph.reasoning.quantities import (
    compare_dates,
    compare_numbers,
    find_dates,
    find_numbers,
    find_single_dates,
)


def year(first: int, last: int | None = None) -> tuple[tuple[int, int, int], ...]:
    return (first, 1, 1), (last or first, 12, 31)


def day(y: int, m: int, d: int) -> tuple[tuple[int, int, int], ...]:
    return (y, m, d), (y, m, d)


@pytest.mark.parametrize(
    ("text", "written", "interval"),
    [
        ("born 29 June 1886 in Bath", "29 June 1886", day(1886, 6, 29)),
        ("June 29, 1886", "June 29, 1886", day(1886, 6, 29)),
        ("29th of June, 1886", "29th of June, 1886", day(1886, 6, 29)),
        ("1886 June 29", "1886 June 29", day(1886, 6, 29)),
        ("Sept. 11, 1901", "Sept. 11, 1901", day(1901, 9, 11)),
        ("2024-02-29", "2024-02-29", day(2024, 2, 29)),
        ("on July 4 he left", "July 4", day(0, 7, 4)),
        ("February 1900", "February 1900", ((1900, 2, 1), (1900, 2, 28))),
        ("in 1998.", "1998", year(1998)),
        ("from 1998 to 2002", "1998 to 2002", year(1998, 2002)),
        ("between 1998 and 2002", "1998 and 2002", year(1998, 2002)),
        ("1998–99", "1998–99", year(1998, 1999)),
        ("the 1990s", "1990s", year(1990, 1999)),
        ("the 1800s", "1800s", year(1800, 1899)),
        ("the nineteenth century", "nineteenth century", year(1801, 1900)),
        ("the 5th century BC", "5th century BC", year(-500, -401)),
        ("44 BC", "44 BC", year(-44)),
        ("c. 953, a monk", "953", year(953)),
        ("(953–1020)", "953–1020", year(953, 1020)),
    ],
)
def test_english_dates_cover_an_interval(text, written, interval):
    (found,) = find_dates(text)
    assert (found.text, (found.first, found.last)) == (written, interval)


@pytest.mark.parametrize(
    ("text", "written", "interval"),
    [
        ("وُلد في ٢٩ يونيو ١٨٨٦", "٢٩ يونيو ١٨٨٦", day(1886, 6, 29)),
        ("29 آذار/مارس 1990", "29 آذار/مارس 1990", day(1990, 3, 29)),
        ("تشرين الثاني 2001", "تشرين الثاني 2001", ((2001, 11, 1), (2001, 11, 30))),
        ("القرن التاسع عشر", "القرن التاسع عشر", year(1801, 1900)),
        ("من 1998 إلى 2002", "1998 إلى 2002", year(1998, 2002)),
        ("بين 1998 و 2002", "1998 و 2002", year(1998, 2002)),
        ("44 ق.م", "44 ق.م", year(-44)),
    ],
)
def test_arabic_dates_cover_an_interval(text, written, interval):
    (found,) = find_dates(text, "ar")
    assert (found.text, (found.first, found.last)) == (written, interval)


@pytest.mark.parametrize(
    "text",
    ["", "1,998 men", "version 3.1998", "99 June", "5000", "2024-13-01x", "$1500", "1998-98"],
)
def test_what_is_no_date_is_not_read_as_a_day(text):
    assert all(d.first[1:] == (1, 1) and d.last[1:] == (12, 31) for d in find_dates(text))


def test_a_life_span_is_one_range_and_two_single_dates():
    text = "(3 May 1868 – 4 June 1920)"
    assert [d.text for d in find_dates(text)] == ["3 May 1868 – 4 June 1920"]
    assert [d.text for d in find_single_dates(text)] == ["3 May 1868", "4 June 1920"]


def test_two_days_joined_by_and_stay_apart():
    assert [d.text for d in find_dates("May 5 and May 6")] == ["May 5", "May 6"]


def test_a_range_never_runs_backwards():
    assert [d.text for d in find_dates("2002 to 1998")] == ["2002", "1998"]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("eight", 8, ""),
        ("twenty-five people", 25, ""),
        ("two hundred and five thousand", 205_000, ""),
        ("2.5 million", 2_500_000, ""),
        ("1,234,567", 1_234_567, ""),
        ("$4.5 billion", 4.5e9, "USD"),
        ("5km", 5000, "metre"),
        ("5-km", 5000, "metre"),
        ("10 miles", 16093.44, "metre"),
        ("12%", 12, "percent"),
        ("two weeks", 1_209_600, "second"),
        ("-5 degrees", -5, ""),
        ("in 1998", 1998, ""),
    ],
)
def test_english_numbers_have_a_value_and_a_unit(text, value, unit):
    (found,) = find_numbers(text)
    assert (round(found.value, 6), found.unit) == (value, unit)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("٣٫٥ مليون دولار", 3_500_000, "USD"),
        ("خمسة آلاف", 5000, ""),
        ("ثلاثمائة وخمسة", 305, ""),
        ("١٬٢٣٤ متر", 1234, "metre"),
        ("8 كم", 8000, "metre"),
    ],
)
def test_arabic_numbers_have_a_value_and_a_unit(text, value, unit):
    (found,) = find_numbers(text, "ar")
    assert (found.value, found.unit) == (value, unit)


@pytest.mark.parametrize("text", ["sixth", "5th", "June 5, 1998", "B2B", "someone"])
def test_ordinals_dates_and_parts_of_words_are_no_numbers(text):
    assert find_numbers(text) == []


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ("1997", "5 May 1998", "before"),
        ("6 May 1998", "5 May 1998", "after"),
        ("May 5, 1998", "5 May 1998", "same"),
        ("1998", "5 May 1998", "unknown"),
        ("July 4", "1998", "unknown"),
        ("44 BC", "AD 953,", "before"),
    ],
)
def test_dates_compare_by_the_interval_they_cover(a, b, verdict):
    assert compare_dates(find_dates(a)[0], find_dates(b)[0]) == verdict


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ("5 km", "3 miles", "more"),
        ("1000 m", "1 km", "same"),
        ("eight", "9", "less"),
        ("5 km", "5 kg", "unknown"),
    ],
)
def test_numbers_compare_after_conversion(a, b, verdict):
    assert compare_numbers(find_numbers(a)[0], find_numbers(b)[0]) == verdict


def test_a_fraction_sign_is_one_number_span():
    assert len(find_numbers("½ mile")) == 1


@given(st.text(), st.sampled_from(["en", "ar", "zh"]))
def test_spans_are_verbatim_and_in_order(text, language):
    for spans in (find_dates(text, language), find_numbers(text, language)):
        assert all(text[s.start : s.end] == s.text for s in spans)
        assert all(a.end <= b.start for a, b in pairwise(spans))
