"""Where sentences end, and where they do not."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopgraph.language.sentences import sentence_spans, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Mr. J. R. Holt met Dr. Reyes. He left.", ["Mr. J. R. Holt met Dr. Reyes.", "He left."]),
        ("He left the U.S. He came back.", ["He left the U.S.", "He came back."]),
        ("The U.S. Senate met in St. Ellery.", ["The U.S. Senate met in St. Ellery."]),
        ("Holt Inc. was sold. It grew.", ["Holt Inc. was sold.", "It grew."]),
        ("It costs 3.5 million. No. 5 won.", ["It costs 3.5 million.", "No. 5 won."]),
        ('She said "Stop." Then she left.', ['She said "Stop."', "Then she left."]),
        ("It grew... and stopped. Then?", ["It grew... and stopped.", "Then?"]),
        ("الأول. الثاني؟ نعم! الأخير", ["الأول.", "الثاني؟", "نعم!", "الأخير"]),
        ("这是一。那是二！好", ["这是一。", "那是二！", "好"]),
        ("यह एक है। वह दो है।", ["यह एक है।", "वह दो है।"]),
        ("Title\n\nText goes\non.\n- one\n- two", ["Title", "Text goes\non.", "- one", "- two"]),
        (" \n ", []),
        ("", []),
    ],
)
def test_sentences_are_cut(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text(alphabet="Aa .!?؟。\n\t\"')1é،ب-", max_size=80))
def test_spans_hold_all_text_that_is_not_blank(text: str) -> None:
    spans = sentence_spans(text)
    assert all(text[a:b] == text[a:b].strip() != "" for a, b in spans)
    assert all(b <= c for (_, b), (c, _) in pairwise(spans))
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())
