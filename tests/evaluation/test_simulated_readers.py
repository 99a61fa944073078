import json
from dataclasses import replace

import pytest
from evaluation_samples import DATASET, QUESTIONS, passage, write_folder
from keys import Key, KnownFact, load_keys
from readers import FaultyReader, PerfectReader

from hopgraph.models.reading import ReadingKind, ReadingTask
from hopgraph.reasoning.grounding import check_proof
from hopgraph.reasoning.question import analyze_question

QUESTION = QUESTIONS[0]
FACTS = (
    KnownFact("Mill House", "built by", "Ada Bell"),
    KnownFact("Ada Bell", "born", "Norvale"),
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
    assert reading.abstained and reading.missing == ("Ada Bell born",)


def test_counts_a_call_once_per_prompt():
    first = PERFECT.read(task("p1"))
    assert [call.requests for call in first.calls] == [1]
    again = PERFECT.read(replace(task("p1"), prior=first.calls))
    assert again.calls == ()


def test_answers_a_sub_question_that_asks_for_a_known_fact():
    found = PERFECT.read(task("p2", kind="sub_question", question="Where was Ada Bell born?"))
    assert found.answer == "Norvale"
    silent = PERFECT.read(task("p1", kind="sub_question", question="Where was Ada Bell born?"))
    assert silent.abstained
    assert PERFECT.read(task(kind="plan")).plan == ()


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
        KnownFact("", "Where was Ada Bell born?", "Norvale"),
    )
