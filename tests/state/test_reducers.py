"""Merging lists by key."""

from hypothesis import given
from hypothesis import strategies as st

from hopgraph.state.reducers import merge_candidates, merge_passages, merge_words
from hopgraph.state.values import Candidate, Passage

lines = st.lists(st.sampled_from(["a", "b", "c", "d"]))


@given(lines, lines)
def test_emitting_items_again_changes_nothing(left: list[str], right: list[str]) -> None:
    once = merge_words(merge_words([], left), right)
    assert merge_words(once, right) == once
    assert merge_words(once, left) == once


@given(lines, lines)
def test_order_of_first_appearance_is_kept(left: list[str], right: list[str]) -> None:
    assert merge_words(left, right) == list(dict.fromkeys([*left, *right]))


def test_a_passage_that_is_held_keeps_its_score() -> None:
    first = Passage(id="p", source="s", text="t", score=0.9)
    again = Passage(id="p", source="s", text="t", score=0.1)
    assert merge_passages([first], [again]) == [first]


def test_one_candidate_stands_for_each_arm() -> None:
    direct = Candidate(arm="direct", answer="x")
    iterative = Candidate(arm="iterative", answer="x")
    merged = merge_candidates([direct], [iterative, direct])
    assert [c.arm for c in merged] == ["direct", "iterative"]
