"""One statement to confirm ("Was X founded by Y?"): what the passages say of its names together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ...language.terms import tokens
from ...reasoning.answer_link import value_matches
from ...reasoning.comparison import compare_values, wanted
from ...reasoning.faithfulness import denies
from ...reasoning.nationalities import country_of
from ...reasoning.quantities import find_numbers, find_single_dates
from ...state.values import QuestionFeatures
from .asked import Asked
from .candidates import contains
from .chain import Filled
from .compare import value_of
from .finding import Fact, Finding, lookup, steps_of
from .keys import keys, token_keys
from .links import linked_views
from .slots import follow_slots, read_slot
from .view import PassageView, Sentence, Span, folded_words, without_qualifier

_RELATED, _OTHERWISE, _SAID, _WITHIN, _UNSAID, _GUESS = 0.85, 0.65, 0.75, 0.6, 0.55, 0.3
_ENOUGH = 0.5
_MUTUAL = frozenset({"spouse", "sibling"})
_FILLER = frozenset(keys("ever also really actually known located situated place type kind"))


def check_statement(
    asked: Asked, features: QuestionFeatures, views: Sequence[PassageView]
) -> Finding:
    """Say yes if the passages say it of the same names in the same roles, else no.

    A relation that a passage states decides; else one sentence that names all the names and says
    most of the other words; else a date or number that is compared; else, of a place, two
    sentences that lead there.
    """
    names = features.anchors
    if not names:
        return Finding("yes", _GUESS)
    return (
        _related(features, views)
        or _said(asked, features, views)
        or _measured(asked, features, views)
        or _within(asked, names, views)
        or Finding("no", _UNSAID)
    )


def _related(features: QuestionFeatures, views: Sequence[PassageView]) -> Finding | None:
    """Compare the value that stated relations lead to with the name that is said to be it."""
    subjects = {slot.subject for slot in features.slots}
    claimed = [name for name in features.anchors if name not in subjects]
    relations, unexplained = read_slot(features.slots[-1]) if features.slots else ((), 1)
    if len(claimed) != 1 or not relations or unexplained:
        return None
    chain = follow_slots(features.slots, views)
    for value in chain.answers:
        if _same(value.text, claimed[0]):
            steps = steps_of(value.facts)
            return Finding("no" if denies(steps[-1]) else "yes", _RELATED, steps)
    if relations[-1] in _MUTUAL or not chain.answers:
        return None
    return Finding("no", _OTHERWISE, steps_of(chain.answers[0].facts))


def _same(value: str, name: str) -> bool:
    """Tell whether one has all words of the other, or both stand for one country."""
    left, right = folded_words(value), folded_words(without_qualifier(name))
    country = country_of(value)
    return (
        contains(left, right)
        or contains(right, left)
        or (bool(country) and country == country_of(name))
    )


@dataclass(frozen=True)
class _Statement:
    """What a sentence must say.

    Attributes:
        names: The names it is about.
        rest: The keys of its other words, of which most must be said.
        strict: Its numbers and countries, which all must be said.
        actor: Which of two names acts on the other, or "".
    """

    names: tuple[str, ...]
    rest: frozenset[str]
    strict: tuple[str, ...]
    actor: str


def _statement(asked: Asked, features: QuestionFeatures) -> _Statement:
    names = features.anchors
    others = [token.text for token in tokens(asked.text)]
    strict = tuple(word for word in others if word.isdigit() or country_of(word))
    known = {key for name in (*names, *strict) for key in keys(name)}
    mutual = any(not _MUTUAL.isdisjoint(read_slot(slot)[0]) for slot in features.slots)
    rest = frozenset(keys(asked.text)) - known - _FILLER
    return _Statement(names, rest, strict, "" if mutual else _actor(asked.text, names))


def _said(asked: Asked, features: QuestionFeatures, views: Sequence[PassageView]) -> Finding | None:
    """Find the sentence that says most of the statement, and whether it denies it."""
    statement = _statement(asked, features)
    best: tuple[float, Fact] | None = None
    for view in views:
        about = [name for name in statement.names if linked_views(name, [view])]
        for sentence in view.sentences:
            share = _share_said(statement, view, sentence)
            fact = _tied(statement, about, view, sentence)
            if fact and share >= _ENOUGH and (best is None or share > best[0]):
                best = share, fact
    if best is None:
        return None
    step = lookup(best[1])
    return Finding("no" if denies(step) else "yes", _SAID * (0.5 + 0.5 * best[0]), (step,))


def _share_said(statement: _Statement, view: PassageView, sentence: Sentence) -> float:
    """Return the share of the other words that a sentence says, 0 if it says something else."""
    acts = _actor(sentence.text, statement.names) if statement.actor else ""
    if acts not in ("", statement.actor):
        return 0.0
    if not all(_place(word, view, sentence) for word in statement.strict):
        return 0.0
    rest = statement.rest
    return len(rest & sentence.key_set) / len(rest) if rest else 1.0


def _tied(
    statement: _Statement, about: Sequence[str], view: PassageView, sentence: Sentence
) -> Fact | None:
    """Return what the sentence says of the names, if it names all but what it is about."""
    places = {name: _place(name, view, sentence) for name in statement.names}
    unnamed = [name for name, place in places.items() if place is None]
    if len(unnamed) > 1 or not set(unnamed) <= set(about):
        return None
    named = sorted((place for place in places.values() if place), key=lambda p: p.start)
    if len(places) > 1:
        subject = view.subject if unnamed else named[0].text
        return Fact(view, subject, named[-1])
    words = zip(sentence.tokens, sentence.keys, strict=True)
    said = [
        Span(token.start, token.end, token.text) for token, key in words if key in statement.rest
    ]
    said = said or [p for word in statement.strict if (p := _place(word, view, sentence))]
    subject = named[0].text if named else view.subject
    return Fact(view, subject, said[-1]) if said else None


def _place(name: str, view: PassageView, sentence: Sentence) -> Span | None:
    """Return where the sentence names `name`, or the country that it stands for."""
    wanted, country = folded_words(without_qualifier(name)), country_of(name)
    size = len(wanted)
    for place, token in enumerate(sentence.tokens):
        if size and sentence.words[place : place + size] == wanted:
            end = sentence.tokens[place + size - 1].end
            return Span(token.start, end, view.text[token.start : end])
        if country and country_of(token.text) == country:
            return Span(token.start, token.end, token.text)
    return None


def _actor(text: str, names: Sequence[str]) -> str:
    """Return which of two names acts on the other: the first, or the one after "by"."""
    found = folded_words(text)
    places = {}
    for name in names:
        words = folded_words(without_qualifier(name))
        at = next((i for i in range(len(found)) if found[i : i + len(words)] == words), -1)
        if words and at >= 0:
            places[name] = (at, at + len(words))
    if len(places) != 2:
        return ""
    (first, (_, end)), (second, (start, _)) = sorted(places.items(), key=lambda p: p[1])
    between = found[end:start]
    verbs = [key for key in token_keys(tokens(" ".join(between))) if key]
    if not verbs:
        return ""
    return second if "by" in between else first


def _measured(
    asked: Asked, features: QuestionFeatures, views: Sequence[PassageView]
) -> Finding | None:
    """Compare the one date or number that is named with what a passage gives."""
    if len(features.anchors) != 1:
        return None
    name = features.anchors[0]
    rest = asked.text.replace(name, " ").lower()
    limits: list[tuple[str, Literal["date", "number"]]] = [
        (date.text, "date") for date in find_single_dates(rest)
    ]
    limits = limits or [(number.text, "number") for number in find_numbers(rest)]
    if len(limits) != 1:
        return None
    limit, kind = limits[0]
    word = features.comparison or "same"
    for view in linked_views(name, views):
        for fact in value_of(rest, asked, Filled(name), view):
            relation = compare_values(fact.value.text, limit, word).relation
            holds = relation == wanted(word, kind)
            if word == "same":
                holds = value_matches(limit, fact.value.text, kind)
            elif relation == "unknown":
                continue
            confidence = _RELATED if holds else _OTHERWISE
            return Finding("yes" if holds else "no", confidence, (lookup(fact),))
    return None


def _within(asked: Asked, names: Sequence[str], views: Sequence[PassageView]) -> Finding | None:
    """Find the place that the first name is in, in a passage that names the second."""
    plain = set(keys(asked.text)) <= {key for name in names for key in keys(name)} | _FILLER
    if len(names) != 2 or not plain:
        return None
    first, second = names
    for fact in _places_of(first, views):
        for view in linked_views(fact.value.text, views):
            for sentence in view.sentences:
                place = _place(second, view, sentence)
                if place and view is not fact.view:
                    last = Fact(view, fact.value.text, place)
                    return Finding("yes", _WITHIN, steps_of([fact, last]))
    return None


def _places_of(name: str, views: Sequence[PassageView]) -> Iterator[Fact]:
    for view in views:
        for sentence in view.sentences:
            own = _place(name, view, sentence)
            for other in sentence.names if own else ():
                before = view.text[: other.start].split()[-1:]
                if own and other.start > own.end and before and before[0] in ("in", "at", "near"):
                    yield Fact(view, own.text, other)
