"""Confidence, completeness, and the chain in words."""

from hop_samples import fact, features, gap, hop
from hypothesis import given
from hypothesis import strategies as st

from hopgraph.reasoning.progress import hop_confidence, is_complete, reasoning_line
from hopgraph.state.values import ProofStatus

STATUSES = st.sampled_from(["valid", "partial", "invalid", "refused"])
ALL = [fact("1", "Edda Quill"), fact("2", "Norland"), fact("3", "Port Ellery")]


def test_confidence_follows_the_published_formula() -> None:
    asked = features()
    assert hop_confidence(asked, []) == 0.0
    assert hop_confidence(asked, ALL[:1]) == 0.2
    assert hop_confidence(asked, ALL, (), "valid") == 1.0
    assert hop_confidence(asked, ALL, ("1",), "partial") == 0.56


@given(filled=st.integers(0, 2), clashes=st.integers(0, 3), status=STATUSES)
def test_a_filled_slot_raises_and_a_contradiction_lowers(
    filled: int, clashes: int, status: ProofStatus
) -> None:
    asked, named = features(), ["1"] * clashes
    now = hop_confidence(asked, ALL[:filled], named, status)
    assert 0 <= now <= 1
    assert hop_confidence(asked, ALL[: filled + 1], named, status) > now
    worse = hop_confidence(asked, ALL[:filled], [*named, "2"], status)
    assert worse < now or worse == now == 0


def test_complete_only_if_every_slot_is_filled_and_grounded() -> None:
    asked = features()
    assert is_complete(asked, ALL, (), "valid")
    assert not is_complete(asked, ALL[:2], (), "valid")
    assert not is_complete(asked, ALL, (), "partial")
    assert not is_complete(asked, ALL, ("1",), "valid")
    assert not is_complete(asked.model_copy(update={"slots": ()}), [], (), "valid")
    assert hop_confidence(asked.model_copy(update={"slots": ()}), []) == 0.0


def test_lines_can_be_read_in_the_language_of_the_question() -> None:
    line = reasoning_line(hop(2, "Winter Salt author"), gap(), [fact("1", "Edda Quill")])
    assert line == (
        "Hop 2: looked for Winter Salt: author, searched for Winter Salt author."
        " Read 1 new passages: s20. Found: It is Edda Quill."
    )
    empty = reasoning_line(hop(1, "Winter Salt", new=0), None, [])
    assert empty == "Hop 1: searched for Winter Salt. Nothing new was found."
    arabic = reasoning_line(hop(1, "ملح الشتاء", new=2), None, [], "ar")
    assert arabic.startswith("القفزة 1") and "s10، s11" in arabic
    assert reasoning_line(hop(1, "x"), None, [], "fr").startswith("Hop 1")
