"""The phrases of one passage: what its subject is called, and its runs of capitalised words."""

import re
from collections.abc import Iterator

from ..language.terms import STOP_WORDS, Token, name_form, tokens

TITLE, ALIAS, SPAN = range(3)
"""Kinds of phrases: a title; another name of the passage's subject, or a title of one very short
word; words with capitals."""

MAX_SPAN_WORDS = 6
_LINKERS = frozenset(("of", "the", "de", "la", "du", "von", "van", "and"))
_ARTICLES = frozenset(("the", "a", "an"))
_BRACKETED_END = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_FILE_ENDING = re.compile(r"\.[a-z]{2,4}$")
_HEADING = re.compile(r" (?:>|/|›|»|::) ")
_ALSO_KNOWN_AS = re.compile(
    r"\b(?:also|better|formerly|previously|commonly|sometimes)"
    r" (?:known|called|written|titled|abbreviated)(?: as| to)? (?:the )?[\"“'‘«]?(?=\w)"
)
_DEFINITION = re.compile(r"\s*(?:\([^()]*\)\s*)?,?\s*(?:is|are|was|were|means|refers to)\b")

Words = tuple[str, ...]


def names(title: str, first_sentence: str) -> Iterator[tuple[Words, int]]:
    """Yield what the subject of a passage is called, each with TITLE or ALIAS.

    A title loses its bracketed end and a file ending, and of a heading path only the last part
    counts; a passage without a title is named by the term that its first sentence defines.
    """
    plain = _plain_title(title) or _defined_term(first_sentence)
    words = _forms(plain)
    if words and sum(map(len, words)) >= 3:
        long = len(words) > 1 or any(len(w) >= 4 and not w[0].isdigit() for w in words)
        yield words, TITLE if long else ALIAS
    aliases = [_forms(plain.split(mark)[0]) for mark in (",", ":") if mark in plain]
    if len(words) > 2 and _ARTICLES.issuperset(words[:1]):
        aliases.append(words[1:])
    aliases += [_forms(other) for other in _also_known_as(first_sentence)]
    for alias in aliases:
        if alias != words and (len(alias) > 1 or (alias and len(alias[0]) >= 4)):
            yield alias, ALIAS


def capitalised_spans(words: list[Token], source: str) -> Iterator[Words]:
    """Yield the runs of capitalised words among `words`, the tokens of `source`.

    A run that holds "and" is yielded both whole and in parts.
    """
    start = 0
    while start < len(words):
        end = _span_end(words, start, source)
        if end > start:
            run = tuple(name_form(word.text) for word in words[start:end])
            run = run[1:] if run[0] in STOP_WORDS else run
            yield from (part for part in {run: None, **dict.fromkeys(_parts(run))} if _keep(part))
        start = max(end, start + 1)


def _forms(text: str) -> Words:
    return tuple(name_form(word.text) for word in tokens(text))


def _plain_title(title: str) -> str:
    return _FILE_ENDING.sub("", _BRACKETED_END.sub("", _HEADING.split(title)[-1]))


def _defined_term(sentence: str) -> str:
    words = tokens(sentence)
    if words and words[0].text.lower() in _ARTICLES:
        words = words[1:]
    end = _span_end(words, 0, sentence) if words else 0
    if not end or not _DEFINITION.match(sentence, words[end - 1].end):
        return ""
    return sentence[words[0].start : words[end - 1].end]


def _also_known_as(sentence: str) -> Iterator[str]:
    for match in _ALSO_KNOWN_AS.finditer(sentence):
        rest = sentence[match.end() :]
        words = tokens(rest)
        end = _span_end(words, 0, rest)
        if end:
            yield rest[: words[end - 1].end]


def _span_end(words: list[Token], start: int, source: str) -> int:
    """Return the place after the run of capitalised words that begins at `start`."""
    if not words[start].text[0].isupper():
        return start
    end = start + 1
    while end < len(words):
        gap = source[words[end - 1].end : words[end].start]
        if gap in ("-", "'", "’") and words[end].text not in ("s", "S"):
            end += 1
        elif not gap.isspace() and not (gap.strip() == "." and len(words[end - 1].text) <= 2):
            break
        elif words[end].text[0].isupper():
            end += 1
        elif _links(words, end, source):
            end += 2
        else:
            break
    return end


def _links(words: list[Token], place: int, source: str) -> bool:
    return (
        words[place].text in _LINKERS
        and place + 1 < len(words)
        and words[place + 1].text[0].isupper()
        and source[words[place].end : words[place + 1].start].isspace()
    )


def _parts(run: Words) -> Iterator[Words]:
    start = 0
    for place, word in enumerate((*run, "and")):
        if word == "and":
            yield run[start:place]
            start = place + 1


def _keep(words: Words) -> bool:
    if len(words) == 1:
        return len(words[0]) > 2 and words[0] not in STOP_WORDS
    return 0 < len(words) <= MAX_SPAN_WORDS
