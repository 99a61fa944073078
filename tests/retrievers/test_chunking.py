"""Documents are cut at sentences, within the limit, and nothing of them is lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hopgraph.retrievers.chunking import Chunk, chunks


def count(text: str) -> int:
    """One token for every 20 letters of a word, and for each character outside ASCII."""
    pieces = sum(-(-len(word) // 20) for word in text.split())
    return pieces + sum(not char.isascii() for char in text)


def cut(text: str, title: str = "", name: str = "", limit: int = 12) -> list[Chunk]:
    return chunks(text, title, name, limit, count)


def test_a_short_document_is_one_chunk() -> None:
    assert cut("One sentence. And another.") == [Chunk("", "One sentence. And another.")]


def test_a_long_document_is_cut_at_sentences_into_equal_parts() -> None:
    text = " ".join(f"Here stand six words, number {n}." for n in range(4))
    assert [c.text for c in cut(text)] == [
        "Here stand six words, number 0. Here stand six words, number 1.",
        "Here stand six words, number 2. Here stand six words, number 3.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "كلمات " * 60,
        "这是一个没有标点的很长的中文文本" * 20,
        "这是第一句。这是第二句！这是第三句？" * 8,
        "word " * 300,
        "x" * 500,
        "clause one, clause two; " * 40,
        "هل هذا سؤال؟ نعم، هذا جواب. " * 20,
    ],
)
def test_text_of_any_script_is_cut_within_the_limit(text: str) -> None:
    found = cut(text)
    assert len(found) > 1
    assert all(0 < count(c.text) <= 12 for c in found)
    assert "".join(c.text for c in found).replace(" ", "") == text.replace(" ", "")


def test_a_long_sentence_is_cut_after_a_clause() -> None:
    text = "This is the first clause of it, and this is the second one of it"
    assert [c.text for c in cut(text)] == [
        "This is the first clause of it,",
        "and this is the second one of it",
    ]


def test_the_title_counts_and_is_the_same_for_every_chunk() -> None:
    found = cut("Six words are in this sentence. " * 4, title="Three short words")
    assert {c.title for c in found} == {"Three short words"}
    assert all(count(f"{c.title}\n{c.text}") <= 12 for c in found)


def test_an_overlong_title_leaves_room_for_text() -> None:
    found = cut("Some text. " * 10, title="word " * 200, limit=100)
    assert all(c.title and count(f"{c.title}\n{c.text}") <= 100 for c in found)


def test_a_chunk_without_a_title_has_the_nearest_heading_or_the_name() -> None:
    text = "Before.\n\n# Rivers\n\nA river.\n\n## Deep ones ##\n\nA deep river.\n"
    assert cut(text, name="notes") == [
        Chunk("notes", "Before."),
        Chunk("Rivers", "# Rivers\n\nA river."),
        Chunk("Deep ones", "## Deep ones ##\n\nA deep river."),
    ]


def test_headings_that_follow_each_other_stay_together() -> None:
    assert cut("# Top\n## Below\nText.") == [Chunk("Below", "# Top\n## Below\nText.")]
    assert cut("# Only a heading") == [Chunk("Only a heading", "# Only a heading")]


def test_a_heading_is_text_where_the_document_has_a_title() -> None:
    assert cut("# Rivers\n\nA river.", title="Water") == [Chunk("Water", "# Rivers\n\nA river.")]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab .!?,\n#؟。中ع", max_size=300), st.integers(5, 20))
def test_chunks_are_verbatim_in_order_and_hold_every_letter(text: str, limit: int) -> None:
    place = 0
    for chunk in cut(text, title="T", limit=limit):
        place = text.index(chunk.text, place) + len(chunk.text)
        assert count(f"T\n{chunk.text}") <= limit
    letters = sum(char.isalpha() for chunk in cut(text, title="T") for char in chunk.text)
    assert letters == sum(char.isalpha() for char in text)
