"""What users of such systems ran into, from end to end and without a key."""

import pytest

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


@pytest.mark.parametrize("spelling", ["System Admin", "system admin", "SYSTEM ADMIN"])
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
