"""Arabic questions as tokens: attached particles cut off, names found by what is no word."""

import re

from .lexicon_arabic import (
    ATTRIBUTE_NOUNS,
    ELATIVES,
    ENTITY_NOUNS,
    KNOWN,
    NAME_PARTICLES,
    PREPOSITIONS,
    PRONOUN_ENDINGS,
    PRONOUNS,
    QUESTION_WORDS,
    RELATIONAL,
    WAW_NAMES,
    attribute_type,
    bare,
    is_verb_form,
    noun_type,
)
from .name_spans import name_spans, quoted_spans
from .parsing import Token
from .text import fold

_PIECE = re.compile(r"#\d+|[\w\u064b-\u0652]+|[^\w\s]")
_PHRASES = sorted(
    (tuple(noun.split()) for noun in ENTITY_NOUNS | ATTRIBUTE_NOUNS if " " in noun),
    key=len,
    reverse=True,
)


def arabic_tokens(question: str) -> list[Token]:
    """Cut `question` into tokens, its closing marks left out."""
    text = re.sub(r"[\s?!.؟]+$", "", question)
    tokens: list[Token] = []
    place = 0
    quoted = set(quoted_spans(text))
    for start, end in name_spans(text):
        outer = (start - 1, end + 1) if (start, end) in quoted else (start, end)
        tokens += _words(text[place : outer[0]])
        tokens.append(Token(text[start:end], "name"))
        place = outer[1]
    tokens = _phrases(_unattached(tokens + _words(text[place:])))
    if tokens and tokens[0].kind == "prefix" and tokens[0].text == "و":
        del tokens[0]
    return _appositions(_alternatives(_named(tokens)))


def is_known(word: str) -> bool:
    """Tell whether `word` is an ordinary word of questions rather than part of a name."""
    plain = fold(word)
    if plain in KNOWN or is_verb_form(plain) or bare(word) in ELATIVES or _noun(word):
        return True
    return word.endswith("ا") and _noun(word[:-1])


def _words(text: str) -> list[Token]:
    tokens: list[Token] = []
    for piece in _PIECE.findall(text):
        if piece[0] == "#" and len(piece) > 1:
            tokens.append(Token(piece, "ref"))
        elif piece not in {'"', "“", "”", "«", "»"}:
            tokens.append(Token(piece, "word" if piece[0].isalnum() else "mark"))
    return tokens


def _unattached(tokens: list[Token]) -> list[Token]:
    """Cut "و", "ف", "ب" and "ل" off words that are known without them."""
    result: list[Token] = []
    for token in tokens:
        word = token.text
        if token.kind == "word" and not is_known(word):
            if _joins(word):
                result.append(Token(word[0], "prefix"))
                word = word[1:]
            if word.startswith("لل") and is_known("ال" + word[2:]):
                result.append(Token("ل", "prefix"))
                word = "ال" + word[2:]
            elif word[0] in "لب" and len(word) > 3 and _noun(word[1:]):
                result.append(Token(word[0], "prefix"))
                word = word[1:]
        result += _owner(word) if token.kind == "word" else [token]
    return result


def _joins(word: str) -> bool:
    """Tell whether `word` begins with "and" or, before a word that asks or points, with "so"."""
    rest = word[1:]
    if word[0] == "ف":
        return fold(rest) in QUESTION_WORDS | PREPOSITIONS | PRONOUNS
    return word[0] == "و" and len(word) > 2 and _known_or_owned(rest)


def _noun(word: str) -> bool:
    return noun_type(word) is not None or attribute_type(word) is not None


def _known_or_owned(word: str) -> bool:
    return is_known(word) or len(_owner(word)) > 1 or (word[0] in "لب" and _noun(word[1:]))


def _owner(word: str) -> list[Token]:
    """Cut the pronoun off "زوجته": the noun, then "ه" as a word of its own."""
    if is_known(word):
        return [Token(word)]
    for ending in PRONOUN_ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2:
            continue
        feminine = stem[:-1] + "ة" if stem.endswith("ت") else stem
        for noun in (feminine, stem):
            if _noun(noun):
                return [Token(noun), Token(ending, "suffix")]
    return [Token(word)]


def _phrases(tokens: list[Token]) -> list[Token]:
    """Join the words of nouns such as "مسقط رأس"."""
    joined: list[Token] = []
    place = 0
    while place < len(tokens):
        size = next(
            (
                len(phrase)
                for phrase in _PHRASES
                if tuple(fold(token.text) for token in tokens[place : place + len(phrase)])
                == phrase
            ),
            1,
        )
        piece = tokens[place : place + size]
        joined.append(piece[0] if size == 1 else Token(" ".join(token.text for token in piece)))
        place += size
    return joined


def _named(tokens: list[Token]) -> list[Token]:
    """Join runs of words that no table knows into names; "A وB" is two of them."""
    result: list[Token] = []
    run: list[str] = []
    for token in [*tokens, Token("", "mark")]:
        plain = fold(token.text)
        inside = bool(run) and (plain in NAME_PARTICLES or _ends_title(run, token, result))
        if token.kind == "word" and (inside or not is_known(token.text)):
            if (
                run
                and token.text.startswith("و")
                and len(token.text) > 3
                and plain not in WAW_NAMES
            ):
                result += [Token(" ".join(run), "name"), Token("و", "prefix")]
                run = [token.text[1:]]
            else:
                run.append(token.text)
            continue
        if run:
            result.append(Token(" ".join(run), "name"))
        run = []
        result.append(token)
    return result[:-1]


def _ends_title(run: list[str], token: Token, before: list[Token]) -> bool:
    """Tell whether a known noun with its article ends a title: "أغنية نجمة الوادي".

    After a verb the noun would be a thing of its own, so a title stands first or follows a
    mark, "or" or the noun of a work.
    """
    if not token.text.startswith("ال") or run[-1].startswith("ال") or not _noun(token.text):
        return False
    last = before[-1] if before else Token("", "mark")
    leads = last.kind == "mark" or last.low in {"ام", "او"} or noun_type(last.text) == "work"
    return leads and last.kind in {"mark", "word"}


def _alternatives(tokens: list[Token]) -> list[Token]:
    """Take "أم" after a name for "or": elsewhere it is a mother."""
    return [
        Token(token.text, "mark")
        if token.low == "ام" and place and tokens[place - 1].atom
        else token
        for place, token in enumerate(tokens)
    ]


def _appositions(tokens: list[Token]) -> list[Token]:
    """Join "فيلم فيرسوس" into one name; "مخرج فيرسوس" is a relation and stays."""
    result: list[Token] = []
    for token in tokens:
        noun = result[-1] if result and result[-1].kind == "word" else None
        kind = noun_type(noun.text) if noun else None
        things = {"work", "organisation", "place", "entity"}
        related = noun is not None and fold(noun.text) in RELATIONAL
        if token.kind == "name" and noun and kind in things and not related:
            result.pop()
            token = Token(f"{noun.text} {token.text}", "name", token.text)
        result.append(token)
    return result
