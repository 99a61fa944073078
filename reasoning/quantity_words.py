"""Words for months, numbers and units, by language: the data behind `quantities`.

The tables fold their words as `text.fold` does, so that they can be matched in folded text.
"""

from typing import NamedTuple

from .text import fold

Unit = tuple[str, float]
"""A base unit, and how many of it the written unit is."""


class Words(NamedTuple):
    """The quantity words of one language.

    Attributes:
        months: Month name to its number.
        numbers: Number word to its value; values from 100 multiply what stands before.
        ordinals: Ordinal word to its value, for centuries.
        units: Unit as written to its base unit and factor.
        century: The word for a century.
        decade_prefix: Words before a year that make it a decade.
        before_christ: How a year before the common era is marked.
        year_prefix: Words that make the digits after them a year.
        until: Words that join the two ends of a range.
        between: A word that makes a range of the dates that `both` joins after it.
        both: The word for "and".
    """

    months: dict[str, int]
    numbers: dict[str, float]
    ordinals: dict[str, int]
    units: dict[str, Unit]
    century: str
    decade_prefix: str
    before_christ: str
    year_prefix: str
    until: str
    between: str
    both: str


def _numbered(names: str, start: int = 1, step: int = 1) -> dict[str, int]:
    """Number words in order; "/" joins alternatives, "_" stands for a space."""
    return {
        fold(name.replace("_", " ")): start + step * place
        for place, alternatives in enumerate(names.split())
        for name in alternatives.split("/")
    }


def _units(*rows: tuple[str, float, str]) -> dict[str, Unit]:
    return {
        fold(name.replace("_", " ")): (base, factor)
        for base, factor, names in rows
        for name in names.split()
    }


_DAY = 86400.0
_SYMBOLS = _units(
    ("metre", 1000.0, "km"),
    ("metre", 1.0, "m"),
    ("metre", 0.01, "cm"),
    ("metre", 0.001, "mm"),
    ("square metre", 1e6, "km2 sq_km"),
    ("square metre", 1.0, "m2 sq_m"),
    ("kilogram", 1.0, "kg"),
    ("km/h", 1.0, "km/h kmh"),
    ("percent", 1.0, "%"),
    ("USD", 1.0, "$ us$"),
    ("GBP", 1.0, "£"),
    ("EUR", 1.0, "€"),
    ("JPY", 1.0, "¥"),
)

ENGLISH = Words(
    months=_numbered(
        "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug "
        "september/sept/sep october/oct november/nov december/dec"
    ),
    numbers={
        **_numbered("zero one two three four five six seven eight nine ten eleven twelve", 0),
        **_numbered("thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 13),
        **_numbered("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
        "dozen": 12.0,
        "hundred": 100.0,
        "thousand": 1e3,
        "million": 1e6,
        "billion": 1e9,
        "trillion": 1e12,
    },
    ordinals=_numbered(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth "
        "twenty-first"
    ),
    units=_SYMBOLS
    | _units(
        ("metre", 1000.0, "kilometre kilometres kilometer kilometers"),
        ("metre", 1.0, "metre metres meter meters"),
        ("metre", 0.01, "centimetre centimetres centimeter centimeters"),
        ("metre", 1609.344, "mi mile miles"),
        ("metre", 0.9144, "yard yards yd"),
        ("metre", 0.3048, "ft foot feet"),
        ("metre", 0.0254, "inch inches"),
        ("square metre", 1e6, "square_kilometre square_kilometres square_kilometer"),
        ("square metre", 1e6, "square_kilometers"),
        ("square metre", 1.0, "square_metre square_metres square_meter square_meters"),
        ("square metre", 2589988.110336, "square_mile square_miles sq_mi mi2"),
        ("square metre", 0.09290304, "square_foot square_feet sq_ft"),
        ("square metre", 4046.8564224, "acre acres"),
        ("square metre", 1e4, "ha hectare hectares"),
        ("kilogram", 1.0, "kilogram kilograms"),
        ("kilogram", 0.001, "g gram grams"),
        ("kilogram", 1000.0, "tonne tonnes"),
        ("kilogram", 0.45359237, "lb lbs pound pounds"),
        ("km/h", 1.609344, "mph"),
        ("percent", 1.0, "percent per_cent"),
        ("USD", 1.0, "dollar dollars usd"),
        ("EUR", 1.0, "euro euros eur"),
        ("second", 1.0, "second seconds sec"),
        ("second", 60.0, "minute minutes min"),
        ("second", 3600.0, "hour hours"),
        ("second", _DAY, "day days"),
        ("second", 7 * _DAY, "week weeks"),
        ("second", 365.25 / 12 * _DAY, "month months"),
        ("second", 365.25 * _DAY, "year years"),
    ),
    century=r"century|centuries",
    decade_prefix=r"(?!)",
    before_christ=r"bce?|b\.c\.(?:e\.)?",
    year_prefix=r"in|year|since|until|by|circa|c\.|ca\.|b\.|d\.|ad|born|died",
    until=r"to|until|till|through",
    between="between",
    both="and",
)

ARABIC = Words(
    months=_numbered(
        "يناير/جانفي/كانون_الثاني فبراير/فيفري/شباط مارس/اذار ابريل/افريل/نيسان "
        "مايو/ماي/ايار يونيو/جوان/حزيران يوليو/جويليه/تموز اغسطس/اوت/اب "
        "سبتمبر/ايلول اكتوبر/تشرين_الاول نوفمبر/تشرين_الثاني ديسمبر/كانون_الاول"
    ),
    numbers={
        **_numbered("صفر واحد/واحده اثنان/اثنين/اثنتان/اثنتين ثلاثه/ثلاث اربعه/اربع", 0),
        **_numbered("خمسه/خمس سته/ست سبعه/سبع ثمانيه/ثماني تسعه/تسع عشره/عشر", 5),
        **_numbered("عشرون/عشرين ثلاثون/ثلاثين اربعون/اربعين خمسون/خمسين", 20, 10),
        **_numbered("ستون/ستين سبعون/سبعين ثمانون/ثمانين تسعون/تسعين", 60, 10),
        **_numbered("مائه/مئه مائتان/مئتان/مائتين/مئتين ثلاثمائه/ثلاثمئه", 100, 100),
        **_numbered("اربعمائه/اربعمئه خمسمائه/خمسمئه ستمائه/ستمئه", 400, 100),
        **_numbered("سبعمائه/سبعمئه ثمانمائه/ثمانمئه تسعمائه/تسعمئه", 700, 100),
        "الف": 1e3,
        "الاف": 1e3,
        "مليون": 1e6,
        "ملايين": 1e6,
        "مليار": 1e9,
        "مليارات": 1e9,
    },
    ordinals=_numbered(
        "الاول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر الحادي_عشر "
        "الثاني_عشر الثالث_عشر الرابع_عشر الخامس_عشر السادس_عشر السابع_عشر الثامن_عشر "
        "التاسع_عشر العشرين/العشرون الحادي_والعشرين/الحادي_والعشرون"
    ),
    units=_SYMBOLS
    | _units(
        ("metre", 1000.0, "كم كيلومتر كيلومترات كيلومترا"),
        ("metre", 1.0, "متر امتار مترا"),
        ("metre", 1609.344, "ميل اميال ميلا"),
        ("square metre", 1e6, "كم2 كيلومتر_مربع كيلومترا_مربعا"),
        ("kilogram", 1.0, "كيلوغرام كيلوجرام كغ كجم"),
        ("percent", 1.0, "بالمائه بالمئه في_المائه في_المئه ٪"),
        ("USD", 1.0, "دولار دولارا دولارات"),
        ("second", 60.0, "دقيقه دقائق"),
        ("second", 3600.0, "ساعه ساعات"),
        ("second", _DAY, "يوم ايام يوما"),
        ("second", 365.25 / 12 * _DAY, "شهر اشهر شهرا شهور"),
        ("second", 365.25 * _DAY, "سنه سنوات عام اعوام عاما"),
    ),
    century=r"القرن",
    decade_prefix=r"عقد",
    before_christ=r"ق\.? ?م\.?|قبل الميلاد",
    year_prefix=r"عام|سنه|العام|لعام|لسنه|بعام|منذ",
    until=r"الي|حتي",
    between="بين",
    both="و",
)

BY_LANGUAGE = {"en": ENGLISH, "ar": ARABIC}
