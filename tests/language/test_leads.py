"""Queries that lead on from passages: values put into slots, rests, and names often mentioned."""

import pytest

from hopgraph.language.bridging import find_bridges, rest_of
from hopgraph.language.leads import MOST_RESTS, MOST_TOPICS, MOST_VALUES, find_leads
from hopgraph.reasoning.question import analyze_question
from hopgraph.state.values import Passage

QUESTION = "What is the capital of the country where the author of Winter Salt was born?"


def passage(title: str, text: str) -> Passage:
    return Passage(id=title, source=title, title=title, text=text, score=0.5)


NOVEL = passage(
    "Winter Salt", "Winter Salt is a novel of 1990. Its author is Edda Quill. Tobin Reyes drew it."
)
TOWN = passage("Calder", "Calder is the capital of Norland. It has 12 bridges.")
OTHER = passage("Low Lanterns", "Low Lanterns is a song by Edda Quill, in May 1931.")


def queries(question: str, *passages: Passage, language: str = "en") -> list[str]:
    features = analyze_question(question, language)
    return [lead.query for lead in find_leads(question, features, passages, passages, language)]


def test_a_slot_is_asked_of_the_likeliest_values_of_the_one_it_rests_on() -> None:
    features = analyze_question(QUESTION)
    leads = find_leads(QUESTION, features, [NOVEL, TOWN], [NOVEL, TOWN])
    asked = [lead for lead in leads if lead.gap]
    assert "Edda Quill" in asked[0].query
    assert asked[0].gap is not None and asked[0].gap.slot == "2"
    dependent = [slot for slot in features.slots if slot.depends_on]
    assert len(asked) <= MOST_VALUES * len(dependent)
    assert not any("#" in lead.query for lead in leads)


def test_names_are_joined_to_what_their_sentence_leaves_open_and_to_the_question() -> None:
    found = queries(QUESTION, NOVEL, TOWN)
    assert any(q.endswith("Edda Quill") and "author" not in q and "capital" in q for q in found)
    assert f"{QUESTION} Edda Quill" in found
    assert len(found) <= MOST_RESTS + MOST_TOPICS + 2 * MOST_VALUES


def test_a_name_is_likelier_the_more_its_sentence_says_of_the_question() -> None:
    bridges, _ = find_bridges(QUESTION, [OTHER, NOVEL, TOWN], [OTHER, NOVEL, TOWN])
    names = [bridge.name for bridge in bridges]
    assert names.index("Edda Quill") < names.index("Low Lanterns")
    assert "Winter Salt" not in names
    assert not {"May 1931", "12"} & set(names)
    best = next(bridge for bridge in bridges if bridge.name == "Edda Quill")
    assert "author" not in rest_of(QUESTION, best.said)


def test_a_name_that_several_passages_mention_goes_before_others() -> None:
    _, topics = find_bridges(QUESTION, [NOVEL, OTHER], [NOVEL, OTHER])
    assert topics.index("Edda Quill") < topics.index("Tobin Reyes")


def test_equal_names_go_by_name_whatever_the_order_of_a_sentence() -> None:
    one = passage("", "The author met Zita Holt and Abel Holt.")
    bridges, topics = find_bridges("Who met the author?", [one], [one])
    assert [bridge.name for bridge in bridges] == ["Abel Holt", "Zita Holt"]
    assert topics == ["Abel Holt", "Zita Holt"]


@pytest.mark.parametrize("question", ["", "?", "the", "ما؟"])
def test_questions_without_words_of_their_own_lead_nowhere_wrong(question: str) -> None:
    features = analyze_question(question)
    assert find_leads(question, features, [], []) == []
    for lead in find_leads(question, features, [NOVEL], [NOVEL]):
        assert lead.query.strip()


def test_a_passage_without_words_gives_no_lead() -> None:
    assert queries(QUESTION, passage("", " ")) == []


def test_arabic_passages_lead_on_too() -> None:
    film = passage("فيرسوس", "فيلم فيرسوس من إخراج المخرج سامي حداد عام ١٩٩٠.")
    found = queries("أين ولد مخرج فيلم فيرسوس؟", film, language="ar")
    assert any("سامي حداد" in query for query in found)
