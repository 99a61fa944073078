"""Language detection by script and function words: made for short and mixed questions."""

import re
from collections import Counter

_QUESTION_WORDS = {
    "en": "who whom whose what which when where why how",
    "fr": "qui quel quelle quels quelles quand où pourquoi comment combien",
    "es": "quién quiénes qué cuál cuáles cuándo dónde cómo cuánto cuántos cuántas",
    "de": "wer wen wem wessen welche welcher welches wann wo warum wie wieviel",
    "it": "chi quale quali dove perché quanto quanti quante",
    "pt": "quem qual quais onde porquê quantos",
    "nl": "welke wanneer waar waarom hoe hoeveel",
    "tr": "kim hangi nerede nasıl neden kaç",
    "ar": "من ما ماذا متى أين اين كيف لماذا كم هل أي اي أية اية",
    "fa": "چه کسی چرا کجا چند کدام",
    "ur": "کون کیا کب کہاں کیوں",
}
_FUNCTION_WORDS = {
    "en": "the of and in is was are were did does do to a an by for from that with on at it",
    "fr": "le la les des du de est une un et dans par sur été aux l d",
    "es": "el la los las del de es una un y en por fue se al con su",
    "de": "der die das und ist war ein eine von zu mit dem den des wurde im",
    "it": "il lo gli di della dei è una un nel stato",
    "pt": "o os do da dos das é um uma em por com no na foi",
    "nl": "het een van en door met voor dat",
    "tr": "ve bir bu ile için olan da",
    "ar": "هو هي في على إلى الى عن التي الذي الذين مع أو ثم كان كانت بين قبل بعد هذا هذه",
    "fa": "که از به در این است را",
    "ur": "کے کی کا میں ہے سے",
}
_LANGUAGES = {
    "latin": ("en", "fr", "es", "de", "it", "pt", "nl", "tr"),
    "arabic": ("ar", "fa", "ur"),
    "hebrew": ("he",),
    "devanagari": ("hi",),
    "cyrillic": ("ru", "uk"),
    "greek": ("el",),
    "thai": ("th",),
    "han": ("zh",),
    "kana": ("ja",),
    "hangul": ("ko",),
}
"""The languages of each script; the first is meant where no word tells."""

_SCRIPTS = (
    ("latin", re.compile(r"[A-Za-z\u00c0-\u024f]")),
    ("arabic", re.compile(r"[\u0600-\u06ff\u0750-\u077f]")),
    ("hebrew", re.compile(r"[\u0590-\u05ff]")),
    ("devanagari", re.compile(r"[\u0900-\u097f]")),
    ("cyrillic", re.compile(r"[\u0400-\u04ff]")),
    ("greek", re.compile(r"[\u0370-\u03ff]")),
    ("thai", re.compile(r"[\u0e00-\u0e7f]")),
    ("kana", re.compile(r"[\u3040-\u30ff]")),
    ("hangul", re.compile(r"[\uac00-\ud7af]")),
    ("han", re.compile(r"[\u4e00-\u9fff]")),
)
_OWN_LETTERS = (
    ("ur", re.compile(r"[ٹڈڑںے]")),
    ("fa", re.compile(r"[پچژگی]")),
    ("uk", re.compile(r"[іїєґІЇЄҐ]")),
)
"""Letters that the first language of the script does not have."""

_QUOTED = re.compile(r"«[^»]*»|“[^”]*”|\"[^\"]*\"")
_INNER_LATIN_NAME = re.compile(
    r"(?<=\S)\s*(?<![A-Za-z])[A-Z][\w'’.&-]*"
    r"(?:\s+(?:(?:of|the|and|in|to|for|a|de|la|le|van|von|du|del)\s+)*[A-Z0-9][\w'’.&-]*)*"
)
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+|[^\W\d_A-Za-z\u00c0-\u024f]+")


def detect_language(text: str) -> str:
    """Return the ISO 639-1 code of the language that `text` is written in.

    Quoted phrases, and names in Latin letters inside another script, do not count where
    other words are left: an Arabic question about a film with an English title is Arabic.
    Text without letters, and Latin text without a known function word, is "en".
    """
    asked = _without_names(text)
    found = _WORD.findall(asked)
    votes: Counter[str] = Counter()
    for place, word in enumerate(found):
        script = _script(word)
        asks = any(word.lower() in _QUESTIONS.get(code, ()) for code in _LANGUAGES[script])
        leads = place == 0 and (asks or not _may_be_name(word, asked))
        votes[script] += _length(word, script) + 4 * asks + 3 * leads
    if "؟" in asked:
        votes["arabic"] += 3
    script = max(_LANGUAGES, key=lambda name: (votes[name], name != "latin" and votes[name] > 0))
    if script == "han" and votes["kana"]:
        script = "kana"
    return _language(found, script)


def is_in_script_of(text: str, language: str) -> bool:
    """Tell whether all letters of `text` are of the script of `language`; digits have none.

    Args:
        text: Any text.
        language: A code that `detect_language` returns; Japanese is also written in Chinese
            characters.
    """
    scripts = {name for name, languages in _LANGUAGES.items() if language in languages}
    scripts |= {"han"} if language == "ja" else set()
    return all(_script(word) in scripts for word in _WORD.findall(text))


def _without_names(text: str) -> str:
    """Drop what is quoted and, in mixed text, Latin names, unless nothing would be left."""
    asked = _QUOTED.sub(" ", text)
    asked = asked if _WORD.search(asked) else text
    if all(_script(word) == "latin" for word in _WORD.findall(asked)):
        return asked
    rest = _INNER_LATIN_NAME.sub(" ", asked)
    return rest if _WORD.search(rest) else asked


def _may_be_name(word: str, text: str) -> bool:
    """Tell whether `word` is a capitalised Latin word before another script."""
    return word[0].isupper() and any(_script(other) != "latin" for other in _WORD.findall(text))


def _script(word: str) -> str:
    return next((name for name, letters in _SCRIPTS if letters.search(word)), "latin")


def _length(word: str, script: str) -> int:
    """Count the words in `word`: Chinese and Japanese write no spaces between them."""
    return max(1, len(word) // 2) if script in {"han", "kana"} else 1


def _weights(word: str, script: str) -> dict[str, int]:
    """Return how strongly `word` speaks for each language of its script."""
    return {
        language: weight
        for table, weight in ((_FUNCTIONS, 2), (_QUESTIONS, 4))
        for language in _LANGUAGES[script]
        if word.lower() in table.get(language, ())
    }


def _language(found: list[str], script: str) -> str:
    votes = Counter({"en": 2})  # one "die" or "la" may be part of an English title
    for word in found:
        if _script(word) == script:
            votes.update(_weights(word, script))
            votes.update(code for code, letters in _OWN_LETTERS if letters.search(word))
    return max(_LANGUAGES[script], key=lambda code: votes[code])


def _word_sets(table: dict[str, str]) -> dict[str, frozenset[str]]:
    return {language: frozenset(line.split()) for language, line in table.items()}


_QUESTIONS = _word_sets(_QUESTION_WORDS)
_FUNCTIONS = _word_sets(_FUNCTION_WORDS)
