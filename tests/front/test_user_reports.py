"""What users of such systems ran into, from end to end and without a key."""

import asyncio
from pathlib import Path

import pytest
from langchain_core.documents import Document

from hopgraph import HopGraph
from hopgraph.language.decomposer import QueryDecomposer

LONG = " ".join(f"The archive of the town keeps ledger number {n}." for n in range(150))


@pytest.mark.parametrize(
    ("question", "language", "parts"),
    [
        ("Who founded Varnholt Mills and who bought Quill Foods?", "en", 2),
        ("When was Edda Quillfeather born and where did she die?", "en", 2),
        ("من أسس شركة دلتانور ومن بنى جسر مرزوقة؟", "ar", 2),
    ],
)
def test_a_question_of_two_facts_is_split(question: str, language: str, parts: int) -> None:
    assert len(QueryDecomposer(language=language).decompose(question)) == parts


@pytest.mark.parametrize(
    "spelling", ["System Admin", "system admin", "SYSTEM ADMIN", "SystemAdmin"]
)
def test_one_name_in_any_case_finds_its_passage(spelling: str) -> None:
    texts = ["The System Admin grants access to Varnholt.", "A clerk of Varnholt files letters."]
    with HopGraph.from_documents(texts) as hopgraph:
        (first, *_) = hopgraph.retrieve(f"What does the {spelling} grant?", 2)
    assert first.text == texts[0]


def test_a_chain_across_the_chunks_of_one_document_is_followed() -> None:
    document = (
        f"Varnholt Mills was founded by Edda Quillfeather. {LONG} "
        f"Edda Quillfeather was born in Osterby. {LONG}"
    )
    with HopGraph.from_documents([document]) as hopgraph:
        found = hopgraph.query("Where was the founder of Varnholt Mills born?")
    assert (found.answer, found.proof.status) == ("Osterby", "valid")
    assert len({step.passage_id for step in found.proof.steps}) == 2


def test_a_list_that_names_everything_does_not_push_out_the_evidence() -> None:
    evidence = [
        "Varnholt Mills was founded by Edda Quillfeather.",
        "Edda Quillfeather was born in Osterby.",
    ]
    names = "Index: Varnholt Mills, Edda Quillfeather, founder, born, Osterby, Kelmere, Quill Foods"
    lists = [f"{names}, volume {n}." for n in range(8)]
    with HopGraph.from_documents([*lists, *evidence]) as hopgraph:
        found = hopgraph.query("Where was the founder of Varnholt Mills born?")
    assert (found.answer, found.proof.status) == ("Osterby", "valid")
    assert {step.quote for step in found.proof.steps} == set(evidence)


def test_a_sub_question_without_an_answer_ends_in_an_honest_answer() -> None:
    with HopGraph.from_documents(["Kelmere lies on a river."], policy="exhaustive") as hopgraph:
        found = hopgraph.query("Where was the founder of Varnholt Mills born?")
    assert found.proof.status != "valid"
    assert not found.failures


@pytest.mark.parametrize("question", ["why is it so", "?", "Who is Edda Quillfeather?"])
def test_texts_and_questions_without_a_name_end_in_an_honest_answer(question: str) -> None:
    with HopGraph.from_documents(["", "   ", "...", "1234"]) as hopgraph:
        found = hopgraph.query(question)
    assert found.abstained
    assert not found.failures


def test_two_people_of_one_name_are_not_made_one() -> None:
    texts = [
        "Li Wei is the chief financial officer of Osterby Steel.",
        "Li Wei, the chief financial officer of Osterby Steel, was born in Chengdu.",
        "Li Wei, a swimmer, was born in Harbin.",
    ]
    with HopGraph.from_documents(texts) as hopgraph:
        found = hopgraph.query("Where was the chief financial officer of Osterby Steel born?")
    assert (found.answer, found.proof.status) == ("Chengdu", "valid")


def test_a_middle_initial_does_not_break_a_chain() -> None:
    texts = ["John T. Doe founded Varnholt Mills.", "John Doe was born in Kelmere."]
    others = ["Kelmere lies on a river.", "Ann Lee was born in Osterby."]
    with HopGraph.from_documents([*texts, *others]) as hopgraph:
        found = hopgraph.query("Where was the founder of Varnholt Mills born?")
    assert (found.answer, found.proof.status) == ("Kelmere", "valid")


@pytest.mark.parametrize(
    ("language", "texts", "question", "answer"),
    [
        ("zh", ["瓦恩霍特磨坊由李明创立。", "李明出生于成都。"], "瓦恩霍特磨坊由谁创立？", "李明"),
        ("hi", ["मिल की स्थापना एडा ने की।", "एडा का जन्म पुणे में हुआ।"], "मिल की स्थापना किसने की?", "एडा"),
        ("ar", ["أسس سالم شركة دلتانور.", "ولد سالم في مرزوقة."], "من أسس شركة دلتانور؟", "سالم"),
    ],
)
def test_an_answer_is_in_the_language_of_question_and_text(
    language: str, texts: list[str], question: str, answer: str
) -> None:
    with HopGraph.from_documents(texts) as hopgraph:
        found = hopgraph.query(question)
    assert found.language == language
    assert answer in found.best_guess
    assert found.evidence[0].text == texts[0]


def test_a_new_version_of_a_file_takes_the_old_fact_along(tmp_path: Path) -> None:
    file = tmp_path / "fees.md"
    file.write_text("# Fees\n\nThe fee is 3 crowns.\n", encoding="utf-8")
    with HopGraph.from_documents(file) as hopgraph:
        assert hopgraph.query("What is the fee?").answer == "3 crowns"
        file.write_text("# Fees\n\nThe fee is 5 crowns.\n", encoding="utf-8")
        hopgraph.ingest(file)
        found = hopgraph.query("What is the fee?")
    assert found.answer == "5 crowns"
    assert "3 crowns" not in found.model_dump_json()


def test_a_deleted_document_answers_nothing_any_more() -> None:
    fee = Document("The fee is 3 crowns.", metadata={"source": "fee"})
    with HopGraph.from_documents([fee, "Osterby is a town."]) as hopgraph:
        assert hopgraph.query("What is the fee?").answer == "3 crowns"
        hopgraph.delete("fee")
        found = hopgraph.query("What is the fee?")
    assert found.abstained
    assert "crowns" not in found.model_dump_json()


def test_a_header_on_every_page_is_no_fault() -> None:
    page = "Report of Osterby."
    text = "\n\n".join(f"{page}\n\nItem {n} is red." for n in range(3))
    with HopGraph.from_documents([page, page, text, text]) as hopgraph:
        assert len(hopgraph.sources()) == 2


def test_two_files_of_one_base_name_are_two_documents(tmp_path: Path) -> None:
    for folder, town in (("a", "Osterby"), ("b", "Kelmere")):
        (tmp_path / folder).mkdir()
        text = f"The mill of {town} is red."
        (tmp_path / folder / "readme.md").write_text(text, encoding="utf-8")
    with HopGraph.from_documents(tmp_path) as hopgraph:
        assert len(hopgraph.sources()) == 2
        assert len(hopgraph.retrieve("Which mill is red?", 2)) == 2


async def test_the_sync_way_works_inside_a_running_loop() -> None:
    with HopGraph.from_documents(["Osterby is a town in Norland."]) as hopgraph:
        assert hopgraph.query("In which country is Osterby?").answer == "Norland"


def test_one_object_serves_one_loop_after_another() -> None:
    with HopGraph.from_documents(["Osterby is a town in Norland."]) as hopgraph:
        found = [asyncio.run(hopgraph.aquery("In which country is Osterby?")) for _ in range(2)]
    assert [answer.answer for answer in found] == ["Norland", "Norland"]
