"""Text folding shared by everything that compares strings."""

import re
import string
import unicodedata
from functools import lru_cache

_ARABIC_LETTERS = str.maketrans(
    {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ئ": "ي", "ؤ": "و", "ة": "ه", "ـ": None}
)
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-"})
_LETTERS_WITHOUT_DECOMPOSITION = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i"})
_WORD = re.compile(r"\w+")
_RUN = re.compile(r"\S+")
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def fold(text: str) -> str:
    """Return `text` without case, accents, quote styles and Arabic spelling variants.

    The result may be longer or shorter than `text`; `fold_with_offsets` keeps the places.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    return fold_with_offsets(text)[0]


def fold_with_offsets(text: str) -> tuple[str, list[int]]:
    """Fold `text`, runs of white space included, and tell where each character came from.

    Returns:
        The folded text and, for each of its characters, the offset in `text`; one more
        offset at the end is `len(text)`.
    """
    if text.isascii() and len(plain := fold(text)) == len(text):
        return plain, list(range(len(text) + 1))
    folded: list[str] = []
    offsets: list[int] = []
    end = 0
    for run in _RUN.finditer(text):
        if folded and not folded[-1].endswith(" "):
            folded.append(" ")
            offsets.append(end)
        start, end = run.span()
        if run[0].isascii():
            folded.append(run[0].lower())
            offsets.extend(range(start, end))
            continue
        for place, char in enumerate(run[0], start):
            if piece := _fold_char(char):
                folded.append(piece)
                offsets.extend([place] * len(piece))
    # Some characters fold to a space.
    if folded and folded[-1].endswith(" "):
        folded[-1] = folded[-1][:-1]
        offsets.pop()
    offsets.append(len(text))
    return "".join(folded), offsets


@lru_cache(maxsize=1 << 12)
def _fold_char(char: str) -> str:
    if char.isascii():
        return char.lower()
    plain = unicodedata.normalize("NFKD", char.translate(_QUOTES).translate(_ARABIC_LETTERS))
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return plain.casefold().translate(_LETTERS_WITHOUT_DECOMPOSITION).translate(_ARABIC_LETTERS)


def words(text: str) -> list[str]:
    """Return the folded words of `text` in order."""
    return _WORD.findall(fold(text))


def normalise_answer(text: str) -> str:
    """Normalise an answer as SQuAD does: lower case, no ASCII punctuation, no articles."""
    plain = text.lower().translate(_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", plain).split())
