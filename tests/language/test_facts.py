"""Facts that passages give to the open slots of a question, by rule."""

import pytest

from hopgraph.language.facts import extract_facts
from hopgraph.reasoning.question import analyze_question
from hopgraph.state.values import Fact, Passage


def passage(title: str, text: str) -> Passage:
    return Passage(id=title, source=title, title=title, text=text, score=0.5)


def values(question: str, *passages: Passage, language: str = "en") -> dict[str, str]:
    facts = extract_facts(analyze_question(question, language), passages, (), language)
    for fact in facts:
        source = next(p for p in passages if p.id == fact.passage_id)
        assert source.text[fact.start : fact.end] == fact.text
    return {fact.slot: fact.value for fact in facts}


FILM = passage(
    "Silver Fen (film)", "Silver Fen is a French film of 1990. It was directed by Mira Holt."
)
HOLT = passage(
    "Mira Holt", "Mira Holt (1950-2001) was a director. She was born in Calder, Norland."
)


def test_facts_follow_the_chain_from_slot_to_slot() -> None:
    assert values("Where was the director of Silver Fen born?", FILM, HOLT) == {
        "1": "Mira Holt",
        "2": "Calder",
    }


def test_order_of_passages_does_not_break_the_chain() -> None:
    assert values("Where was the director of Silver Fen born?", HOLT, FILM)["2"] == "Calder"


def test_the_topic_of_another_passage_can_be_the_value() -> None:
    other = passage("Edda Quill", "She is best known because she directed Silver Fen in 1990.")
    assert values("Where was the director of Silver Fen born?", other) == {"1": "Edda Quill"}


def test_dates_and_numbers_fill_slots_of_their_type() -> None:
    bridge = passage("Calder Bridge", "Calder Bridge was opened in May 1931. It has 12 arches.")
    assert values("When was Calder Bridge opened?", bridge) == {"1": "May 1931"}


def test_a_name_that_says_what_is_asked_goes_first() -> None:
    town = passage("Fenwick", "Fenwick is a town located in Tamsin, Alder County, Norland.")
    question = "Who is the sheriff of the county where Fenwick is located?"
    assert values(question, town)["1"] == "Alder County"


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("He was born in Lyon, France.", "France"),
        ("He was born in Texas.", "United States"),
        ("He is a French painter.", "France"),
    ],
)
def test_countries_are_told_by_name_people_or_part(text: str, country: str) -> None:
    about = passage("Tobin Reyes", text)
    question = "What is the capital of the country where Tobin Reyes was born?"
    assert values(question, about)["1"] == country


def test_nationalities_and_the_subject_are_no_values() -> None:
    song = passage("Low Lanterns", "Low Lanterns is a song by French singer Edda Quill.")
    assert (
        values("What is the nationality of the singer of Low Lanterns?", song)["1"] == "Edda Quill"
    )
    empty = passage("Low Lanterns", "Low Lanterns is a song by French people.")
    assert values("Who is the father of the singer of Low Lanterns?", empty) == {}


def test_only_open_slots_with_known_subjects_are_filled() -> None:
    features = analyze_question("Where was the director of Silver Fen born?")
    known = [Fact(text="x", passage_id="p", start=0, end=1, slot="1", value="Mira Holt")]
    assert [fact.slot for fact in extract_facts(features, [FILM, HOLT], known)] == ["2"]
    assert extract_facts(features, [HOLT]) == []
    assert extract_facts(features, []) == []
    assert extract_facts(analyze_question("what is this"), [FILM, HOLT]) == []


def test_arabic_passages_give_facts_too() -> None:
    film = passage("فيرسوس", "فيلم فيرسوس من إخراج المخرج سامي حداد عام ١٩٩٠.")
    assert values("أين ولد مخرج فيلم فيرسوس؟", film, language="ar") == {"1": "سامي حداد"}
