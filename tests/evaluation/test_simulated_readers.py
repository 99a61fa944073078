import json
from dataclasses import replace

import pytest
from evaluation_samples import DATASET, QUESTIONS, passage, write_folder
from faults import wrong_answer
from keys import Key, KnownFact, load_keys
from readers import FaultyReader, PerfectReader

from hopgraph.evaluation import Dataset, QuestionRow
from hopgraph.models.reading import ReadingKind, ReadingTask
from hopgraph.reasoning.grounding import check_proof
from hopgraph.reasoning.question import analyze_question
from hopgraph.state.values import Passage

QUESTION = QUESTIONS[0]
FACTS = (
    KnownFact("Mill House", "built by", "Ada Bell", "p1"),
    KnownFact("Ada Bell", "born", "Norvale", "p2", (0,)),
)
PERFECT = PerfectReader({QUESTION.question: Key(QUESTION, FACTS)})


def task(
    *ids: str,
    kind: ReadingKind = "read",
    stage: str = "direct",
    question: str = QUESTION.question,
) -> ReadingTask:
    features = analyze_question(question, "en")
    return ReadingTask(kind, stage, question, features, "en", tuple(passage(i) for i in ids))


def test_is_right_and_proves_it_when_all_gold_passages_are_there():
    asked = task("p1", "p3", "p2")
    reading = PERFECT.read(asked)
    assert reading.answer == "Norvale" and not reading.abstained
    proof = check_proof(reading.steps, reading.answer, asked.passages, asked.features)
    assert proof.status == "valid", proof


def test_says_what_is_missing_when_a_gold_passage_is_not_there():
    reading = PERFECT.read(task("p1", "p3"))
    assert reading.abstained and reading.missing == ("Ada Bell: born",)
    # Nothing read says who the builder was: of the second fact nothing can be asked.
    assert PERFECT.read(task("p2", "p3")).missing == ("Mill House: built by",)


def test_plans_a_sub_question_for_each_fact_with_placeholders_for_what_it_needs():
    plan = PERFECT.read(task("p3")).plan
    assert [(s.id, s.text, s.depends_on) for s in plan] == [
        ("1", "Mill House: built by", ()),
        ("2", "#1: born", ("1",)),
    ]
    hidden = Key(QUESTION, (KnownFact("Old Forge", "named", "Ada Bell", "p1"), *FACTS[1:]))
    assert hidden.plan(given=())[0].text == QUESTION.question
    assert hidden.plan(given={"p1"})[0].text == "Old Forge: named"


def test_counts_a_call_once_per_prompt():
    first = PERFECT.read(task("p1"))
    assert [call.requests for call in first.calls] == [1]
    again = PERFECT.read(replace(task("p1"), prior=first.calls))
    assert again.calls == ()


def part(*ids: str, question: str = "Ada Bell: born") -> ReadingTask:
    """A sub-question, after the first reading of the question it is a part of."""
    asked = task(*ids, kind="sub_question", stage="decomposition", question=question)
    return replace(asked, prior=PERFECT.read(task("p3")).calls)


def test_answers_a_sub_question_where_the_passage_of_its_fact_is_there():
    assert PERFECT.read(part("p2")).answer == "Norvale"
    assert PERFECT.read(part("p2", question="Where was Ada Bell born?")).answer == "Norvale"
    silent = PERFECT.read(part("p3"))
    assert silent.abstained and silent.missing == ("Ada Bell: born",)


def test_a_part_of_which_no_value_is_stated_is_answered_with_what_its_passage_says():
    key = Key(QUESTION, (KnownFact("Ada Bell", "where she lived", "", "p2"),))
    reader = PerfectReader({QUESTION.question: key})
    found = reader.read(part("p1", "p2", question="Ada Bell: where she lived"))
    assert found.answer == found.steps[0].quote == "Ada Bell was born in Norvale."


def test_compares_values_of_the_passages_where_no_fact_is_stated():
    question = QuestionRow("q", "Who is older, Ada Bell or Bo Finch?", ("Bo Finch",), ("a", "b"))
    reader = PerfectReader({question.question: Key(question)})
    passages = (
        Passage(id="1", source="a", title="Ada Bell", text="She was born on 3 May 1912.", score=1),
        Passage(id="2", source="b", title="Bo Finch", text="He was born on 9 June 1908.", score=1),
    )
    asked = replace(task(question=question.question), passages=passages)
    reading = reader.read(asked)
    proof = check_proof(reading.steps, reading.answer, passages, asked.features)
    assert proof.status == "valid", proof


@pytest.mark.parametrize("fault", ["wrong", "misquote", "abstain"])
def test_a_faulty_reader_is_at_fault_as_often_as_asked(fault):
    never, always = (FaultyReader(PERFECT, fault, rate) for rate in (0.0, 1.0))
    asked = task("p1", "p2", "p3")
    assert never.read(asked) == PERFECT.read(asked)
    reading = always.read(asked)
    proof = check_proof(reading.steps, reading.answer, asked.passages, asked.features)
    assert proof.status != "valid"
    assert (reading.answer == "Norvale") == (fault == "misquote")
    assert reading.calls == PERFECT.read(asked).calls


def test_faults_are_drawn_for_each_arm_and_seed_alone():
    def faults(seed, stage):
        reader = FaultyReader(PERFECT, "abstain", 0.3, seed)
        return reader.read(task("p1", "p2", stage=stage)).abstained

    drawn = [[faults(seed, stage) for seed in range(200)] for stage in ("direct", "iterative")]
    assert drawn[0] != drawn[1]
    assert drawn == [[faults(n, s) for n in range(200)] for s in ("direct", "iterative")]
    assert 0.2 < sum(drawn[0]) / 200 < 0.4


def test_only_the_reading_that_gives_the_arms_answer_is_at_fault():
    faulty = FaultyReader(PERFECT, "wrong", 1.0)
    on_the_way = part("p1", question="Mill House: built by")
    assert faulty.read(on_the_way) == PERFECT.read(on_the_way)
    assert faulty.read(part("p1", "p2")).answer == "Ada Bell"


def test_all_readings_of_an_arm_share_one_fault():
    readers = [FaultyReader(PERFECT, "abstain", 0.3, seed) for seed in range(50)]
    whole = [r.read(task("p1", "p2", stage="decomposition")).abstained for r in readers]
    assert whole == [r.read(part("p2")).abstained for r in readers]
    assert set(whole) == {True, False}


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("Who is older, Ada Bell or Bo Finch?", "Bo Finch", "Ada Bell"),
        ("Is Ada Bell older than Bo Finch?", "yes", "no"),
        ("In what year was Ada Bell born?", "1912", "1908"),
        ("Where was Ada Bell born?", "Norvale", "Bo Finch"),
    ],
)
def test_a_wrong_answer_is_of_the_type_asked_for(question, right, wrong):
    text = "Ada Bell was born in Norvale in 1912. Bo Finch was born there in 1908."
    passage = Passage(id="1", source="a", title="Ada Bell", text=text, score=1)
    features = analyze_question(question, "en")
    found = wrong_answer(right, (passage,), question, features, "en", 0.0)
    assert found is not None
    answer, step = found
    assert answer == wrong and step.quote in text


def test_there_may_be_nothing_wrong_to_say():
    assert wrong_answer("Norvale", (), "Where?", analyze_question("Where?", "en"), "en", 0) is None


async def test_reads_without_blocking_too():
    asked = task("p1", "p2")
    assert await PERFECT.aread(asked) == PERFECT.read(asked)
    faulty = FaultyReader(PERFECT, "wrong", 1.0)
    assert await faulty.aread(asked) == faulty.read(asked)


def test_facts_come_from_evidences_or_a_decomposition(tmp_path):
    folder = write_folder(tmp_path)
    path = folder / "questions.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows[0]["evidences"] = [["Mill House", "built by", "Ada Bell"]]
    rows[1]["decomposition"] = [
        {"question": "Mill House >> built by", "answer": "Ada Bell"},
        {"question": "Where was #1 born?", "answer": "Norvale"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    keys = load_keys(folder, DATASET)
    assert list(keys) == [QUESTIONS[0].question, QUESTIONS[1].question]
    assert keys[QUESTIONS[0].question].facts == FACTS[:1]
    assert keys[QUESTIONS[1].question].facts == (
        KnownFact("Mill House", "built by", "Ada Bell"),
        KnownFact("", "Where was Ada Bell born?", "Norvale", "", (0,)),
    )


def test_facts_between_are_read_off_the_gold_passages_where_a_line_has_none(tmp_path):
    compared = QuestionRow("q4", "Is Mill House older than Norvale?", ("no",), ("p1", "p3"))
    dataset = Dataset("sample", (QUESTIONS[0], compared), DATASET.passages)
    keys = load_keys(write_folder(tmp_path, dataset), dataset)
    assert keys[QUESTION.question].facts == (
        KnownFact("Mill House", "", "Ada Bell", "p1"),
        KnownFact("Ada Bell", QUESTION.question, "Norvale", "p2", (0,)),
    )
    assert keys[compared.question].facts == (
        KnownFact("Mill House", compared.question, "", "p1"),
        KnownFact("Norvale", compared.question, "", "p3"),
    )
