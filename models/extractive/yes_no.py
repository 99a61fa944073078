"""Yes or no: what both sides have is compared, or each side is checked for what is said of it."""

import re
from collections.abc import Mapping, Sequence, Set

from ...reasoning.nationalities import COUNTRIES, COUNTRY_OF
from ...state.values import ProofStep, QuestionFeatures
from .asked import Asked
from .attributes import countries_of, either
from .compare import Side, compared, lookups, order_of, side_subjects, told_of
from .finding import Fact, Finding
from .keys import keys
from .links import linked_views
from .slots import read_slot, values_of
from .statement import check_statement
from .view import PassageView, Span

_COMPUTED, _ABSENT, _COVERED = 0.85, 0.4, 0.45
_ENOUGH = 0.5
_LAND = either([*COUNTRY_OF, *COUNTRIES])
_ORIGIN = re.compile(r"\b(?:nationalit\w+|countr\w+|citizen\w*)\b")
_SAME = re.compile(r"\b(?:same|share[ds]?|common)\b")
_DIFFERENT = re.compile(r"\bdiffer(?:s|ent)?\b")
_FILLER = frozenset(keys("both two type kind share same exist either located"))


def decide(
    question: str, asked: Asked, features: QuestionFeatures, views: Sequence[PassageView]
) -> Finding:
    """Answer a question that asks for yes or no."""
    names = features.options
    if not names and _SAME.search(question):
        names = features.anchors
    if len(names) < 2:
        return check_statement(asked, features, views)
    ordered = order_of(question, asked, features, views)
    if ordered:
        return ordered
    rest = question
    for name in names:
        rest = rest.replace(name, " ")
    if _ORIGIN.search(rest.lower()):
        return _same_country(names[:2], rest, features, views)
    if _SAME.search(rest.lower()) or _DIFFERENT.search(rest.lower()):
        # What was not compared is no yes.
        return _same_value(names[:2], rest, features, views) or Finding("no", _ABSENT)
    return _covered(names[:2], rest, asked, views)


def _same_country(
    names: Sequence[str], rest: str, features: QuestionFeatures, views: Sequence[PassageView]
) -> Finding:
    """Compare the countries that the two sides, or what stands behind them, belong to."""
    named = {COUNTRY_OF.get(w) or COUNTRIES.get(w) for w in re.findall(r"[A-Z]\w+", rest)} - {None}
    found = []
    for name in names:
        found.append(
            next(
                (
                    (subject.facts, view, lands)
                    for subject in side_subjects(name, rest.lower(), features.slots, views)
                    for view in linked_views(subject.text, views)
                    if (lands := countries_of(view))
                ),
                None,
            )
        )
    first, second = found
    if first is None or second is None:
        missing = tuple(f"country of {n}" for n, f in zip(names, found, strict=True) if f is None)
        return Finding("no", _ABSENT, (), missing)
    shared = [land for land in first[2] if land in second[2] and (not named or land in named)]
    land = shared[0] if shared else ""
    spans = _alike(first[2].get(land) or _first(first[2]), second[2].get(land) or _first(second[2]))
    sides = [
        Side(name, (*facts, Fact(view, view.subject, span)), (view,))
        for name, (facts, view, _), span in zip(names, (first, second), spans, strict=True)
    ]
    return Finding("yes" if shared else "no", _COMPUTED, compared(sides, bool(shared)))


def _first(lands: Mapping[str, list[Span]]) -> list[Span]:
    return next(iter(lands.values()))


def _alike(left: Sequence[Span], right: Sequence[Span]) -> tuple[Span, Span]:
    """Return two spans with the same text if there are such, else the first of each."""
    pairs = [(a, b) for a in left for b in right if a.text == b.text]
    return pairs[0] if pairs else (left[0], right[0])


def _same_value(
    names: Sequence[str], rest: str, features: QuestionFeatures, views: Sequence[PassageView]
) -> Finding | None:
    """Compare the values that one relation has on both sides; None if there is none."""
    sides = []
    for name in names:
        slot = next((s for s in features.slots if s.subject == name), None)
        relations = read_slot(slot)[0] if slot else ()
        side = next(
            (
                Side(name, (Fact(view, view.subject, value),), (view,))
                for view in linked_views(name, views)
                for value in (values_of(view, relations[0]) if len(relations) == 1 else ())
            ),
            None,
        )
        if side is None:
            return None
        sides.append(side)
    words = [set(side.facts[-1].value.words) for side in sides]
    same = bool(words[0] & words[1])
    holds = same != bool(_DIFFERENT.search(rest.lower()))
    return Finding("yes" if holds else "no", _COMPUTED, compared(sides, same))


def _covered(
    names: Sequence[str], rest: str, asked: Asked, views: Sequence[PassageView]
) -> Finding:
    """Say yes if the passages of every side say most of what the question says of it."""
    lands = {COUNTRY_OF.get(word) or COUNTRIES[word] for word in _LAND.findall(rest)}
    wanted = frozenset(keys(_LAND.sub(" ", rest))) - _FILLER
    sides = [_side_said(wanted, lands, asked, linked_views(name, views)) for name in names]
    least = min(share for share, _ in sides)
    facts = [fact for _, told in sides for fact in told]
    answer = "yes" if least >= _ENOUGH else "no"
    confidence = _COVERED + 0.4 * abs(least - _ENOUGH)
    return Finding(answer, confidence, _joined(facts) if answer == "yes" else ())


def _side_said(
    wanted: frozenset[str], lands: Set[str], asked: Asked, about: Sequence[PassageView]
) -> tuple[float, list[Fact]]:
    """Return the share of the wanted words that the passages say, and where they say most.

    It is 0 where they do not tie their subject to every one of the countries.
    """
    told = frozenset[str]().union(*(v.keys for v in about))
    total = asked.share(wanted)
    share = asked.share(wanted & told) / total if total else float(bool(lands))
    tied = {
        land: Fact(view, view.subject, spans[0])
        for view in about
        for land, spans in countries_of(view).items()
    }
    facts = [tied[land] for land in sorted(lands & set(tied))] or told_of(wanted, about)
    return (share if lands <= set(tied) and about else 0.0), facts


def _joined(facts: Sequence[Fact]) -> tuple[ProofStep, ...]:
    """Return the lookups and, of two, their conjunction."""
    steps, _ = lookups([Side("", (fact,), (fact.view,)) for fact in facts])
    if len(steps) > 1:
        claim = " ".join(step.claim for step in steps)
        inputs = tuple(range(1, len(steps) + 1))
        steps.append(ProofStep(rule="conjunction", claim=claim, inputs=inputs))
    return tuple(steps)
