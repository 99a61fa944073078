"""An answer in a caller's hands: shown, exported, and checked again later."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from hopgraph import Answer, Context, HopGraph, InputError

QUESTION = "Where was the founder of Varnholt Mills born?"
MILLS = "Varnholt Mills was founded by Edda Quillfeather."
EDDA = "Edda Quillfeather was born in Osterby."


@pytest.fixture
def hopgraph() -> Iterator[HopGraph]:
    with HopGraph(chat="extractive", embeddings="embedded") as opened:
        opened.ingest([MILLS, EDDA])
        yield opened


@pytest.fixture
def answer(hopgraph: HopGraph) -> Answer:
    given = hopgraph.query(QUESTION)
    assert (given.answer, given.proof.status) == ("Osterby", "valid")
    return given


def test_the_proof_is_told_in_text_json_mermaid_and_html(answer: Answer) -> None:
    assert EDDA in answer.proof_text()
    assert json.loads(json.dumps(answer.proof_json()))["answer"] == "Osterby"
    assert answer.proof_mermaid().startswith("flowchart TD")
    assert answer._repr_html_() == answer.proof_html()
    assert "<blockquote" in answer.proof_html()


def test_a_proof_stands_while_its_documents_do(hopgraph: HopGraph, answer: Answer) -> None:
    hopgraph.ingest(["Nothing here speaks of mills."])
    assert answer.verify(hopgraph.corpus) == []


def test_a_stored_answer_is_checked_like_a_fresh_one(hopgraph: HopGraph, answer: Answer) -> None:
    stored = Answer.model_validate_json(answer.model_dump_json())
    assert stored == answer
    assert stored.verify(hopgraph.corpus) == []


def test_a_superseded_document_is_named(hopgraph: HopGraph, answer: Answer) -> None:
    (source,) = {p.source for p in answer.evidence if p.text == EDDA}
    hopgraph.update(source, "Edda Quillfeather was born in Kelmere.")
    changes = answer.verify(hopgraph.corpus)
    assert [change.kind for change in changes] == ["removed", "status"]
    assert source in changes[0].message


def test_a_rewritten_document_that_still_says_so_is_told_apart(
    hopgraph: HopGraph, answer: Answer
) -> None:
    (source,) = {p.source for p in answer.evidence if p.text == EDDA}
    hopgraph.update(source, f"Here is a life. {EDDA}")
    assert [change.kind for change in answer.verify(hopgraph.corpus)] == ["rewritten", "status"]


def test_a_graphs_own_answer_has_the_same_proof(hopgraph: HopGraph, answer: Answer) -> None:
    value = hopgraph.graph.invoke({"question": QUESTION}, context=Context())["answer"]
    assert Answer.of(value).proof_text() == answer.proof_text()


def test_documents_given_without_a_store_leave_no_trace_after_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with HopGraph(chat="extractive", embeddings="embedded") as opened:
        opened.ingest([MILLS, EDDA])
        assert opened.query(QUESTION).answer == "Osterby"
        assert list(tmp_path.glob("hopgraph-*"))
    assert not list(tmp_path.glob("hopgraph-*"))


def test_a_review_without_a_checkpointer_is_refused_at_the_door() -> None:
    with pytest.raises(InputError, match="build_graph"):
        HopGraph(chat="extractive", embeddings="embedded", review=True)
