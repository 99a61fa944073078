"""Words that state relations: which say the same, and which a text implies without saying them."""

import re

from .matching import content_words
from .text import fold

FAMILIES = tuple(
    frozenset(fold(family).split())
    for family in (
        "born birth birthplace native ولد مولد ميلاد",
        "die died death dies dead deceased passed توفي وفاه مات",
        "wife husband spouse married marriage wed wedding زوج زوجه تزوج متزوج",
        "father mother parent parents son sons daughter daughters child children "
        "والد والده اب ام ابن ابنه",
        "brother brothers sister sisters sibling siblings اخ اخت شقيق شقيقه",
        "built constructed erected build construction بني بناء شيد",
        "wrote written writer author authored penned كتب كاتب مولف تاليف",
        "founded founder inception established created creator started مؤسس اسس تاسس",
        "released release publication published premiered opened debut صدر اصدار نشر عرض",
        "directed director film movie اخرج مخرج اخراج فيلم",
        "composed composer music score لحن ملحن",
        "sang singer performed performer song recorded غني مغني اغنيه",
        "study studied educated education graduated attended degree doctorate درس تخرج تعلم",
        "country nationality citizen nation national بلد دوله جنسيه",
        "located situated lies stands headquartered based يقع تقع",
        "capital city town عاصمه مدينه",
    )
)
"""Words that state one relation, folded: a claim may use another one than its quote."""

_FAMILIES_OF = {
    word: frozenset(place for place, family in enumerate(FAMILIES) if word in family)
    for word in frozenset().union(*FAMILIES)
}
_NO_FAMILY: frozenset[int] = frozenset()
_NEAR_KIN = tuple(
    fold(
        "father mother parent parents son sons daughter daughters child children brother sister "
        "sibling wife husband spouse married والد والده اب ام ابن ابنه اخ اخت زوج زوجه"
    ).split()
)
_FAR_KIN = re.compile(
    r"(?:grand|step|half|foster)(?:father|mother|parents?|sons?|daughters?|child|children|sister"
    r"|brother)|law|uncle|aunt|nephew|niece|cousin|paternal|maternal"
    r"|جد|جده|عم|عمه|خال|خاله|حفيد|حفيده"
)
# Words that only name the kind of thing that is asked for.
_KIND_WORDS = frozenset(
    fold(
        "person people name names named called title place located location based includes "
        "contains city town village county country nation nationality citizenship origin state "
        "region district year years date time number amount character film movie song album book "
        "novel work thing long many much second "
        "شخص اسم مكان مدينه بلد دوله جنسيه سنه عام تاريخ عدد فيلم اغنيه كتاب"
    ).split()
)
# "(18 May 1856 Northport)" and "(1856 - 1924)", after a name, say when someone was born and died;
# "is a 1984 film" says when it was released.
_BIRTH_DATE = re.compile(r"\([^()]*\d{1,2}\b[^()]*\d{3,4}")
_LIFE_DATES = re.compile(r"\([^()]*\d{3,4}[^()]*[-\u2013\u2014][^()]*\d{3,4}")
_DATED_WORK = re.compile(r"\b(?:is|was) an? (?:\w+ )?\d{4}\b")
_BORN_TO = re.compile(r"\bborn\b[^.]*? to ")


def relation_words(text: str) -> list[str]:
    """Return the words of `text` that can state a relation, folded.

    Words for kinds of things do not; far kin ("grandfather") is stated by near kin, step by step.
    """
    words = [word for word in content_words(text) if not word.isdigit()]
    if any(_FAR_KIN.fullmatch(word) for word in words):
        return list(_NEAR_KIN)
    return [word for word in words if word not in _KIND_WORDS]


def implied_words(text: str) -> list[str]:
    """Return relation words that `text` implies by how it writes dates and descent."""
    words = []
    if _LIFE_DATES.search(text):
        words += ["born", "died"]
    elif _BIRTH_DATE.search(text):
        words.append("born")
    if _DATED_WORK.search(text):
        words.append("released")
    if _BORN_TO.search(text):
        words.append("parents")
    return words


def same_word(a: str, b: str) -> bool:
    """Tell whether two folded words share a stem or state one relation.

    A stem is shared if the first four letters or more, and three fifths of the shorter word,
    are the same; digits must be equal.
    """
    if a == b:
        return True
    if a[0].isdigit() or b[0].isdigit():
        return False
    shorter = min(len(a), len(b))
    needed = max(4, -(-3 * shorter // 5))
    if shorter >= needed and a[:needed] == b[:needed]:
        return True
    families = _FAMILIES_OF.get(a, _NO_FAMILY)
    return bool(families) and not families.isdisjoint(_FAMILIES_OF.get(b, _NO_FAMILY))
