"""Whatever a model replies, an answer is proved by stored text, or says that it is not."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scripted import ScriptedChat, StatusError

from hopgraph import Answer, Context, Corpus, build_graph
from hopgraph.reasoning.confidence import answer_confidence, evidence_score
from hopgraph.state.values import Passage, Proof

MILLS = "Varnholt Mills was founded by Edda Quillfeather in 1871."
WORKS = "Osterby Works was founded by Ulf Stonebridge in 1902."
BORN = "Edda Quillfeather was born in Osterby."
TEXTS = [
    ("mills", "Varnholt Mills", MILLS),
    ("works", "Osterby Works", WORKS),
    ("edda", "Edda Quillfeather", BORN),
    ("ulf", "Ulf Stonebridge", "Ulf Stonebridge was born in Kelmere."),
    ("loom", "Loom", "A loom is a machine that weaves cloth."),
]
QUESTIONS = [
    "Where was the founder of Varnholt Mills born?",
    "Which was founded first, Varnholt Mills or Osterby Works?",
    "Were Edda Quillfeather and Ulf Stonebridge born in the same place?",
]
MODES = [
    "honest",
    "lie",
    "misquote",
    "swap",
    "not_given",
    "no_steps",
    "out_of_order",
    "garbage",
    "abstain",
    "fail",
]


def reply(prompt: str, question: int, mode: str) -> str | Exception:
    """Reply to `prompt` about a question, honestly or with one fault."""
    if mode == "garbage":
        return '{"steps": [{"rule": 7, "quote": ["a", {}]}], "answer": {"x": [1]'
    if mode == "fail":
        return StatusError(401)
    if mode == "abstain":
        return json.dumps({"steps": [], "answer": "", "missing": ["a birthplace"]})
    steps, answer = honest(prompt, question)
    if mode == "lie":
        answer = (
            "Kelmere" if question == 0 else {"Varnholt Mills": "Osterby Works"}.get(answer, "yes")
        )
    if mode == "misquote":
        steps = [
            {**step, "quote": step["quote"] and f"{step['quote'][:-1]} indeed."} for step in steps
        ]
    if mode == "swap":
        answer = {"Varnholt Mills": "Osterby Works", "no": "yes"}.get(answer, answer)
        steps[-1] = {**steps[-1], "object": answer, "claim": f"{answer} came first, the same place"}
    if mode == "not_given":
        steps = [{**step, "passage": 40 + place} for place, step in enumerate(steps)]
    if mode == "no_steps":
        steps = []
    if mode == "out_of_order":
        steps = [{**step, "inputs": [len(steps), 0, 99]} for step in reversed(steps)]
    return json.dumps({"steps": steps, "answer": answer, "missing": [], "sub_questions": PARTS})


PARTS = [
    {"id": "1", "text": "Who founded Varnholt Mills?", "depends_on": []},
    {"id": "2", "text": "Where was #1 born?", "depends_on": ["1"]},
]


def honest(prompt: str, question: int) -> tuple[list[dict[str, Any]], str]:
    """Return steps and answer as far as the passages in the prompt carry them."""
    ulf = "Ulf Stonebridge was born in Kelmere."
    mills, edda = ("Varnholt Mills", MILLS), ("Edda Quillfeather", BORN)
    if question == 0:
        steps = [
            lookup(prompt, *mills, "Edda Quillfeather"),
            {**lookup(prompt, *edda, "Osterby"), "inputs": [1]},
        ]
        return steps, "Osterby"
    if question == 1:
        steps = [lookup(prompt, *mills, "1871"), lookup(prompt, "Osterby Works", WORKS, "1902")]
        return [*steps, compared("Varnholt Mills was founded first", "Varnholt Mills")], (
            "Varnholt Mills"
        )
    steps = [lookup(prompt, *edda, "Osterby"), lookup(prompt, "Ulf Stonebridge", ulf, "Kelmere")]
    return [*steps, compared("They were not born in the same place", "no")], "no"


def lookup(prompt: str, subject: str, text: str, found: str) -> dict[str, Any]:
    place = re.search(rf"<passage (\d+)>\n(?:Title: .*\n)?{re.escape(text)}", prompt)
    number = int(place[1]) if place else 1
    step = {"rule": "lookup", "claim": text, "passage": number, "quote": text}
    return {**step, "subject": subject, "object": found, "inputs": []}


def compared(claim: str, found: str) -> dict[str, Any]:
    step = {"rule": "comparison", "claim": claim, "passage": "", "quote": "", "subject": ""}
    return {**step, "object": found, "inputs": [1, 2]}


@pytest.fixture(scope="module")
def mills_corpus() -> Iterator[Corpus]:
    with Corpus.open(None, "embedded") as corpus:
        corpus.ingest_passages((name, title, text, {}) for name, title, text in TEXTS)
        yield corpus


def quotes_stand(proof: Proof, stored: dict[str, Passage]) -> bool:
    """Tell whether every step holds, and every quote stands where it says it does."""
    quoted = [step for step in proof.steps if step.rule == "lookup"]
    return bool(quoted) and all(
        step.status == "valid"
        and (
            step.rule != "lookup"
            or (step.quote and stored[step.passage_id].text[step.start : step.end] == step.quote)
        )
        for step in proof.steps
    )


def is_held_lower(answer: Answer, passages: list[Passage]) -> bool:
    """Tell whether the confidence is less than a valid proof would have, all else equal."""
    winner = next((c for c in answer.arms if c.arm == answer.arm), None)
    if winner is None:
        return answer.confidence == 0.0
    valid = answer.proof.model_copy(update={"status": "valid"})
    parts = {
        "faithfulness": winner.faithfulness,
        "retrieval": evidence_score(answer.proof, passages),
        "reader": winner.confidence,
    }
    shares = [
        (
            answer_confidence(answer.proof, **parts, agreement=agreement),
            answer_confidence(valid, **parts, agreement=agreement),
        )
        for agreement in (None, 0.0, 0.5, 1.0)
    ]
    return any(answer.confidence == own and own < proved for own, proved in shares)


def check(state: dict[str, Any], corpus: Corpus) -> None:
    """Assert that there is no third case, for the answer and for each arm's candidate."""
    answer, passages = state["answer"], state["passages"]
    proofs = [answer.proof, *(candidate.proof for candidate in answer.arms)]
    cited = [step.passage_id for proof in proofs for step in proof.steps]
    stored = {passage.id: passage for passage in corpus.passages(cited)}
    for proof in proofs:
        assert proof.status != "valid" or quotes_stand(proof, stored)
    assert answer.proof.status == "valid" or is_held_lower(answer, passages)
    assert answer.answer or answer.abstained or answer.arm is None


@pytest.mark.long
def test_an_answer_is_proved_by_stored_text_or_says_that_it_is_not(
    mills_corpus: Corpus, long_share: float
) -> None:
    seen: set[str] = set()

    @settings(
        max_examples=max(1, int(400 * long_share)),
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(
        question=st.integers(0, len(QUESTIONS) - 1),
        modes=st.lists(st.sampled_from(MODES), min_size=1, max_size=4),
        policy=st.sampled_from(["staged", "exhaustive"]),
        abstain=st.sampled_from(["never", "unproved", "calibrated"]),
        profile=st.sampled_from(["hopgraph", "mothrag"]),
    )
    def holds(question: int, modes: list[str], policy: str, abstain: str, profile: str) -> None:
        turns = iter(modes * 20)
        chat = ScriptedChat(script=lambda prompt: reply(prompt, question, next(turns)))
        context = Context.model_validate({"policy": policy, "abstain": abstain, "profile": profile})
        graph = build_graph(corpus=mills_corpus, chat=chat)
        state = graph.invoke({"question": QUESTIONS[question]}, context=context)
        check(state, mills_corpus)
        seen.add(state["answer"].proof.status)

    holds()
    assert {"valid", "invalid"} <= seen


@pytest.mark.parametrize("question", range(len(QUESTIONS)))
def test_an_honest_model_is_believed(mills_corpus: Corpus, question: int) -> None:
    chat = ScriptedChat(script=lambda prompt: reply(prompt, question, "honest"))
    graph = build_graph(corpus=mills_corpus, chat=chat)
    state = graph.invoke({"question": QUESTIONS[question]})
    assert state["answer"].proof.status == "valid"
    check(state, mills_corpus)


LIES = [
    (question, mode)
    for question in range(len(QUESTIONS))
    for mode in ("lie", "misquote", "swap", "not_given", "no_steps")
    if (question, mode) != (0, "swap")  # Nothing is compared in it.
]


@pytest.mark.parametrize(("question", "mode"), LIES)
def test_a_model_that_only_lies_proves_nothing(
    mills_corpus: Corpus, question: int, mode: str
) -> None:
    chat = ScriptedChat(script=lambda prompt: reply(prompt, question, mode))
    graph = build_graph(corpus=mills_corpus, chat=chat)
    state = graph.invoke({"question": QUESTIONS[question]})
    assert state["answer"].proof.status != "valid"
    check(state, mills_corpus)
