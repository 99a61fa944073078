"""MothRag's routing: which arms run, and where its bridge and chain filter apply."""

import re
from typing import Any

from .qtype import QuestionClass, QuestionCounts, classify, count

_COMPARATIVES = (
    "older younger larger smaller taller shorter earlier later longer wider deeper richer poorer "
    "faster slower more less better worse higher lower greater"
).replace(" ", "|")
_CONNECTIVES = "and|of|on|in|at|the|to|for|by|with|from|de|la|le|du|von|van"
_WORD = r"[A-Z]\w*"


def _span(connectives: str) -> str:
    """Return the pattern of a run of title-cased words, joined by connectives."""
    return rf"{_WORD}(?:\s+(?:{_WORD}|&|{connectives}))*"


_FIRST_SPAN, _SECOND_SPAN = _span(f"{_CONNECTIVES}|or"), _span(_CONNECTIVES)
_POLAR = (
    re.compile(
        r"^\s*(?:are|is|was|were|did|do|does|have|has|can|could|would|will)\b[^?]*?"
        r"\b(?:both|same|either|neither)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"^\s*(?:are|is|was|were|did|do|does|which|who|what)\b"
        r"(?:(?!\b(?:who|whose|which|that|whom)\b)[^?]){0,30}?"
        rf"\b(?:{_COMPARATIVES})\s+than\b",
        re.IGNORECASE,
    ),
    re.compile(rf"^\s*{_FIRST_SPAN}\s+or\s+{_SECOND_SPAN}\s*\??\s*$"),
    re.compile(
        r"^\s*(?i:which|who|what|between)\b"
        r"(?:(?!\b(?i:who|whose|which|that|whom|has|have|had)\b)[^?])*?"
        rf",\s*{_FIRST_SPAN}\s+or\s+{_SECOND_SPAN}\s*\??\s*$"
    ),
)
_OR = re.compile(r"\bor\b", re.IGNORECASE)
_SELECTING = re.compile(
    r"\b(?:first|earlier|later|earliest|latest|older|younger|oldest|youngest|longer|shorter|"
    r"longest|shortest|before|after|biggest|smallest|highest|lowest|tallest|born|died|lived)\b",
    re.IGNORECASE,
)
_KIN = (
    "father|mother|parent|son|daughter|child|children|brother|sister|sibling|spouse|wife|husband|"
    "grandfather|grandmother|grandparent|grandson|granddaughter|grandchild|aunt|uncle|nephew|"
    "niece|cousin|(?:step|god)(?:father|mother|sister|brother|son|daughter|child)"
)
_KINSHIP = re.compile(rf"'s\s+(?:\w+\s+)?(?:{_KIN})\b", re.IGNORECASE)

ARMS = ("v3bu", "decompose", "iter", "iter_dup_a")
"""MothRag's arms: a direct read, decomposition, iteration, and the copy of the iteration."""


def is_polar(question: str) -> bool:
    """Tell whether `question` is a comparison with a yes, a no or one of two names as answer."""
    return any(pattern.search(question) for pattern in _POLAR)


def is_comparative_selection(question: str) -> bool:
    """Tell whether `question` offers a choice ("or") by order or size."""
    return bool(_OR.search(question) and _SELECTING.search(question))


def is_kinship_possessive(question: str) -> bool:
    """Tell whether `question` asks for someone's relative by an ASCII possessive."""
    return bool(_KINSHIP.search(question))


def arm_subset(question: str) -> list[str]:
    """Return the arms that run for `question`, the copy of the iteration included."""
    label = classify(count(question))
    chained = label in ("chain_deep", "bridge_entity")
    if chained:
        direct = is_polar(question)
    else:
        direct = not (is_comparative_selection(question) or is_kinship_possessive(question))
    return list(ARMS) if direct else list(ARMS[1:])


def bridge_allowed(arm: str, label: QuestionClass) -> bool:
    """Tell whether `arm` retrieves through the bridge for a question of class `label`.

    The iteration and its copy use dense retrieval on bridge_entity questions.
    """
    return not (arm in ("iter", "iter_dup_a") and label == "bridge_entity")


def chain_filter_gate(counts: QuestionCounts) -> bool:
    """Tell whether the chain filter re-scores passages: only for questions of two hops or more."""
    return max(counts.np_depth, counts.n_relations) >= 2 or counts.has_chain


def analyze(question: str) -> dict[str, Any]:
    """Return everything MothRag reads from the question alone, under its released names."""
    counts = count(question)
    label = classify(counts)
    arms = arm_subset(question)
    return {
        "question": question,
        "qtype": label,
        "n_entities": counts.n_entities,
        "n_relations": counts.n_relations,
        "has_chain": counts.has_chain,
        "n_tokens": counts.n_tokens,
        "np_depth": counts.np_depth,
        "arm_subset": arms,
        "polar": is_polar(question),
        "comparative_selection": is_comparative_selection(question),
        "kinship_possessive": is_kinship_possessive(question),
        "bridge_allow": {arm: bridge_allowed(arm, label) for arm in ARMS},
        "chainfilter_gate": chain_filter_gate(counts),
    }
