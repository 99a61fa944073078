"""Whether a text names something, whatever its case, accents, script and spacing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from .nationalities import country_of
from .text import fold, fold_with_offsets

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"  # Japanese and Chinese
    "\u1100-\u11ff\uac00-\ud7a3"  # Korean: particles are written onto the word
)
_WORD = re.compile(rf"[{_UNSPACED}]+|[^\W{_UNSPACED}]+")
_UNSPACED_RUN = re.compile(rf"[{_UNSPACED}]")
_ARABIC = re.compile(r"[\u0600-\u06ff]")
_ARABIC_START = re.compile(r"[وف]?(?:[بك]?ال|لل|[بلك])?")
_NAME_QUALIFIER = re.compile(r"\s*\([^()]*\)|,.*$")
_ARTICLES = ("the ", "a ", "an ")
_JOINING = frozenset(("and", "or", "و", "او"))
_STOP_WORDS = frozenset(
    fold(
        "a an the and or but of in on at to by for from with as into than then that this these "
        "those it its he his him she her they their them who whom whose which what when where "
        "is are was were be been being am has have had do does did will would can could s also "
        "there here both one so such same other "
        "في من على الى عن مع هو هي هم ان كان كانت التي الذي هذا هذه ذلك تلك قد ما و او ثم"
    ).split()
)


def tokens(text: str) -> list[str]:
    """Return the folded words of `text`; a run of an unspaced script is one word."""
    return _WORD.findall(fold(text))


def content_words(text: str) -> list[str]:
    """Return the words of `text` that carry meaning, in order; unspaced scripts by character."""
    kept = [word for word in tokens(text) if word not in _STOP_WORDS]
    return [piece for word in kept for piece in (word if _UNSPACED_RUN.match(word) else (word,))]


def text_language(text: str) -> str:
    """Return the language whose quantity words `text` uses: "ar" or "en"."""
    return "ar" if _ARABIC.search(text) else "en"


def find_mention(text: str, phrase: str) -> tuple[int, int] | None:
    """Find the first place where `text` names `phrase` as whole words.

    Returns:
        Start and end offset in `text`, or None; a phrase without words is never found.
    """
    folded, offsets = folded_text(text)
    span = next(_mentions(folded, phrase), None)
    return original_span(text, offsets, *span) if span else None


def mentions(text: str, phrase: str) -> bool:
    """Tell whether `text` names `phrase` as whole words."""
    return next(_mentions(folded_text(text)[0], phrase), None) is not None


def find_verbatim(text: str, quote: str, near: int = -1) -> tuple[int, int] | None:
    """Find `quote` in `text` as whole words, whatever the case, white space and accents.

    Args:
        text: Where to look.
        quote: What to find; blank is never found.
        near: Where it is said to start; that place is taken if it is one.

    Returns:
        Start and end offset in `text`, or None.
    """
    folded, offsets = folded_text(text)
    wanted = fold(quote)
    if not wanted:
        return None
    found = [
        original_span(text, offsets, start, end)
        for start, end in _places(folded, wanted)
        if not _splits_word(folded, start) and not _splits_word(folded, end)
    ]
    return next((span for span in found if span[0] == near), found[0] if found else None)


def without_names(text: str, names: Iterable[str]) -> str:
    """Return `text`, folded, without any place where it names one of `names`."""
    plain = fold(text)
    for name in sorted(set(names), key=lambda name: (-len(name), name)):
        for start, end in reversed(list(_mentions(plain, name))):
            plain = f"{plain[:start]} {plain[end:]}"
    return plain


def original_span(text: str, offsets: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """Return the place in `text` of a place in its folded form, without white space at its end."""
    first, last = offsets[start], max(offsets[end], offsets[end - 1] + 1)
    return first, first + len(text[first:last].rstrip())


@lru_cache(maxsize=512)
def folded_text(text: str) -> tuple[str, tuple[int, ...]]:
    """Return `fold_with_offsets(text)`, remembered: passages are searched many times."""
    folded, offsets = fold_with_offsets(text)
    return folded, tuple(offsets)


def same_name(a: str, b: str) -> bool:
    """Tell whether two names can mean one thing.

    They do if they are equal without articles and qualifiers ("Inception (2010 film)",
    "Paris, France"), if one ends in the whole of the other ("Christopher Nolan", "Nolan"), if one
    only adds initials inside ("John T. Doe", "John Doe"), or if both stand for one country
    ("Norwegian", "Norway").
    """
    (left, left_qualifier), (right, right_qualifier) = _name_parts(a), _name_parts(b)
    if not left or not right:
        return False
    if left_qualifier and right_qualifier and left_qualifier != right_qualifier:
        return False
    short, long = sorted((left, right), key=len)
    first_words = long[: len(long) - len(short)]
    if long[len(first_words) :] == short and _JOINING.isdisjoint(first_words):
        return True
    if len(short) > 1 and _without_initials(long) == short:
        return True
    country = country_of(a)
    return bool(country) and country == country_of(b)


def _without_initials(name: tuple[str, ...]) -> tuple[str, ...]:
    return name[:1] + tuple(word for word in name[1:-1] if len(word) > 1) + name[-1:]


def bare_name(name: str) -> str:
    """Return `name` without its qualifier: "Inception (2010 film)" is "Inception"."""
    return _NAME_QUALIFIER.sub("", name) or name


def _mentions(folded: str, phrase: str) -> Iterator[tuple[int, int]]:
    """Yield the places where folded text names `phrase` as whole words."""
    parts = _mention_parts(phrase)
    if not parts or not all(part in folded for part in parts):
        return
    for start, end in _places(folded, *parts) if len(parts) == 1 else _joined(folded, parts):
        if not _splits_word(folded, end) and not _splits_word(folded, _word_start(folded, start)):
            yield start, end


def _places(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    """Yield where `wanted` stands in `text`, without overlaps."""
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        yield start, end
        start = text.find(wanted, end)


def _joined(folded: str, parts: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield where the `parts` follow each other, with little between them."""
    return (match.span() for match in _mention_pattern(parts).finditer(folded))


@lru_cache(maxsize=4096)
def _mention_parts(phrase: str) -> tuple[str, ...]:
    parts = tokens(phrase)
    if parts and _ARABIC.match(parts[0]):
        parts[0] = parts[0].removeprefix("ال") or parts[0]
    return tuple(parts)


@lru_cache(maxsize=4096)
def _mention_pattern(parts: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"[\W_]{0,3}".join(re.escape(part) for part in parts))


def _splits_word(folded: str, place: int) -> bool:
    """Tell whether a word or a number goes on across `place`."""
    if not 0 < place < len(folded):
        return False
    left, right = folded[place - 1], folded[place]
    if left.isdigit() and right in ".,":
        return folded[place + 1 : place + 2].isdigit()
    if left in ".," and right.isdigit():
        return folded[: place - 1][-1:].isdigit()
    if _UNSPACED_RUN.match(left) or _UNSPACED_RUN.match(right):
        return False
    return left.isalnum() and right.isalnum()


def _word_start(folded: str, start: int) -> int:
    """Return where the word at `start` begins: Arabic writes article and particles onto it."""
    if not _ARABIC.match(folded[start]):
        return start
    first = start
    while first and _ARABIC.match(folded[first - 1]):
        first -= 1
    return first if _ARABIC_START.fullmatch(folded, first, start) else start


@lru_cache(maxsize=4096)
def _name_parts(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of a name without its article, and those of its qualifier."""
    plain = fold(name)
    for article in _ARTICLES:
        plain = plain.removeprefix(article)
    bare = tokens(bare_name(plain))
    qualifier = tokens(plain)[len(bare) :]
    if bare and _ARABIC.match(bare[0]):
        bare[0] = bare[0].removeprefix("ال") or bare[0]
    return tuple(bare), tuple(qualifier)
