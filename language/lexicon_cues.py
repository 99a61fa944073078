"""Words with which passages state a relation that a question asks for by another word."""

from ..reasoning.lexicon_arabic import AGENT_VERBS as ARABIC_AGENT_VERBS
from ..reasoning.lexicon_english import AGENT_VERBS, BASE_OF
from ..reasoning.text import fold

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
_ARABIC = {
    "زوجه": "تزوج تزوجت زوجته زوجة زوجها",
    "زوج": "تزوج تزوجت زوجها زوج",
    "والد": "ابن ابنة والده والد ابنها",
    "والده": "ابن ابنة والدته والدة",
    "مسقط راس": "ولد ولدت",
    "مكان ولاده": "ولد ولدت",
    "تاريخ ميلاد": "ولد ولدت",
    "تاريخ وفاه": "توفي توفيت",
    "مخرج": "إخراج أخرجه أخرجها أخرج مخرج للمخرج المخرج",
    "مؤسس": "أسسها أسسه أسس مؤسس تأسست",
    "مولف": "كتبها كتبه ألفها ألفه رواية تأليف للكاتب",
    "ملحن": "لحنها ألحان لحن",
    "عاصمه": "عاصمة عاصمتها وعاصمتها",
    "جنسيه": "ولد",
}


def stem(word: str) -> str:
    """Return the base of a verb form, or the word without a plural ending or article."""
    plain = fold(word)
    if plain in BASE_OF:
        return BASE_OF[plain]
    if plain.startswith("ال") and len(plain) > 4:
        return plain[2:]
    return plain.removesuffix("s") if len(plain) > 3 and not plain.endswith("ss") else plain


def cue_stems(relation: str) -> frozenset[str]:
    """Return the stems of words that may state `relation` in a passage, its own included."""
    plain = fold(relation)
    words = plain.split()
    for key in {plain, *words, *(stem(word) for word in words)}:
        words += _ENGLISH.get(key, "").split()
        words += [fold(word) for word in _ARABIC.get(key, "").split()]
        if verb := AGENT_VERBS.get(key) or ARABIC_AGENT_VERBS.get(key):
            words.append(verb)
    return frozenset(stem(word) for word in words)
