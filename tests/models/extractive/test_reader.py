"""The extractive reader answers from passages, and quotes them."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hopgraph.models.extractive import ExtractiveReader
from hopgraph.models.reading import Reading
from hopgraph.state.values import ProofStep, SubAnswer

from .helpers import passages, proof_status, read, task

TOWER = ("The Eiffel Tower is in Paris.", "Paris is the capital of France.")
FILM = (
    ("Silver Harbour", "Silver Harbour is a 1961 drama film directed by Anna Lindqvist."),
    ("Anna Lindqvist", "Anna Lindqvist (4 May 1920 – 9 June 1999) was a Swedish director."),
    ("Distant Bells", "Distant Bells is a 1974 comedy film directed by Marco Ferri."),
    ("Marco Ferri", "Marco Ferri (born 12 March 1935 in Turin) is an Italian film director."),
)
MILLS = ("Bo T. Lund founded Varnholt Mills.", "Bo Lund was born in Kelmere.")
CASES = [
    ("Where was the founder of Varnholt Mills born?", MILLS, "Kelmere"),
    ("In which country is the Eiffel Tower?", TOWER, "France"),
    ("Who directed Silver Harbour?", FILM, "Anna Lindqvist"),
    ("Where was the director of film Distant Bells born?", FILM, "Turin"),
    ("When was the director of film Silver Harbour born?", FILM, "4 May 1920"),
    ("What nationality is the director of film Distant Bells?", FILM, "Italian"),
    (
        "Which film has the director who was born first, Silver Harbour or Distant Bells?",
        FILM,
        "Silver Harbour",
    ),
    ("Which film was released later, Silver Harbour or Distant Bells?", FILM, "Distant Bells"),
]


@pytest.mark.parametrize(("question", "texts", "answer"), CASES)
def test_answers_over_linked_passages(question, texts, answer):
    assert read(question, *texts).answer == answer


@pytest.mark.parametrize(("question", "texts", "answer"), CASES)
def test_its_proofs_are_valid(question, texts, answer):
    assert proof_status(question, *texts) == "valid"


def test_a_bridge_is_proved_by_one_lookup_for_each_passage():
    first, second = read("In which country is the Eiffel Tower?", *TOWER).steps
    assert (first.passage_id, first.subject, first.object) == ("p0", "Eiffel Tower", "Paris")
    assert (second.passage_id, second.subject, second.object) == ("p1", "Paris", "France")
    assert second.inputs == (1,)


@pytest.mark.parametrize(("question", "texts", "answer"), CASES)
def test_quotes_are_verbatim_and_in_place(question, texts, answer):
    by_id = {p.id: p for p in passages(*texts)}
    for step in read(question, *texts).steps:
        if step.rule == "lookup":
            assert by_id[step.passage_id].text[step.start : step.end] == step.quote


def test_confidence_is_higher_where_relations_lead_to_the_answer():
    stated = read("Where was the director of film Distant Bells born?", *FILM)
    guessed = read("What did the harbour master drink?", *FILM)
    assert 0 <= guessed.confidence < stated.confidence <= 1


def test_it_says_what_is_missing():
    found = read("Where was the spouse of Anna Lindqvist born?", *FILM)
    assert any("spouse Anna Lindqvist" in phrase for phrase in found.missing)


@pytest.mark.parametrize("texts", [(), ("",), ("  \n",), ("!!! … 🎉",)])
def test_without_words_it_abstains_and_asks_for_the_question(texts):
    found = read("Who directed Silver Harbour?", *texts)
    assert found == Reading(abstained=True, missing=("Who directed Silver Harbour?",))


def test_a_plan_is_empty():
    asked = task("Who directed Silver Harbour?", *FILM, kind="plan")
    assert ExtractiveReader().read(asked) == Reading()


def test_a_synthesis_takes_over_the_last_sub_answer():
    question = "What is the home of the keeper of the lamp?"
    texts = (("Lamp", "Ilse keeps the lamp."), ("Ilse", "Ilse moved from Graz to Linz."))
    step = ProofStep(rule="lookup", claim="", passage_id="p1", subject="Ilse", object="Linz")
    told = (
        SubAnswer(id="1", question="Who keeps the lamp?", answer="Ilse"),
        SubAnswer(id="2", question="Where does Ilse live?", answer="Linz", steps=(step,)),
    )
    found = ExtractiveReader().read(task(question, *texts, kind="synthesis", sub_answers=told))
    assert found.answer == "Linz"
    lost = (
        SubAnswer(id="1", question="?", answer="Bregenz"),
        SubAnswer(id="2", question="?", answer=""),
    )
    assert ExtractiveReader().read(task(question, *texts, sub_answers=lost)).answer != "Bregenz"


def test_reading_does_not_block_and_says_the_same():
    asked = task("Who directed Silver Harbour?", *FILM)
    reader = ExtractiveReader()
    assert asyncio.run(reader.aread(asked)) == reader.read(asked)


def test_its_name_is_extractive():
    assert ExtractiveReader().name == "extractive"


@pytest.mark.parametrize(
    ("question", "texts", "language"),
    [
        ("中国的首都是哪里?", ("北京是中国的首都。", "上海很大。"), "zh"),
        ("ما هي عاصمة مصر؟", ("القاهرة عاصمة مصر.", "النيل نهر طويل."), "ar"),
        ("What is 🎉?", ("🎉 is a party.", "a"), "en"),
    ],
)
def test_any_script_gets_a_span_of_its_passages(question, texts, language):
    found = read(question, *texts, language=language)
    assert found.answer
    assert any(found.answer in text for text in texts)


def test_an_arabic_year_is_read_in_arabic_digits():
    text = "تأسست الجامعة في مدينة فاس سنة ١٨٥٩ على يد الأميرة."
    assert read("في أي سنة تأسست الجامعة؟", text, language="ar").answer == "١٨٥٩"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=80), max_size=4), st.text(min_size=1, max_size=60))
def test_no_text_breaks_it(texts, question):
    found = read(question, *texts)
    assert found.abstained or found.answer
    assert 0 <= found.confidence <= 1


@pytest.mark.parametrize("name", ["hotpotqa", "xquad_ar"])
def test_real_passages_are_quoted_verbatim(shared: Path, name: str):
    lines = (shared / "data" / name / "corpus.jsonl").read_text("utf-8").splitlines()[:60]
    for number in range(0, 60, 5):
        texts = tuple(lines[number : number + 5])
        by_id = {p.id: p for p in passages(*texts)}
        for question in ("Who founded it, and when?", "How many are both?", "أين يقع؟"):
            for step in read(question, *texts).steps:
                if step.rule == "lookup":
                    assert by_id[step.passage_id].text[step.start : step.end] == step.quote
