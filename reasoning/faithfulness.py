"""How far a claim says what its quotes say: by rule, without a model."""

import re
from collections.abc import Sequence, Set

from ..state.values import ProofStep
from .matching import content_words, find_mention, tokens, without_names
from .relation_words import implied_words, relation_words, same_word
from .text import fold

_NEGATIONS = frozenset(
    ("not", "no", "never", "neither", "nor", "without", "لم", "لن", "ليس", "ليست", "لا", "غير")
)
_NEGATED_VERB = re.compile(r"n['’]t\b")
_DIGITS = re.compile(r"\d+")


def support(steps: Sequence[ProofStep]) -> float:
    """Return how far the claims of `steps` say what their quotes say, in [0, 1].

    The mean over the steps of `step_support`, where steps over other steps are held against
    the quotes of those; 0 without steps.
    """
    if not steps:
        return 0.0
    total = sum(step_support(step, quotes_under(steps, place)) for place, step in enumerate(steps))
    return round(total / len(steps), 6)


def quotes_under(steps: Sequence[ProofStep], place: int) -> list[str]:
    """Return the quotes that step `place` (from 0) rests on, its own first."""
    quotes, todo, seen = [], [place], {place}
    while todo:
        current = todo.pop(0)
        if steps[current].quote:
            quotes.append(steps[current].quote)
        earlier = [number - 1 for number in steps[current].inputs if 0 < number <= current]
        todo += [index for index in earlier if index not in seen]
        seen.update(earlier)
    return quotes


def step_support(step: ProofStep, quotes: Sequence[str]) -> float:
    """Return the share of the claim's content words that subject, object and quotes have.

    A claim with digits that stand in none of them, or that denies what its quote says (or
    says what it denies), has no support: 0.
    """
    claimed = content_words(step.claim)
    if not claimed or not quotes:
        return 0.0
    known = " ".join((step.subject, *quotes))
    if not set(_DIGITS.findall(fold(step.claim))) <= set(_DIGITS.findall(fold(known))):
        return 0.0
    if step.quote and denies(step) != is_negated(_between(step.quote, step)):
        return 0.0
    return _share_said(claimed, known)


def relation_support(step: ProofStep, evidence: str) -> float:
    """Return the share of the claim's relation words that `evidence` has.

    Words of subject and object, and words for kinds of things ("the country of"), are left out;
    a claim that says nothing else ("Paris is in France") counts as 1.
    """
    named = set(tokens(step.subject)) | set(tokens(step.object))
    relation = [word for word in relation_words(step.claim) if word not in named]
    if not relation or _repeats_quote(step):
        return 1.0
    return _share_said(relation, evidence)


def says_any(words: Sequence[str], evidence: str) -> bool:
    """Tell whether `evidence` has one of the folded `words`, or a word of its family."""
    return _share_said(words, evidence) > 0


def _share_said(words: Sequence[str], evidence: str) -> float:
    held = {*content_words(evidence), *implied_words(evidence)}
    return sum(_is_held(word, held) for word in words) / len(words)


def _is_held(word: str, held: Set[str]) -> bool:
    return word in held or any(same_word(word, other) for other in held)


def unsupported_names(step: ProofStep, evidence: str) -> list[str]:
    """Return the capitalised words of the claim that stand nowhere in what it rests on.

    The first word of a claim is capitalised anyway and is not looked at.
    """
    known = set(tokens(f"{step.subject} {step.object} {evidence}"))
    capitalised = [word for word in re.findall(r"\w+", step.claim)[1:] if word[0].isupper()]
    return [
        word
        for word in capitalised
        if content_words(word) and not any(_is_held(part, known) for part in content_words(word))
    ]


def denies(step: ProofStep) -> bool:
    """Tell whether the claim denies its object of its subject.

    A claim that repeats its quote may deny something else in passing, so only what stands
    between the two counts there; in any other claim every word does, names left out.
    """
    if _repeats_quote(step):
        return is_negated(_between(step.claim, step))
    return is_negated(without_names(step.claim, (step.subject, step.object)))


def _repeats_quote(step: ProofStep) -> bool:
    return fold(step.claim) == fold(step.quote)


def is_negated(text: str) -> bool:
    """Tell whether `text` denies something."""
    return not _NEGATIONS.isdisjoint(tokens(text)) or bool(_NEGATED_VERB.search(text.lower()))


def _between(text: str, step: ProofStep) -> str:
    """Return what stands between subject and object in `text`, where a denial concerns both.

    Without the subject that is all before the object.
    """
    subject = find_mention(text, step.subject) or (0, 0)
    target = find_mention(text, step.object) or (len(text), len(text))
    left, right = sorted((subject, target))
    return text[left[1] : right[0]]
