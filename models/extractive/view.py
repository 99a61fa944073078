"""A passage as the reader sees it: sentences, keys, names, dates and numbers, found once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import PurePosixPath

from ...language.sentences import sentence_spans
from ...language.terms import Token, tokens
from ...reasoning.name_spans import name_spans
from ...reasoning.nationalities import COUNTRY_OF
from ...reasoning.quantities import DateSpan, NumberSpan, find_numbers, find_single_dates
from ...reasoning.text import fold
from ...state.values import Passage
from .codes import Code, find_codes, is_cut
from .keys import keys, token_keys

REMEMBERED_VIEWS = 512
"""A question reads a few dozen passages, and a view takes about 50 KB."""

_SHORTEST_DATED = 3
"""Words of the shortest name that may hold a year ("2010 Winter Games")."""

_LOOSE_BRACKET = re.compile(r"(?<=\w)\( ")
_SPACE = re.compile(r"\s")
_HEADING = re.compile(r"#{1,6} [^\n]*")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
_QUALIFIER = re.compile(r"\s*\([^)]*\)\s*$")
_ARABIC = re.compile(r"[\u0600-\u06ff]")
_OPENING = re.compile(r"\W*(?:(?:The|An?) )?")
_PERSON = re.compile(r"\b(?:born|he|she|his|her)\b", re.IGNORECASE)
_VERB_FOLLOWS = re.compile(r"\s*\(|,? (?:is|was|are|were|has|had|lies|became)\b")
_TITLE_AFTER_NAME = re.compile(
    r",? (?:Jr|Sr)\.|, (?:\d+(?:st|nd|rd|th) )?(?:[A-Z]\w+ )?(?:Duke|Duchess|Earl|Count|Countess"
    r"|Prince|Princess|Baron|Baroness|Baronet|Marquess|Margrave|Elector|Viscount|King|Queen|Lord)\b"
    r"(?:(?: of)?(?: [A-Z][\w-]+)+)?"
)


@dataclass(frozen=True)
class Span:
    """A piece of a passage's text.

    Attributes:
        start: Offset in the passage's text.
        end: Offset just past it.
        text: What stands there.
    """

    start: int
    end: int
    text: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its folded words."""
        return folded_words(self.text)


@dataclass(frozen=True)
class Sentence:
    """A sentence of a passage; all offsets are those of the passage's text.

    Its index counts from 0; that of a heading is -1.
    """

    index: int
    start: int
    end: int
    text: str
    tokens: tuple[Token, ...]
    keys: tuple[str, ...]
    names: tuple[Span, ...]

    @cached_property
    def key_set(self) -> frozenset[str]:
        """The keys of its words, without stop words."""
        return frozenset(key for key in self.keys if key)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its folded words."""
        return tuple(fold(token.text) for token in self.tokens)

    @cached_property
    def starts(self) -> list[int]:
        """Where each of its tokens starts."""
        return [token.start for token in self.tokens]

    @cached_property
    def ends(self) -> list[int]:
        """Where each of its tokens ends."""
        return [token.end for token in self.tokens]


class PassageView:
    """One passage, read once.

    Attributes:
        id: The passage's id.
        title: Its title.
        text: Its text with brackets, spaces and quote signs made regular, character by
            character, so that offsets are those of the passage's text.
        has_capitals: Whether its script tells names by capitals.
        language: Whose quantity words it has: "ar" or "en".
        subject: What it is about: its title without a qualifier in brackets, or the first
            name of its text; under a label, the name that the text opens with, if it does.
        sentences: Its sentences.

    Args:
        passage_id: The passage's id.
        title: Its title, or "".
        text: Its text.
        labelled: Whether its title only labels it, such as a file's name.
    """

    def __init__(self, passage_id: str, title: str, text: str, labelled: bool = False) -> None:
        self.id = passage_id
        self.title = title
        self.original = text
        lines = _LOOSE_BRACKET.sub(" (", text).translate(_QUOTES)
        self.text = _SPACE.sub(" ", lines)
        self.has_capitals = text != text.lower()
        self.language = "ar" if _ARABIC.search(text) else "en"
        self.sentences = self._read_sentences(lines)
        self.subject = (
            (labelled and self._opening_name()) or without_qualifier(title) or self._first_name()
        )
        self.subject_words = folded_words(self.subject)
        self.subject_keys = frozenset(keys(self.subject))

    def written(self, start: int, end: int) -> str:
        """Return what the passage itself has between two offsets."""
        return self.original[start:end]

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of all its words."""
        return frozenset().union(*(s.key_set for s in self.sentences), self.subject_keys)

    @cached_property
    def folded(self) -> str:
        """Its folded words, each between spaces, to look for phrases in."""
        return f" {' '.join(word for s in self.sentences for word in s.words)} "

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        """The e-mail addresses, URLs, telephone numbers and the like in its text."""
        return find_codes(self.text)

    @cached_property
    def dates(self) -> list[DateSpan]:
        """The dates in its text; the ends of a range stand apart."""
        found = find_single_dates(self.text, self.language)
        return [date for date in found if not is_cut(self.codes, date.start, date.end)]

    @cached_property
    def numbers(self) -> list[NumberSpan]:
        """The numbers in its text, but for those that are part of a code."""
        found = find_numbers(self.text, self.language)
        return [number for number in found if not is_cut(self.codes, number.start, number.end)]

    @cached_property
    def is_person(self) -> bool:
        """Whether it seems to be about a person."""
        return bool(_PERSON.search(self.text))

    @cached_property
    def lead_keys(self) -> frozenset[str]:
        """The keys of its first sentence."""
        return self.body[0].key_set if self.sentences else frozenset()

    def sentence_at(self, offset: int) -> Sentence:
        """Return the sentence that holds `offset`, or the nearest before it."""
        found = self.sentences[0]
        for sentence in self.sentences:
            if sentence.start <= offset:
                found = sentence
        return found

    @cached_property
    def body(self) -> tuple[Sentence, ...]:
        """Its sentences without headings, unless there is nothing else."""
        return tuple(s for s in self.sentences if s.index >= 0) or self.sentences

    def _read_sentences(self, lines: str) -> tuple[Sentence, ...]:
        places = _sentence_places(lines)
        names = self._names(_ended(self.text, lines, places))
        words = tokens(self.text)
        found = token_keys(words)
        sentences: list[Sentence] = []
        place = index = 0
        for start, end in places:
            is_heading = bool(_HEADING.fullmatch(lines, start, end))
            first = place
            while place < len(words) and words[place].start < end:
                place += 1
            inside = tuple(n for n in names if start <= n.start and n.end <= end and n.words)
            sentences.append(
                Sentence(
                    -1 if is_heading else index,
                    start,
                    end,
                    self.text[start:end],
                    tuple(words[first:place]),
                    tuple(found[first:place]),
                    self._without_opening_word(inside, start, names),
                )
            )
            index += not is_heading
        return tuple(sentences)

    def _names(self, text: str) -> list[Span]:
        names: list[Span] = []
        for start, end in name_spans(text):
            title = _TITLE_AFTER_NAME.match(self.text, end)
            end = title.end() if title else end
            if (names and start < names[-1].end) or is_cut(self.codes, start, end):
                continue
            if len(names) > 1 and self._goes_on(names[-2].end, names[-1], start):
                start = names[-2].start
                del names[-2:]
            name = self.text[start:end]
            dated = any(d.start < end and start < d.end for d in self.dates)
            if name not in COUNTRY_OF and not (dated and len(name.split()) < _SHORTEST_DATED):
                names.append(Span(start, end, name))
        return names

    def _goes_on(self, end: int, nickname: Span, start: int) -> bool:
        """Tell whether a name that stops at `end` goes on at `start`, after a nickname."""
        before = self.text[end : nickname.start]
        return before == ' "' and self.text[nickname.end : start] == '" '

    def _without_opening_word(
        self, names: tuple[Span, ...], sentence_start: int, all_names: list[Span]
    ) -> tuple[Span, ...]:
        """Drop a lone word that only begins the sentence, and is no name elsewhere either."""
        if not names or names[0].start - sentence_start > 1 or " " in names[0].text:
            return names
        first = names[0]
        known = any(n is not first and first.text in n.text.split() for n in all_names)
        return names if known or _VERB_FOLLOWS.match(self.text, first.end) else names[1:]

    def _first_name(self) -> str:
        return next((n.text for s in self.body[:1] for n in s.names), "")

    def _opening_name(self) -> str:
        names = (n for s in self.body[:1] for n in s.names)
        return next((n.text for n in names if _OPENING.fullmatch(self.text, 0, n.start)), "")


def _sentence_places(lines: str) -> list[tuple[int, int]]:
    """Return where the sentences of a text stand; a heading is one, up to the end of its line."""
    places: list[tuple[int, int]] = []
    for start, end in sentence_spans(lines):
        heading = _HEADING.match(lines, start, end)
        if heading and heading.end() < end:
            places.append((start, heading.end()))
            start = end - len(lines[heading.end() : end].lstrip())
        places.append((start, end))
    return places


def _ended(text: str, lines: str, places: Sequence[tuple[int, int]]) -> str:
    """Return `text` with a mark where a sentence ends with its line, so that no name goes on."""
    for (_, end), (start, _) in pairwise(places):
        if "\n" in lines[end:start]:
            text = text[:end] + "|" * (start - end) + text[start:]
    return text


def without_qualifier(name: str) -> str:
    """Return `name` without what stands in brackets at its end."""
    return _QUALIFIER.sub("", name)


@lru_cache(maxsize=1 << 15)
def folded_words(text: str) -> tuple[str, ...]:
    """Return the folded words of `text`."""
    return tuple(fold(token.text) for token in tokens(text))


def view_of(passage: Passage) -> PassageView:
    """Return the view of `passage`; the latest few hundred are kept."""
    return _view(passage.id, passage.title, passage.text, _is_label(passage))


def _is_label(passage: Passage) -> bool:
    """Tell whether the title is a file's name, or has no capital where its text has them."""
    file = PurePosixPath(passage.source)
    plain = passage.title.islower() and not passage.text.islower()
    of_file = bool(file.suffix) and file.stem == passage.title
    return of_file or (plain and passage.title not in passage.text)


_view = lru_cache(maxsize=REMEMBERED_VIEWS)(PassageView)
