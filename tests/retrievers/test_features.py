"""The features of one passage."""

import pytest

from hopgraph.retrievers.features import extract_features, hash_words, read_features
from hopgraph.retrievers.phrases import ALIAS, SPAN, TITLE


def phrases(title: str, text: str, kind: int) -> set[int]:
    features = read_features(extract_features(title, text))
    return set(features.phrases[features.kinds == kind].tolist())


def hashed(*names: str) -> set[int]:
    return {hash_words(name.lower().split()) for name in names}


@pytest.mark.parametrize(
    ("title", "text", "name"),
    [
        ("Mara Velt (painter)", "", "mara velt"),
        ("Guide > Setup > Water Pumps", "", "water pumps"),
        ("water_pumps.md", "", "water pumps"),
        ("", "A Water Pump is a machine.", "water pump"),
        ("", "Bluestone (founded 1802) was a port.", "bluestone"),
    ],
)
def test_the_subject_has_a_title(title: str, text: str, name: str) -> None:
    assert phrases(title, text, TITLE) == hashed(name)


@pytest.mark.parametrize(
    ("title", "text", "name"),
    [
        ("Osterby, Halmark", "", "osterby"),
        ("The Long Tide", "", "long tide"),
        ("Dune: Part One", "", "dune"),
        ("Halmark City", "Halmark City, also known as Bluestone, is a port.", "bluestone"),
    ],
)
def test_the_subject_has_other_names(title: str, text: str, name: str) -> None:
    assert hashed(name) <= phrases(title, text, ALIAS)


def test_a_very_short_title_counts_as_another_name() -> None:
    assert phrases("Ark", "", TITLE) == set()
    assert phrases("Ark", "", ALIAS) == hashed("ark")


def test_capitalised_runs_are_spans_whole_and_in_parts() -> None:
    found = phrases("", "they met Jon Arp and Mara Velt of Osterby in the town.", SPAN)
    assert hashed("jon arp", "mara velt of osterby") <= found


def test_no_title_and_no_text_are_features_too() -> None:
    features = read_features(extract_features("", ""))
    assert len(features.words) == len(features.phrases) == 0


def test_equal_texts_have_one_digest_whatever_their_title() -> None:
    digests = {
        read_features(extract_features(t, x)).digest
        for t, x in [("A", "One two."), ("B", "one  TWO")]
    }
    assert len(digests) == 1


def test_a_blob_of_another_version_is_refused() -> None:
    blob = bytearray(extract_features("A", "B"))
    blob[14] = 0
    with pytest.raises(ValueError, match="version 0"):
        read_features(bytes(blob))
