"""Documents cut into passages: at sentences, within what the encoder can read."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..language.sentences import sentence_spans

_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_TITLE_TOKENS = 64  # a longer title is cut, so that room for text stays

Count = Callable[[str], int]
Span = tuple[int, int]


@dataclass(frozen=True)
class Chunk:
    """A piece of a document: `text` stands in it verbatim, under `title`."""

    title: str
    text: str


def chunks(text: str, title: str, name: str, max_tokens: int, count: Count) -> list[Chunk]:
    """Cut a document into chunks that the encoder reads whole.

    Args:
        text: The document.
        title: Its title, or "".
        name: What titles a chunk without a title or a heading above it, such as a file name.
        max_tokens: Most tokens of a chunk, its title included.
        count: Returns the number of tokens of a text.
    """
    found: list[Chunk] = []
    for heading, start, end in _sections(text):
        over = _shortened(title or heading or name, _TITLE_TOKENS, count)
        room = max(1, max_tokens - (count(f"{over}\n") if over else 0))
        found.extend(Chunk(over, text[a:b]) for a, b in _packed(text, start, end, room, count))
    return found


def _sections(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield (heading, start, end) of the text from each heading to the next.

    Headings that follow each other stay together, under the last of them.
    """
    heading, start, body = "", 0, 0
    for match in _HEADING.finditer(text):
        if text[body : match.start()].strip():
            yield heading, start, match.start()
            start = match.start()
        heading, body = match[1], match.end()
    yield heading, start, len(text)


def _packed(text: str, start: int, end: int, room: int, count: Count) -> list[Span]:
    """Return spans of whole sentences, about equally long, of at most `room` tokens."""
    if count(text[start:end]) <= room:
        sentences = sentence_spans(text[start:end])
        return [(start + sentences[0][0], start + sentences[-1][1])] if sentences else []
    units = [
        (start + a + x, start + a + y)
        for a, b in sentence_spans(text[start:end])
        for x, y in _halved(text[start + a : start + b], room, count)
    ]
    sizes = [count(text[a:b]) for a, b in units]
    parts = -(-sum(sizes) // room)
    target = sum(sizes) / parts if parts else 0.0
    spans: list[Span] = []
    filled = 0
    for (a, b), size in zip(units, sizes, strict=True):
        joined = (spans[-1][0], b) if spans else (a, b)
        if spans and filled + size / 2 <= target and count(text[slice(*joined)]) <= room:
            spans[-1] = joined
            filled += size
        else:
            spans.append((a, b))
            filled = size
    return spans


def _halved(text: str, room: int, count: Count) -> list[Span]:
    """Return spans of `text` of at most `room` tokens, cut near the middle where it is longer."""
    if count(text) <= room or len(text) < 2:
        return [(0, len(text))]
    cut = _cut_near_middle(text)
    rest = len(text[cut:]) - len(text[cut:].lstrip())
    right = _halved(text[cut + rest :], room, count)
    left = _halved(text[:cut].rstrip(), room, count)
    return [*left, *((a + cut + rest, b + cut + rest) for a, b in right)]


def _cut_near_middle(text: str) -> int:
    """Return where to cut: after a clause or a word in the middle half, or in the middle."""
    middle = len(text) // 2
    low, high = len(text) // 4, len(text) - len(text) // 4
    for mark in (r"[,;:،؛、，；：](?=\s|[^\x00-\x7f])", r"\s"):
        places = [m.end() for m in re.finditer(mark, text) if low <= m.end() <= high]
        if places:
            return min(places, key=lambda place: (abs(place - middle), place))
    return middle


def _shortened(title: str, room: int, count: Count) -> str:
    title = " ".join(title.split())
    return title if count(title) <= room else title[slice(*_halved(title, room, count)[0])]
