"""English questions as tokens: whole names, phrases of several words, and plain words."""

import re
from collections.abc import Sequence
from itertools import pairwise

from .lexicon_english import (
    ATTRIBUTE_NOUNS,
    AUXILIARIES,
    COMMON,
    ENTITY_NOUNS,
    PREPOSITIONS,
    VERB_FORMS,
    WH,
)
from .name_spans import name_spans, quoted_spans
from .parsing import Token

_PIECE = re.compile(r"#\d+|['’]s\b|(?<=s)['’](?=\s)|\w[\w\-]*(?:['’](?!s\b)\w+)?(?:\.\w+)*|[^\w\s]")
_BRACKETED = re.compile(r"\s*\([^)]*\)")
_TITLE_LINK = re.compile(
    r"\s+(?:(?:with|in|on|to|for|from|at|by)(?:\s+(?:the|a|an))?|the|a|an)\s+$"
)
_NUMBER_BEFORE = re.compile(r"(?<![\w.,])\d{1,3}\s+$")
_DEMONYM = re.compile(r"[A-Z][\w-]*(?:an|ese|ish|ch|i|ic|born|based)$")
_ROLES = frozenset(
    {"president", "king", "queen", "mayor", "governor", "minister", "emperor", "chancellor"}
    | {"director", "founder", "author", "capital", "leader", "ceo", "head", "bishop", "prime"}
)
_WORKS = frozenset({"film", "movie", "song", "album", "novel", "book", "series", "show", "play"})
_PHRASES = sorted(
    (tuple(noun.split()) for noun in ENTITY_NOUNS | ATTRIBUTE_NOUNS if " " in noun),
    key=len,
    reverse=True,
)


def english_tokens(question: str) -> list[Token]:
    """Cut `question` into tokens, its closing marks left out."""
    text = re.sub(r"[\s?!.؟]+$", "", question)
    tokens: list[Token] = []
    place = 0
    for start, end in _spans(text):
        tokens += _words(text[place:start])
        tokens.append(Token(text[start:end].strip('"“”«»'), "name"))
        place = end
    tokens = _phrases(tokens + _words(text[place:]))
    tokens = _adjectives(tokens)
    if not any(token.kind == "name" for token in tokens):
        tokens = _lower_case_names(tokens)
    return _appositions(_comma_names(tokens))


def _words(text: str) -> list[Token]:
    tokens: list[Token] = []
    for piece in _PIECE.findall(text):
        if piece[0] == "#" and len(piece) > 1:
            tokens.append(Token(piece, "ref"))
        elif piece in {"'s", "’s", "'", "’"}:
            tokens.append(Token("'s" if piece[1:] else "'", "suffix"))
        elif piece not in {'"', "“", "”", "«", "»"}:
            tokens.append(Token(piece, "word" if piece[0].isalnum() else "mark"))
    return tokens


def _spans(text: str) -> list[tuple[int, int]]:
    """Return the names, their bracketed ends, small words of titles and numbers included."""
    spans: list[tuple[int, int]] = []
    quoted = set(quoted_spans(text))
    for start, end in name_spans(text):
        if (start, end) in quoted:
            start, end = start - 1, end + 1
        else:
            start, end = _without_role(text, start, end)
            if number := _NUMBER_BEFORE.search(text, 0, start):
                start = number.start()
        if bracket := _BRACKETED.match(text, end):
            end = bracket.end()
        if spans and start < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        elif spans and _continues_title(text, spans[-1], start):
            spans[-1] = (spans[-1][0], end)
        elif start < end:
            spans.append((start, end))
    return spans


def _continues_title(text: str, name: tuple[int, int], start: int) -> bool:
    """Tell whether a small word joins two capitalised pieces of one title of a work."""
    before = text[: name[0]].lower().split()
    return bool(before) and before[-1] in _WORKS and bool(_TITLE_LINK.match(text[name[1] : start]))


def _without_role(text: str, start: int, end: int) -> tuple[int, int]:
    """Drop an office from before a name, as in "President of Ruritania"."""
    match = re.match(r"(?:[A-Z]\w+\s+)?([A-Z]\w+)\s+of\s+(?:the\s+)?", text[start:end])
    if match and match[1].lower() in _ROLES:
        return start + match.end(), end
    return start, end


def _phrases(tokens: list[Token]) -> list[Token]:
    """Join the words of nouns such as "place of birth"."""
    joined: list[Token] = []
    low = tuple(token.low for token in tokens)
    place = 0
    while place < len(tokens):
        fitting = (len(p) for p in _PHRASES if low[place : place + len(p)] == p)
        size = next(fitting, 1)
        piece = tokens[place : place + size]
        joined.append(piece[0] if size == 1 else Token(" ".join(token.text for token in piece)))
        place += size
    return joined


def _adjectives(tokens: list[Token]) -> list[Token]:
    """Take "Ruritanian" in "Ruritanian actor" for a word, not a name."""
    result = list(tokens)
    for place, (token, following) in enumerate(pairwise(tokens)):
        noun = following.low in ENTITY_NOUNS or following.low in COMMON
        if token.kind == "name" and noun and _DEMONYM.match(token.text) and " " not in token.text:
            result[place] = Token(token.text)
    return result


def _lower_case_names(tokens: list[Token]) -> list[Token]:
    """Take runs of words that no table knows for names, where nothing is capitalised."""
    known = WH | AUXILIARIES | PREPOSITIONS | COMMON | VERB_FORMS
    result: list[Token] = []
    run: list[Token] = []
    for token in [*tokens, Token("", "mark")]:
        noun = token.low in ENTITY_NOUNS or token.low in ATTRIBUTE_NOUNS
        plain = token.kind == "word" and not token.text[0].isupper()
        if plain and token.low not in known and not noun:
            run.append(token)
            continue
        if run:
            result.append(Token(" ".join(word.text for word in run), "name"))
        run = []
        result.append(token)
    return result[:-1]


def _comma_names(tokens: list[Token]) -> list[Token]:
    """Join "Sample County, North Ruritania" where the comma makes no list, and "Part: Two"."""
    result: list[Token] = []
    for place, token in enumerate(tokens):
        after = tokens[place + 1].low if place + 1 < len(tokens) else ""
        mark = result[-1].text if len(result) > 1 and result[-2].kind == "name" else ""
        listed = after in {",", "and", "or"} or (len(result) > 2 and result[-3].text == ",")
        first = len(result) < 3 or (result[-3].low in PREPOSITIONS and len(result) == 3)
        one = mark == ":" or (mark == "," and not listed and not first)
        if token.kind == "name" and one:
            del result[-1]
            token = Token(f"{result.pop().text}{mark} {token.text}", "name")
        result.append(token)
    return result


def _appositions(tokens: Sequence[Token]) -> list[Token]:
    """Join "the film Versus" into one name."""
    result: list[Token] = []
    for place, token in enumerate(tokens):
        noun = bool(result) and result[-1].kind == "word" and result[-1].low in ENTITY_NOUNS
        owned = len(result) > 1 and result[-2].low in {"'s", "which", "what", "whose"}
        if token.kind == "name" and noun and not owned and not _is_contact(tokens, place):
            words = [result.pop().text]
            while result and result[-1].low in {"the", "a", "an"} | COMMON - {"both"}:
                words.insert(0, result.pop().text)
            token = Token(" ".join([*words, token.text]), "name", token.text)
        result.append(token)
    return result


def _is_contact(tokens: Sequence[Token], place: int) -> bool:
    """Tell "the town Ann was born in" from "the film Versus"."""
    following = tokens[place + 1 : place + 7]
    if not following or following[0].low not in AUXILIARIES | VERB_FORMS:
        return False
    if following[0].low in AUXILIARIES and tokens[0].low in WH:
        return True
    return any(
        token.low in PREPOSITIONS and not after.atom and after.low not in {"the", "a", "an"}
        for token, after in zip(following, [*following[1:], Token("", "mark")], strict=False)
    )
