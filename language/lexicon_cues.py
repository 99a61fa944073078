"""Words with which passages state a relation that a question asks for by another word."""

import re
from functools import lru_cache

from ..reasoning.lexicon_english import AGENT_VERBS, BASE_OF
from ..reasoning.text import fold
from .terms import word_terms

_ENGLISH = {
    "spouse": "married wife husband spouse",
    "wife": "married wife husband",
    "husband": "married wife husband",
    "father": "son daughter father child",
    "mother": "son daughter mother child",
    "child": "father mother son daughter",
    "son": "father mother son",
    "daughter": "father mother daughter",
    "sibling": "brother sister sibling",
    "birthplace": "born birthplace",
    "place of birth": "born birthplace",
    "date of birth": "born",
    "birthday": "born",
    "place of death": "died death",
    "date of death": "died death",
    "place of burial": "buried",
    "performer": "by performed recorded sung singer band",
    "singer": "by sung recorded performed singer",
    "artist": "by recorded artist",
    "record label": "label records signed",
    "label": "label records signed",
    "developer": "developed created made",
    "manufacturer": "manufactured produced made built",
    "maker": "made manufactured produced",
    "publisher": "published",
    "author": "by written wrote author",
    "writer": "by written wrote",
    "creator": "by created painted written",
    "owner": "owned owns",
    "employer": "works worked working professor at joined",
    "operator": "operated operates operator of",
    "composer": "by composed composer music",
    "director": "by directed director",
    "member": "member members of",
    "capital": "capital seat",
    "country": "country in",
    "county": "county",
    "state": "state in",
    "city": "city in",
    "nationality": "born",
    "headquarters": "headquartered headquarters based",
    "population": "population people inhabitants",
    "located": "located in is",
    "released": "released release film album",
    "school": "attended graduated school",
    "university": "attended graduated university studied",
    "alma mater": "attended graduated",
    "language": "language languages",
    "play": "played starring stars role",
    "star": "starring stars starred",
    "sing": "by sung recorded performed",
    "found": "founded founder established",
    "direct": "directed director",
    "write": "written wrote author",
}
_ARABIC = (
    "مؤسس مؤسسة أسس أسست تأسس تأسست تأسيس أنشأ أنشأت أنشئ أنشئت إنشاء",
    "مخرج مخرجة أخرج أخرجت إخراج",
    "مؤلف مؤلفة كاتب كاتبة كتب كتبت ألف ألفت تأليف كتابة",
    "ملحن ملحنة لحن لحنت ألحان تلحين",
    "منتج منتجة أنتج أنتجت إنتاج",
    "مغني مغنية مطرب مطربة غنى غنت غناء أداء",
    "رسام رسامة رسم رسمت لوحة",
    "مصمم مصممة صمم صممت تصميم معماري",
    "باني بنى بنت بنيت بناء شيد شيدت تشييد",
    "مخترع مخترعة اخترع اخترعت اختراع مبتكر ابتكر",
    "مكتشف مكتشفة اكتشف اكتشفت اكتشاف",
    "مترجم مترجمة ترجم ترجمت ترجمة",
    "مالك مالكة يملك تملك امتلك امتلكت ملكية صاحب صاحبة مملوكة",
    "رئيس رئيسة يرأس ترأس ترأست يترأس تترأس رئاسة مدير مديرة يدير تدير",
    "قائد قائدة قاد قادت يقود تقود قيادة",
    "زوج زوجة تزوج تزوجت متزوج متزوجة زواج",
    "والد أب ابن ابنة بنت نجل",
    "والدة أم ابن ابنة بنت نجل",
    "أخ أخت شقيق شقيقة",
    "ولد ولدت ولادة ميلاد مولود مواليد مسقط",
    "توفي توفيت مات ماتت وفاة رحل رحلت",
    "دفن دفنت مدفن ضريح",
    "درس درست دراسة تخرج تخرجت تعلم تعلمت التحق التحقت",
    "عمل عملت يعمل تعمل",
    "يقع تقع وقع وقعت واقعة موقع مقر",
    "عاصمة",
    "صدر صدرت صدور أصدر أصدرت إصدار نشر نشرت عرض عرضت",
    "افتتح افتتحت افتتاح",
    "فاز فازت فوز حصل حصلت نال نالت حاز حازت",
    "بطل بطلة بطولة",
    "اقتبس اقتبست مقتبس مقتبسة اقتباس",
    "يمر تمر مر مرت",
    "سكان نسمة",
)
"""Words of one family of relations: verbs, their nouns, and who or what does them."""

_ARABIC_SCRIPT = re.compile("[\u0600-\u06ff]")


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return the base of a verb form, or the word without a plural ending or article."""
    plain = fold(word)
    if _ARABIC_SCRIPT.match(plain):
        return word_terms([word])[0] or plain
    if plain in BASE_OF:
        return BASE_OF[plain]
    return plain.removesuffix("s") if len(plain) > 3 and not plain.endswith("ss") else plain


def _families() -> dict[str, frozenset[str]]:
    """Return the stems of the family, or families, that each Arabic stem belongs to."""
    found: dict[str, frozenset[str]] = {}
    for line in _ARABIC:
        family = frozenset(stem(word) for word in line.split())
        for one in sorted(family):
            found[one] = found.get(one, frozenset()) | family
    return found


_FAMILY = _families()


def cue_stems(relation: str) -> frozenset[str]:
    """Return the stems of words that may state `relation` in a passage, its own included."""
    plain = fold(relation)
    words = plain.split()
    stems = {stem(word) for word in words}
    for key in {plain, *words, *stems}:
        words += _ENGLISH.get(key, "").split()
        if verb := AGENT_VERBS.get(key):
            words.append(verb)
    found = stems | {stem(word) for word in words}
    return frozenset(found.union(*(_FAMILY.get(one, ()) for one in stems)))
