"""What type of question an English question is, and what type of answer it wants."""

from collections.abc import Sequence

from ..state.values import AnswerType, QuestionType
from .lexicon_english import (
    ARTICLES,
    ATTRIBUTE_NOUNS,
    AUXILIARIES,
    ENTITY_NOUNS,
    PREPOSITIONS,
    VERB_FORMS,
    WH,
)
from .parsing import Token

_HOW: dict[str, AnswerType] = {
    "many": "number",
    "much": "number",
    "old": "number",
    "tall": "number",
    "high": "number",
    "large": "number",
    "big": "number",
    "deep": "number",
    "wide": "number",
    "far": "number",
    "fast": "number",
    "heavy": "number",
    "long": "duration",
    "often": "number",
}
_WH: dict[str, AnswerType] = {
    "who": "person",
    "whom": "person",
    "whose": "person",
    "where": "place",
    "when": "date",
    "why": "description",
    "how": "description",
}
_CAUSAL = (
    {"why"},
    {"what", "caused"},
    {"what", "led", "to"},
    {"what", "cause"},
    {"reason"},
    {"reasons"},
    {"because"},
    {"influence"},
    {"influenced", "how"},
    {"effect"},
    {"effects"},
    {"affect"},
    {"impact"},
    {"result", "in"},
    {"consequences"},
)
_PROCEDURAL = ({"how", "to"}, {"steps"}, {"procedure"}, {"instructions"})
_SUPERLATIVES = frozenset(
    {"first", "last", "earliest", "latest", "oldest", "youngest", "largest", "biggest", "smallest"}
    | {"tallest", "longest", "shortest", "highest", "lowest", "deepest", "widest", "heaviest"}
    | {"fastest", "richest", "most", "least", "best", "worst", "newest", "closest", "nearest"}
    | {"furthest", "farthest", "busiest"}
)
_TEMPORAL = frozenset({"when", "year", "date", "century", "decade", "before", "after", "during"})


def question_type(tokens: Sequence[Token], sides: int, compares: bool) -> QuestionType:
    """Return the type of a question with so many `sides`, by whole words in any order."""
    low = [token.low for token in tokens]
    words = set(low)
    if compares:
        return "comparison"
    if sides > 1:
        return "choice"
    if any(cue <= words for cue in _CAUSAL):
        return "causal"
    if any(cue <= words for cue in _PROCEDURAL) or low[:2] in _HOW_DO or low[:3] in _HOW_DO:
        return "procedural"
    if "how" in words and words & {"many", "much"}:
        return "count"
    if low[:1] and low[0] in AUXILIARIES:
        return "yes_no"
    if set(low[:-1]) & _SUPERLATIVES:
        return "superlative"
    if words & _TEMPORAL or ("how" in words and "long" in words):
        return "temporal"
    return "factual"


_HOW_DO = (
    ["how", "do"],
    ["how", "can"],
    ["how", "should"],
    ["how", "could"],
    ["how", "would"],
)


def answer_type(tokens: Sequence[Token]) -> AnswerType:
    """Return the type of the short answer, from the question word and the noun it asks for."""
    low = [token.low for token in tokens]
    if low[:1] and low[0] in AUXILIARIES:
        return "yes_no"
    place = asking_place(low)
    if place < 0:
        return _first_noun_type(low)
    word, after = low[place], low[place + 1] if place + 1 < len(low) else ""
    if word == "how":
        return _HOW.get(after, "description") if after != "long" else _length(tokens)
    if word in {"what", "which"}:
        head = head_noun(tokens)
        return _noun_type(head) or (_first_noun_type(low[place + 1 :]) if not head else "entity")
    return _WH[word]


def asking_place(low: Sequence[str]) -> int:
    """Return the place of the word that asks, -1 if there is none.

    It is the first word, but for a preposition before it; else the last one that only links a
    clause to its noun ("the man who ...") if none other asks.

    Args:
        low: The question's folded words, "" for names.
    """
    places = [place for place, word in enumerate(low) if word in WH]
    if not places or places[0] == 0 or (places[0] == 1 and low[0] in PREPOSITIONS):
        return places[0] if places else -1
    asking = [place for place in places if _asks(low, place)]
    return (asking or places)[-1]


def _asks(low: Sequence[str], place: int) -> bool:
    """Tell whether a question word inside a question asks, and links no clause to its noun."""
    word = low[place]
    before = low[place - 1]
    after = low[place + 1] if place + 1 < len(low) else ""
    if word in {"what", "how", "why"}:
        return True
    if word == "which":
        noun = after.isalpha() and after not in _NO_NOUN and after not in VERB_FORMS
        return noun or after == "of" or _noun_type(after) is not None
    opened = before == "," and low[0] in PREPOSITIONS
    return opened or not after or not after[0].isalnum()


def asks_inside(tokens: Sequence[Token]) -> bool:
    """Tell whether "which" or "what" asks, and no other question is joined to it."""
    low = [token.low for token in tokens]
    place = asking_place(low)
    words = [at for at in range(place + 1, len(low)) if low[at] in WH]
    later = [at for at in words if low[at - 1] == "and" or _asks(low, at)]
    return place >= 0 and low[place] in {"which", "what"} and not later


def head_noun(tokens: Sequence[Token]) -> str:
    """Return the noun that "which" or "what" asks for, or ""."""
    low = [token.low for token in tokens]
    place = asking_place(low)
    if place < 0 or low[place] not in {"which", "what"}:
        place = next((i for i, word in enumerate(low) if word in {"which", "what"}), len(low))
    head = ""
    for at in range(place + 1, len(low)):
        word = low[at]
        known = word in ENTITY_NOUNS or word in ATTRIBUTE_NOUNS
        verb = word in VERB_FORMS and not known
        if not word and not head and any(_noun_type(w) for w in low[at + 1 : at + 4] if w):
            continue
        if not word or word in _NO_NOUN or verb or not word[0].isalnum():
            break
        if head and (head in ENTITY_NOUNS or head in ATTRIBUTE_NOUNS) and not known:
            break
        head = word
    measured = low[place - 2] if place > 1 and low[place - 1 : place] == ["of"] else ""
    return measured if not head and _noun_type(measured) == "number" else head


_NO_NOUN = AUXILIARIES | PREPOSITIONS | WH | ARTICLES


def _length(tokens: Sequence[Token]) -> AnswerType:
    things = {"river", "bridge", "street", "road", "canal", "wall", "tunnel", "coast"}
    words = {word for token in tokens for word in token.text.lower().split()}
    return "number" if things & words else "duration"


def _noun_type(noun: str) -> AnswerType | None:
    for form in (noun, noun.removesuffix("s"), noun.removesuffix("ies") + "y"):
        kind = ATTRIBUTE_NOUNS.get(form) or ENTITY_NOUNS.get(form)
        if kind:
            return kind
    return None


def _first_noun_type(low: list[str]) -> AnswerType:
    """Return the type of the first noun, "name of" left out: "what is the capital of ..."."""
    skipped = {"name", "names", "title"}
    for place, word in enumerate(low):
        if word in skipped and "of" in low[place:]:
            continue
        if word in {"of", "in", "that", "who"} and low[place - 1] not in skipped:
            break
        kind = _noun_type(word) if word else None
        following = low[place + 1] if place + 1 < len(low) else ""
        if kind and not _noun_type(following):
            return kind
    return "entity"
