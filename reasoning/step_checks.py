"""The checks of single proof steps; `grounding` states the rules they enforce."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ..state.values import Passage, ProofStep
from .answers import says
from .comparison_steps import comparison_problem
from .faithfulness import quotes_under, relation_support, step_support, unsupported_names
from .matching import bare_name, content_words, find_verbatim, mentions, same_name, tokens
from .proof_path import leads_to, shares_name
from .text import fold

MIN_SUPPORT = 0.5
"""The least share of a claim's words that its quotes must have."""

_SENTENCE_END = re.compile(r"(?<!\b[A-Z])[.!?؟]['\")\]]*\s|[。！？\n]")
_PRONOUNS = frozenset(
    fold(
        "he she it they him her hers his its their them this that these those who which "
        "هو هي هم له لها لهم"
    ).split()
)


def check_step(
    step: ProofStep,
    earlier: Sequence[ProofStep],
    passages: Mapping[str, Passage],
    asked: str = "",
) -> ProofStep:
    """Return `step` with its status and reason, and with the place of its quote if found.

    Args:
        step: The step to check.
        earlier: The steps before it, checked.
        passages: The passages that were given, by id.
        asked: The question's comparison word, for claims that have none.
    """
    if step.rule == "lookup":
        return _checked_lookup(step, earlier, passages)
    if step.rule == "negation":
        problem = _negation_problem(step, passages)
    else:
        problem = _inputs_problem(step, earlier, 2) or _derived_problem(step, earlier, asked)
    return _with_verdict(_without_place(step), problem)


def _without_place(step: ProofStep) -> ProofStep:
    return step.model_copy(update={"start": -1, "end": -1})


def _derived_problem(step: ProofStep, earlier: Sequence[ProofStep], asked: str) -> str:
    if step.rule == "comparison":
        return comparison_problem(step, earlier, asked)
    broken = _broken_link(step, earlier) if step.rule == "bridge" else ""
    return broken or _conjunction_problem(step, earlier)


def _with_verdict(step: ProofStep, problem: str) -> ProofStep:
    status = "invalid" if problem else "valid"
    return step.model_copy(update={"status": status, "reason": problem or _HOLDS[step.rule]})


_HOLDS = {
    "lookup": "the quote stands in the passage and says what is claimed",
    "conjunction": "every part is said by the steps it rests on",
    "bridge": "the object of each step is the subject of the next",
    "comparison": "computed from the two values",
    "negation": "searched for in the passages and not found",
}


def _checked_lookup(
    step: ProofStep, earlier: Sequence[ProofStep], passages: Mapping[str, Passage]
) -> ProofStep:
    passage = passages.get(step.passage_id)
    place = find_verbatim(passage.text, step.quote, step.start) if passage else None
    if passage is None or place is None:
        missing = "no such passage was given" if passage is None else "not a quote of the passage"
        return _with_verdict(_without_place(step), missing)
    start, end = place
    quoted = {"quote": passage.text[start:end], "start": start, "end": end}
    found = step.model_copy(update=quoted)
    return _with_verdict(found, _lookup_problem(found, earlier, passage))


def _lookup_problem(step: ProofStep, earlier: Sequence[ProofStep], passage: Passage) -> str:
    """Return why a lookup whose quote was found does not hold, or ""."""
    if not tokens(step.subject) or not tokens(step.object):
        return "a lookup names a subject and an object"
    if tokens(step.subject) == tokens(step.object):
        return "subject and object are the same"
    if not says(step.quote, step.object):
        return f"the quote does not name the object {step.object!r}"
    if set(tokens(step.quote)) <= set(tokens(step.object)):
        return "the quote says no more than the object"
    if not _has_subject(step, passage):
        return f"the quote is not about the subject {step.subject!r}"
    return (
        _claim_problem(step, [step.quote], f"{step.quote} {passage.title}")
        or _inputs_problem(step, earlier, 0)
        or _unlinked_input(step, earlier)
    )


def _has_subject(step: ProofStep, passage: Passage) -> bool:
    subject = bare_name(step.subject)
    if same_name(passage.title, step.subject) or mentions(passage.title, subject):
        return True
    ends = [match.end() for match in _SENTENCE_END.finditer(passage.text)]
    first = max((end for end in ends if end <= step.start), default=0)
    last = min((end for end in ends if end >= step.end), default=len(passage.text))
    if mentions(passage.text[first:last], subject):
        return True
    refers_back = not _PRONOUNS.isdisjoint(tokens(step.quote))
    return refers_back and mentions(passage.text[:first], subject)


def _claim_problem(step: ProofStep, quotes: Sequence[str], evidence: str) -> str:
    """Return what is wrong with the claim, held against what it rests on, or ""."""
    if not content_words(step.claim):
        return "the claim is empty"
    if step.object and not _shares_words(step.claim, step.object):
        return f"the claim does not name the object {step.object!r}"
    if unsupported_names(step, evidence):
        return "the claim names what the quote does not"
    enough = min(step_support(step, quotes), relation_support(step, evidence)) >= MIN_SUPPORT
    return "" if enough else "the claim says what the quote does not"


def _shares_words(claim: str, name: str) -> bool:
    return says(claim, name) or not set(content_words(claim)).isdisjoint(content_words(name))


def _inputs_problem(step: ProofStep, earlier: Sequence[ProofStep], least: int) -> str:
    if len(set(step.inputs)) < least:
        return f"needs at least {least} earlier steps"
    for number in step.inputs:
        if not 0 < number <= len(earlier):
            return f"step {number} does not come before it"
        if earlier[number - 1].status != "valid":
            return f"step {number} does not hold"
    return ""


def _unlinked_input(step: ProofStep, earlier: Sequence[ProofStep]) -> str:
    for number in step.inputs:
        if not shares_name(earlier[number - 1], step):
            return f"shares no name with step {number}"
    return ""


def _conjunction_problem(step: ProofStep, earlier: Sequence[ProofStep]) -> str:
    under = [earlier[n - 1] for n in step.inputs]
    for term in (step.subject, step.object):
        if term and not any(_has_term(part, term) for part in under):
            return f"no step it rests on names {term!r}"
    quotes = quotes_under((*earlier, step), len(earlier))
    known = " ".join((*quotes, *(f"{part.subject} {part.object}" for part in under)))
    return _claim_problem(step, [known], known)


def _has_term(step: ProofStep, term: str) -> bool:
    return any(same_name(term, own) or says(own, term) for own in (step.subject, step.object))


def _broken_link(step: ProofStep, earlier: Sequence[ProofStep]) -> str:
    for left, right in pairwise(step.inputs):
        if not leads_to(earlier[left - 1], earlier[right - 1]):
            return f"the object of step {left} is not the subject of step {right}"
    return ""


def _negation_problem(step: ProofStep, passages: Mapping[str, Passage]) -> str:
    if not tokens(step.subject) or not tokens(step.object):
        return "a negation names what was searched for: a subject and an object"
    about = [
        p for p in passages.values() if mentions(f"{p.title}\n{p.text}", bare_name(step.subject))
    ]
    if not about:
        return f"no passage names the subject {step.subject!r}"
    if any(says(f"{p.title}\n{p.text}", bare_name(step.object)) for p in about):
        return f"a passage about the subject names {step.object!r}"
    return ""
