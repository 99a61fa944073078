"""Reducers: every list merges by key, so that re-emitted items change nothing."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from .values import (
    Candidate,
    Fact,
    Failure,
    HopResult,
    ModelCall,
    Passage,
    Ranking,
    SubAnswer,
    SubQuestion,
)

Item = TypeVar("Item")


def merged(left: list[Item], right: list[Item], key: Callable[[Item], Hashable]) -> list[Item]:
    """Return `left` followed by the items of `right` whose key is new."""
    items: dict[Hashable, Item] = {}
    for item in (*left, *right):
        items.setdefault(key(item), item)
    return list(items.values())


def merge_passages(left: list[Passage], right: list[Passage]) -> list[Passage]:
    """Merge passages by id."""
    return merged(left, right, lambda p: p.id)


def merge_sub_questions(left: list[SubQuestion], right: list[SubQuestion]) -> list[SubQuestion]:
    """Merge sub-questions by id."""
    return merged(left, right, lambda s: s.id)


def merge_sub_answers(left: list[SubAnswer], right: list[SubAnswer]) -> list[SubAnswer]:
    """Merge sub-answers by the id of their sub-question."""
    return merged(left, right, lambda s: s.id)


def merge_hops(left: list[HopResult], right: list[HopResult]) -> list[HopResult]:
    """Merge hops by number and query."""
    return merged(left, right, lambda h: (h.hop_number, h.query))


def merge_rankings(left: list[Ranking], right: list[Ranking]) -> list[Ranking]:
    """Merge rankings by hop and query."""
    return merged(left, right, lambda r: (r.hop_number, r.query))


def merge_facts(left: list[Fact], right: list[Fact]) -> list[Fact]:
    """Merge facts by place and slot."""
    return merged(left, right, lambda f: (f.passage_id, f.start, f.end, f.slot))


def merge_candidates(left: list[Candidate], right: list[Candidate]) -> list[Candidate]:
    """Merge candidates by arm."""
    return merged(left, right, lambda c: c.arm)


def merge_failures(left: list[Failure], right: list[Failure]) -> list[Failure]:
    """Merge failures that are equal."""
    return merged(left, right, lambda f: (f.stage, f.kind, f.message, f.provider))


def merge_calls(left: list[ModelCall], right: list[ModelCall]) -> list[ModelCall]:
    """Merge model calls by id."""
    return merged(left, right, lambda c: c.id)


def merge_words(left: list[str], right: list[str]) -> list[str]:
    """Merge lines of text that are equal."""
    return merged(left, right, lambda line: line)
