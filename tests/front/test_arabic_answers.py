"""Arabic questions from end to end, without a key: the answer is Arabic, and right."""

import pytest

from hopgraph import HopGraph

TOWER = ["برج إيفل يقع في باريس.", "باريس عاصمة فرنسا."]
FILM = [
    "بستان الرماد فيلم درامي من إخراج نادر القسطلي.",
    "ولد نادر القسطلي في مدينة أورفالا عام 1931.",
]
BRIDGE = [
    "بنت شركة دلتانور جسر مرزوقة عام 1960.",
    "تأسست شركة دلتانور على يد ليلى الصفدي عام 1931.",
]
BIRTHS = [
    "ولد سامر اللوزي عام 1950 في مدينة تامسار.",
    "ولد كريم الباروني عام 1943 في مدينة أورفالا.",
]


@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        ("في أي دولة يقع برج إيفل؟", TOWER, "فرنسا"),
        ("أين ولد مخرج فيلم بستان الرماد؟", FILM, "أورفالا"),
        ("من أسس الشركة التي بنت جسر مرزوقة؟", BRIDGE, "ليلى الصفدي"),
        ("أيهما أكبر سنا، سامر اللوزي أم كريم الباروني؟", BIRTHS, "كريم الباروني"),
        ("هل ولد سامر اللوزي وكريم الباروني في المدينة نفسها؟", BIRTHS, "لا"),
    ],
)
def test_two_texts_answer_a_two_hop_question(question: str, texts: list[str], answer: str) -> None:
    with HopGraph.from_documents(texts) as hopgraph:
        found = hopgraph.query(question)
    assert (found.answer, found.language) == (answer, "ar")
    assert found.proof.steps
