"""What a sentence, alone and with a linked sentence of another passage, holds of a question."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from .asked import Asked
from .candidates import contains
from .view import PassageView, Sentence

_SHORTEST_SHARED_NAME = 5


@dataclass(frozen=True)
class Partner:
    """A sentence of another passage that is linked to a sentence by a name.

    Attributes:
        view: The other passage.
        sentence: Its sentence.
        name: The name that links them, folded.
        gain: The share of the question that it adds.
    """

    view: PassageView
    sentence: Sentence
    name: str
    gain: float


@dataclass(frozen=True)
class Support:
    """How well a sentence supports an answer.

    Attributes:
        view: Its passage.
        sentence: The sentence.
        rank: The passage's place among those given, from 0.
        near: The near share of the question in the sentence.
        cover: The share of the question in the sentence.
        title: The near share that only the passage's subject adds.
        told: The best sentence that names this passage's subject, or None.
        shared: The best sentence that shares another name with this one, or None.
        tells: The best sentence of a passage whose subject this one names, or None.
    """

    view: PassageView
    sentence: Sentence
    rank: int
    near: float
    cover: float
    title: float
    told: Partner | None
    shared: Partner | None
    tells: Partner | None

    @property
    def partner(self) -> Partner | None:
        """The partner that adds most."""
        found = [p for p in (self.told, self.tells, self.shared) if p]
        return max(found, key=lambda p: p.gain, default=None)


@dataclass(frozen=True)
class _Place:
    rank: int
    view: PassageView
    subject: str
    sentence: Sentence
    text: str
    keys: frozenset[str]


def supports(asked: Asked, views: Sequence[PassageView]) -> list[Support]:
    """Return the support of every sentence of `views`, in reading order."""
    places = [
        _Place(
            rank,
            view,
            " ".join(view.subject_words),
            sentence,
            f" {' '.join(sentence.words)} ",
            asked.key_set & (sentence.key_set | view.subject_keys),
        )
        for rank, view in enumerate(views)
        for sentence in view.sentences
    ]
    mentions = _subject_mentions(places, views, asked)
    by_name = _by_name(places, asked)
    return [_support(asked, place, places, mentions, by_name) for place in places]


def _subject_mentions(
    places: Sequence[_Place], views: Sequence[PassageView], asked: Asked
) -> dict[str, list[_Place]]:
    """Return, by subject, the sentences of other passages that name it."""
    found: dict[str, list[_Place]] = {}
    for view in views:
        subject = " ".join(view.subject_words)
        if subject and subject not in found:
            found[subject] = [
                p
                for p in places
                if f" {subject} " in p.text and p.view.subject_words != view.subject_words
            ]
    return found


def _by_name(places: Sequence[_Place], asked: Asked) -> dict[str, list[_Place]]:
    """Return the sentences by the names in them that the question does not give away."""
    found: dict[str, list[_Place]] = defaultdict(list)
    for place in places:
        for words in sorted({name.words for name in place.sentence.names}):
            name = " ".join(words)
            if len(name) > _SHORTEST_SHARED_NAME and not contains(asked.words, words):
                found[name].append(place)
    return found


def _support(
    asked: Asked,
    place: _Place,
    places: Sequence[_Place],
    mentions: dict[str, list[_Place]],
    by_name: dict[str, list[_Place]],
) -> Support:
    own = place.sentence.key_set & asked.key_set
    told = [(p, place.subject) for p in mentions.get(place.subject, ())]
    shared = [
        (p, name)
        for name in dict.fromkeys(" ".join(n.words) for n in place.sentence.names)
        for p in by_name.get(name, ())
        if p.view is not place.view
    ]
    tells = [
        (p, p.subject)
        for p in places
        if p.view is not place.view and f" {p.subject} " in place.text
    ]
    return Support(
        place.view,
        place.sentence,
        place.rank,
        asked.near_share(own),
        asked.share(own),
        asked.near_share((place.view.subject_keys & asked.key_set) - own),
        _best(asked, place, told),
        _best(asked, place, shared),
        _best(asked, place, tells),
    )


def _best(asked: Asked, place: _Place, linked: Sequence[tuple[_Place, str]]) -> Partner | None:
    best: Partner | None = None
    for other, name in linked:
        gain = asked.share(other.keys - place.keys)
        if best is None or gain > best.gain:
            best = Partner(other.view, other.sentence, name, gain)
    return best
