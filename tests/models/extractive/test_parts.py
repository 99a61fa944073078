"""The parts of the extractive reader: views, attributes, relations, candidates."""

import pytest

from hopgraph.models.extractive.attributes import (
    countries_of,
    event_date_of,
    life_of,
    nationality_of,
)
from hopgraph.models.extractive.keys import keys
from hopgraph.models.extractive.kinds import kind_of_name, kind_of_subject
from hopgraph.models.extractive.known_names import with_known_names
from hopgraph.models.extractive.links import linked_views
from hopgraph.models.extractive.slots import follow_slots, read_slot, values_of
from hopgraph.models.extractive.view import PassageView
from hopgraph.reasoning.question import analyze_question
from hopgraph.state.values import Slot


def view(text: str, title: str = "") -> PassageView:
    return PassageView("p", title, text)


def texts(spans) -> tuple[str, ...]:
    return tuple(span.text if span else "" for span in spans)


@pytest.mark.parametrize(
    ("text", "life"),
    [
        (
            "Ada Voss (3 May 1900 – 4 June 1990) was a pilot.",
            ("3 May 1900", "", "4 June 1990", ""),
        ),
        (
            "Ada Voss( born 3 May 1900 in Bern; died 4 June 1990 in Zug, Switzerland) was a pilot.",
            ("3 May 1900", "Bern", "4 June 1990", "Zug, Switzerland"),
        ),
        (
            "Ada Voss (c.1762, Warsaw – 1832, Paris) was a painter.",
            ("1762", "Warsaw", "1832", "Paris"),
        ),
        ("Ada Voss (died 1338) was a duchess.", ("", "", "1338", "")),
        ("Ada Voss (1900, 1990) was a pilot.", ("1900", "", "1990", "")),
        (
            "Ada Voss is a pilot. She was born in the town of Bern on 3 May 1900 and died in 1990.",
            ("3 May 1900", "Bern", "1990", ""),
        ),
        ("Ada Voss (pronounced foss (very softly)) is a pilot.", ("", "", "", "")),
    ],
)
def test_life_dates_and_places(text, life):
    assert texts(life_of(view(text))) == life


def test_of_a_double_nationality_the_last_part_is_taken():
    assert texts([nationality_of(view("Ada Voss is a Hungarian-American pilot."))]) == ("American",)
    assert nationality_of(view("Ada Voss is a pilot.")) is None


def test_countries_are_named_by_adjectives_names_and_parts():
    found = countries_of(view("Ada Voss is a French pilot from Ohio. She moved to Poland."))
    assert list(found) == ["France", "United States", "Poland"]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Red Kite is a 1984 film. It was shown in 1990.", "1984"),
        ("The club, known since 1880, was founded in 1901.", "1901"),
        ("It burnt down in 1850.", "1850"),
        ("It burnt down.", ""),
    ],
)
def test_when_something_came_about(text, date):
    assert texts([event_date_of(view(text))]) == (date,)


@pytest.mark.parametrize(
    ("relation", "text", "values"),
    [
        (
            "director",
            "Red Kite was directed by the Danish filmmaker Mara Holm.",
            ["Mara Holm"],
        ),
        ("director", "Red Kite was directed by Mara Holm and Jon Dahl.", ["Mara Holm", "Jon Dahl"]),
        ("father", "Ada Voss was the daughter of Karl Voss.", ["Karl Voss"]),
        ("founder", "Jon Dahl founded Red Kite in 1990.", ["Jon Dahl"]),
        ("spouse", "Ada Voss married Bo Lund in 1920.", ["Bo Lund"]),
    ],
)
def test_stated_relations(relation, text, values):
    title = "Ada Voss" if text.startswith("Ada") else "Red Kite"
    assert [v.text for v in values_of(view(text, title), relation)][: len(values)] == values


def test_a_passage_without_words_states_nothing():
    assert list(values_of(view(""), "director")) == []


@pytest.mark.parametrize(
    ("relation", "kind", "read"),
    [
        ("place of birth", "place", (("born_place",), 0)),
        ("born", "date", (("born_date",), 0)),
        ("died", "date", (("died_date",), 0)),
        ("nationality father", "nationality", (("father", "nationality"), 0)),
        ("paternal grandmother", "person", (("father", "mother"), 0)),
        ("released", "date", (("event_date",), 0)),
        ("polished brass handle", "entity", ((), 3)),
    ],
)
def test_a_slot_names_relations_the_innermost_first(relation, kind, read):
    assert read_slot(Slot(id="1", subject="X", relation=relation, answer_type=kind)) == read


def test_slots_are_followed_through_passages():
    views = [
        view("Red Kite is a film directed by Mara Holm.", "Red Kite"),
        view("Mara Holm (born 3 May 1900) is a director.", "Mara Holm"),
    ]
    slots = (
        Slot(id="1", subject="Red Kite", relation="director", answer_type="person"),
        Slot(id="2", subject="#1", relation="born", answer_type="year", depends_on=("1",)),
        Slot(id="3", subject="#2", relation="", depends_on=("2",)),
    )
    chain = follow_slots(slots[:2], views)
    assert [f.text for f in chain.answers] == ["1900"]
    assert chain.followed
    assert [f.text for f in follow_slots(slots, views).answers] == ["3 May 1900"]


def test_a_name_links_to_its_passage_by_title_part_or_opening():
    views = [
        view("Mara Ida Holm is a director.", "Mara Holm"),
        view("Joan Elm, called Jo, sings.", "Jo (singer)"),
    ]
    assert linked_views("Mara Holm", views)[0] is views[0]
    assert linked_views("Mara Ida Holm", views)[0] is views[0]
    assert linked_views("Jo (singer)", views) == [views[1]]
    assert linked_views("Joan Elm", views) == [views[1]]
    assert linked_views("", views) == []


def test_titles_of_passages_are_names_in_the_question():
    question = "Who directed What If, Then? and was born in 1950?"
    views = [view("What If, Then? is a film.", "What If, Then?")]
    features = with_known_names(question, analyze_question(question), views, "en")
    assert "What If, Then?" in features.anchors
    assert features.slots[0].subject == "What If, Then?"


def test_what_a_passage_is_about_has_a_kind():
    assert kind_of_subject(view("Red Kite is a small river in Bern.", "Red Kite")) == "place"
    assert kind_of_subject(view("Mara Holm sang. She was loved.", "Mara Holm")) == "person"
    assert kind_of_subject(view("")) is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("He moved to Ohio.", "place"),
        ("He joined Zug University.", "organisation"),
        ("He met Elm, a Danish novelist, there.", "person"),
        ("It was sung by the singer Elm.", "person"),
        ("It lies near Elm.", "place"),
        ("And then Elm fell.", None),
    ],
)
def test_a_name_has_a_kind_by_its_neighbours(text, kind):
    seen = view(text)
    (name,) = (n for s in seen.sentences for n in s.names)
    assert kind_of_name(seen, name) == kind


def test_paraphrases_and_endings_share_a_key():
    assert keys("the author wrote stories")[:2] == keys("writers of a story")[:1] * 2
    assert keys("founded") == keys("founder") == keys("established")


def test_a_view_keeps_offsets_and_drops_words_that_only_open_a_sentence():
    seen = view("Directed by Ada Voss( 1900) it ran’s long.\nLater Ada Voss left.")
    assert len(seen.text) == len(seen.original)
    assert [n.text for s in seen.sentences for n in s.names] == ["Ada Voss", "Ada Voss"]
    assert seen.sentence_at(3) is seen.sentences[0]
