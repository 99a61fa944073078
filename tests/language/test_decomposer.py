"""Questions are split as the table says, by the same parse that gives their slots."""

import pytest
from question_table import VALUE, Row, rows

from hopgraph.language.decomposer import QueryDecomposer
from hopgraph.reasoning.gaps import open_gaps
from hopgraph.reasoning.question import analyze_question
from hopgraph.state.values import Fact

ROWS = rows()
every_question = pytest.mark.parametrize("row", ROWS, ids=[row.question for row in ROWS])


@pytest.mark.parametrize("language", ["en", "ar"])
def test_table_covers_all_types_and_depths(language: str) -> None:
    table = [row for row in ROWS if row.language == language]
    assert len(table) >= 60
    assert {row.type for row in table} == {
        *("comparison", "causal", "temporal", "procedural", "factual", "yes_no", "choice"),
        *("superlative", "count"),
    }
    assert {1, 2, 3, 4} <= {len(row.slots) for row in table}


@every_question
def test_question_is_split_into_the_expected_sub_questions(row: Row) -> None:
    decomposer = QueryDecomposer(language=row.language)
    assert decomposer.decompose(row.question) == row.sub_questions


@every_question
def test_question_is_analyzed_as_expected(row: Row) -> None:
    features = analyze_question(row.question, row.language)
    assert features.type == row.type
    assert features.answer_type == row.answer_type
    assert list(features.anchors) == row.anchors
    assert list(features.options) == row.options
    assert [[s.subject, s.relation, s.answer_type] for s in features.slots] == row.slots


@every_question
def test_next_hop_asks_for_the_expected_gap(row: Row) -> None:
    features = analyze_question(row.question, row.language)
    value = VALUE[row.language]
    fact = Fact(text=value, passage_id="p", start=0, end=1, slot="1", value=value)
    assert open_gaps(features, [])[0].text == row.first_hop
    after = open_gaps(features, [fact])
    assert (after[0].text if after else "") == row.next_hop


@every_question
def test_plan_and_slots_are_one_chain_in_dependency_order(row: Row) -> None:
    plan = QueryDecomposer(language=row.language).plan(row.question)
    slots = analyze_question(row.question, row.language).slots
    assert [p.id for p in plan] == [s.id for s in slots]
    assert [p.depends_on for p in plan] == [s.depends_on for s in slots]
    for part in plan:
        assert all(int(needed) < int(part.id) for needed in part.depends_on)


def test_single_hop_question_is_its_own_sub_question() -> None:
    question = "Who directed Silver Fen ?"
    assert QueryDecomposer().decompose(f" {question} ") == [question]


@pytest.mark.parametrize("question", ["", "?", "a", "Silver Fen", "????", "who", "the of the of"])
def test_anything_gives_at_least_one_sub_question(question: str) -> None:
    for language in ("en", "ar"):
        assert len(QueryDecomposer(language=language).plan(question)) == 1


def test_names_are_returned_once_and_in_reading_order() -> None:
    text = "Mira Holt met Tobin Reyes in Port Ellery. Mira Holt left in May 1990 with 3 boats."
    decomposer = QueryDecomposer()
    assert decomposer.extract_entities(text) == ["Mira Holt", "Tobin Reyes", "Port Ellery"]
    by_type = decomposer.get_entities_by_type(text)
    assert by_type["PER"] == ["Mira Holt", "Tobin Reyes"]
    assert by_type["DATE"] == ["May 1990"]
    assert by_type["NUM"]
