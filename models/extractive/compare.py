"""Choices between two things: both values are looked up, and compared in code."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...reasoning.comparison import compare_values, wanted
from ...reasoning.nationalities import COUNTRIES, COUNTRY_OF
from ...state.values import ProofStep, QuestionFeatures, Slot
from .asked import Asked
from .attributes import countries_of, event_date_of, life_of
from .chain import Filled
from .finding import Fact, Finding, lookup
from .keys import keys
from .links import linked_views
from .slots import follow_slots
from .view import PassageView, Span

_DEATH = re.compile(r"\b(?:died?|dies|death|dead)\b")
_BIRTH = re.compile(r"\b(?:born|older|younger|oldest|youngest|elder|eldest|birth)\b")
_SPAN = re.compile(r"\b(?:lived? longer|lived? shorter|longest life|lifespan)\b")
_TIME = re.compile(
    r"\b(?:first|earlier|earliest|later|latest|recent\w*|older|oldest|newer|newest|before|after"
    r"|started|founded|established|released|published|c[ao]me out|formed|opened|built)\b"
)
_AMOUNT = re.compile(
    r"\b(?:more|most|larger|largest|longer|longest|higher|highest|taller|tallest|bigger|biggest"
    r"|greater|greatest|fewer|fewest|less|least|smaller|smallest|shorter|shortest|lower|lowest)\b"
)
_AGENT = re.compile(r"\b(?:director|composer|performer|singer|author|writer|producer|founder)s?\b")
_CLOSE = 20.0
_SURE, _ONE_SIDED, _COVERED, _GUESS = 0.95, 0.4, 0.55, 0.3
_COMPARING = frozenset(
    keys("more most larger largest longer longest higher highest taller bigger greater fewer less")
)


@dataclass(frozen=True)
class Side:
    """One of the things to choose from.

    Attributes:
        option: Its name, as the question has it.
        facts: What leads to its value, the value last; empty if none was found.
        views: The passages about what is compared.
    """

    option: str
    facts: tuple[Fact, ...]
    views: tuple[PassageView, ...]

    @property
    def value(self) -> str:
        """The value that is compared, or ""."""
        return self.facts[-1].value.text if self.facts else ""


def choose(
    question: str, asked: Asked, features: QuestionFeatures, views: Sequence[PassageView]
) -> Finding | None:
    """Return the option that the question asks for; None if it has not two options."""
    if len(features.options) < 2:
        return None
    rest, sides = _sides(question, asked, features, views)
    word = features.comparison
    timed = _DEATH.search(rest.lower()) or _TIME.search(rest.lower()) or _BIRTH.search(rest.lower())
    if not timed and not _AMOUNT.search(rest.lower()):
        return _by_coverage(rest, asked, sides)
    if all(side.value for side in sides):
        winner = winner_of(sides, word)
        if winner is not None:
            return computed(sides, winner, word)
    return _one_sided(sides, word, bool(_DEATH.search(rest.lower())))


def order_of(
    question: str, asked: Asked, features: QuestionFeatures, views: Sequence[PassageView]
) -> Finding | None:
    """Say whether the first option is the one that the comparison word is said of.

    Returns:
        None if the question does not put its options in an order.
    """
    word = features.comparison
    if not word or wanted(word, "name") != "unknown":
        return None
    _, sides = _sides(question, asked, features, views)
    winner = winner_of(sides, word) if all(side.value for side in sides) else None
    if winner is None:
        missing = tuple(f"{word} {side.option}" for side in sides if not side.value)
        return Finding("no", _GUESS, tuple(lookups(sides)[0]), missing)
    return replace(computed(sides, winner, word), answer="no" if winner else "yes")


def _sides(
    question: str, asked: Asked, features: QuestionFeatures, views: Sequence[PassageView]
) -> tuple[str, list[Side]]:
    """Return the question without its options, and the first two of them."""
    rest = question
    for option in features.options:
        rest = rest.replace(option, " ")
    sides = [_side(o, rest.lower(), asked, features, views) for o in features.options[:2]]
    return rest, sides


def _side(
    option: str,
    rest: str,
    asked: Asked,
    features: QuestionFeatures,
    views: Sequence[PassageView],
) -> Side:
    for subject in side_subjects(option, rest, features.slots, views):
        about = linked_views(subject.text, views)
        for view in about:
            fact = value_of(rest, asked, subject, view)
            if fact:
                return Side(option, (*subject.facts, *fact), tuple(about))
    return Side(option, (), tuple(linked_views(option, views)))


def side_subjects(
    option: str, rest: str, slots: Sequence[Slot], views: Sequence[PassageView]
) -> list[Filled]:
    """Return what the value is asked of: the option, or whom the question names behind it.

    Args:
        option: The option.
        rest: The question without its options, in lower case.
        slots: The question's slots.
        views: The passages.
    """
    own = [slot for slot in slots if slot.subject == option]
    bridge = next((s for s in own if any(s.id in other.depends_on for other in slots)), None)
    agent = _AGENT.search(rest)
    if not bridge and agent and not any(v.is_person for v in linked_views(option, views)[:1]):
        bridge = Slot(id="agent", subject=option, relation=agent.group())
    if not bridge:
        return [Filled(option)]
    # A slot that depends on it keeps the bridge from being read as the last one.
    value = Slot(id="value", subject=f"#{bridge.id}", relation="", depends_on=(bridge.id,))
    return follow_slots((bridge, value), views).values[bridge.id]


def value_of(rest: str, asked: Asked, subject: Filled, view: PassageView) -> tuple[Fact, ...]:
    """Return the value that a passage gives for what is compared, if it does.

    Args:
        rest: The question without its names, in lower case.
        asked: The question.
        subject: What the value is asked of.
        view: The passage.
    """
    life = life_of(view)
    name = view.subject if view.title else subject.text
    if _SPAN.search(rest):
        found = _life_span(life.born_date, life.died_date, view)
    elif _DEATH.search(rest):
        found = life.died_date
    elif _BIRTH.search(rest) and (view.is_person or "born" in rest):
        found = life.born_date
    elif _TIME.search(rest):
        found = event_date_of(view)
    elif _AMOUNT.search(rest):
        found = _amount(asked.key_set & frozenset(keys(rest)), view)
    else:
        found = None
    return (Fact(view, name, found),) if found else ()


def _life_span(born: Span | None, died: Span | None, view: PassageView) -> Span | None:
    """Return the text from one date of a life to the other."""
    if not born or not died or born.start >= died.start:
        return None
    return Span(born.start, died.end, view.text[born.start : died.end])


def _amount(said: frozenset[str], view: PassageView) -> Span | None:
    """Return the number that the question's words, `said`, stand closest to.

    Where the question only says "larger", it is the first number that has a unit.
    """
    asked_for = said - view.subject_keys - _COMPARING
    years = {d.start for d in view.dates}
    numbers = [n for n in view.numbers if n.start not in years]
    if not asked_for:
        return next((Span(n.start, n.end, n.text) for n in numbers if n.unit), None)
    scored = [(_nearness(asked_for, view, number.start), number) for number in numbers]
    near, number = max(scored, key=lambda s: round(s[0], 9), default=(0.0, None))
    return Span(number.start, number.end, number.text) if number and near else None


def _nearness(keys_near: frozenset[str], view: PassageView, place: int) -> float:
    sentence = view.sentence_at(place)
    return sum(
        math.exp(-abs(token.start - place) / _CLOSE)
        for token, key in zip(sentence.tokens, sentence.keys, strict=True)
        if key in keys_near
    )


def winner_of(sides: Sequence[Side], word: str) -> int | None:
    """Return the side that `word` asks for by the sides' values, None if that is unclear."""
    compared = compare_values(sides[0].value, sides[1].value, word)
    target = wanted(word, compared.kind)
    if compared.relation not in ("less", "more") or target not in ("less", "more"):
        return None
    return 0 if compared.relation == target else 1


def computed(sides: Sequence[Side], winner: int, word: str) -> Finding:
    """Return the winning side with the steps that compare both."""
    won, lost = sides[winner], sides[1 - winner]
    steps, ends = lookups(sides)
    claim = f"{word}: {won.option} ({won.value}), then {lost.option} ({lost.value})"
    steps.append(ProofStep(rule="comparison", claim=claim, subject=won.option, inputs=tuple(ends)))
    return Finding(won.option, _SURE, tuple(steps))


def compared(sides: Sequence[Side], same: bool) -> tuple[ProofStep, ...]:
    """Return the steps that say whether two sides have the same value."""
    steps, ends = lookups(sides)
    word = "the same" if same else "different"
    claim = f"{sides[0].option} ({sides[0].value}) and {sides[1].option} ({sides[1].value}): {word}"
    return (*steps, ProofStep(rule="comparison", claim=claim, inputs=tuple(ends)))


def lookups(sides: Sequence[Side]) -> tuple[list[ProofStep], list[int]]:
    """Return the lookups of all sides, and the number of the last one of each."""
    steps: list[ProofStep] = []
    ends: list[int] = []
    for side in sides:
        for place, fact in enumerate(side.facts):
            steps.append(lookup(fact, (len(steps),) if place else ()))
        ends.append(len(steps))
    return steps, ends


def _one_sided(sides: Sequence[Side], word: str, of_death: bool) -> Finding:
    """Guess where a value is missing: who has no date of death is taken to live."""
    missing = tuple(f"{word} {side.option}" for side in sides if not side.value)
    has = [bool(side.value) for side in sides]
    if has[0] == has[1]:
        return Finding(sides[0].option, _GUESS, (), missing)
    known = has.index(True)
    early = wanted(word, "date") == "less"
    winner = known if early or not of_death else 1 - known
    steps, _ = lookups([sides[known]])
    return Finding(sides[winner].option, _ONE_SIDED, tuple(steps), missing)


def _by_coverage(rest: str, asked: Asked, sides: Sequence[Side]) -> Finding:
    """Choose the option whose passages say what the question says of it."""
    countries = {COUNTRY_OF.get(w, COUNTRIES.get(w, "")) for w in re.findall(r"[A-Z]\w+", rest)}
    asked_keys = frozenset(keys(rest))
    scores = []
    for side in sides:
        told = frozenset[str]().union(*(v.keys - v.subject_keys for v in side.views))
        lands = {c for v in side.views for c in countries_of(v)}
        scores.append((len(lands & countries), asked.share(asked_keys & told)))
    winner = 0 if scores[0] >= scores[1] else 1
    side = sides[winner]
    steps = tuple(lookup(f) for f in told_of(asked_keys, side.views))
    return Finding(side.option, _COVERED if scores[0] != scores[1] else _GUESS, steps)


def told_of(wanted_keys: frozenset[str], views: Sequence[PassageView]) -> list[Fact]:
    """Return the fact that says most of the wanted words, from the surest passage."""
    best: tuple[int, Fact] | None = None
    for view in views[:1]:
        for sentence in view.sentences:
            said = [
                token
                for token, key in zip(sentence.tokens, sentence.keys, strict=True)
                if key in wanted_keys and key not in view.subject_keys
            ]
            if said and (best is None or len(said) > best[0]):
                last = said[-1]
                best = (len(said), Fact(view, view.subject, Span(last.start, last.end, last.text)))
    return [best[1]] if best else []
