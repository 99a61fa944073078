"""A model that says how far passages support an answer: asked once for each, if it shall."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from fake_llm import FakeLLM, fake_llm, fake_llm_server
from graph_samples import (
    BORN,
    FOUNDED,
    QUESTION,
    ScriptedReader,
    abstaining,
    called,
    proved,
    quoted,
)

from hopgraph import Answer, Context, Corpus, HopGraph, build_graph, notices
from hopgraph.models.reading import Reading, ReadingTask

__all__ = ["fake_llm", "fake_llm_server"]

JUDGE = "groq:judge"


@pytest.fixture
def judge(fake_llm: FakeLLM, monkeypatch: pytest.MonkeyPatch) -> FakeLLM:
    """The server behind the judge's name; it says yes."""
    monkeypatch.setenv("GROQ_API_KEY", "gsk_fake")
    monkeypatch.setenv("GROQ_API_BASE", fake_llm.url)
    fake_llm.says("yes")
    return fake_llm


def ask(corpus: Corpus, script: Any, **settings: Any) -> Answer:
    graph = build_graph(corpus=corpus, chat=ScriptedReader(script))
    context = Context(faithfulness=JUDGE, **settings)
    answer: Answer = graph.invoke({"question": QUESTION}, context=context)["answer"]
    return answer


def divided(task: ReadingTask) -> Reading:
    """Both later arms answer, each something else, and prove nothing of it."""
    if task.stage == "direct":
        return abstaining(task)
    told = {"sub_question": "Edda Quillfeather", "synthesis": "Tarn Castle"}
    answer = told.get(task.kind, "Osterby")
    steps = (quoted(task, FOUNDED, "Varnholt Mills", "Edda Quillfeather"),)
    return Reading(answer=answer, steps=steps, confidence=1.0, calls=(called(task),))


def scores(answer: Answer) -> dict[str, float]:
    return {c.arm: c.faithfulness for c in answer.arms if not c.abstained}


def test_the_rules_alone_send_nothing(corpus: Corpus, judge: FakeLLM) -> None:
    graph = build_graph(corpus=corpus, chat=ScriptedReader(proved))
    graph.invoke({"question": QUESTION}, context=Context(policy="exhaustive"))
    assert judge.stats["n_chat"] == 0


@pytest.mark.parametrize(("said", "score"), [("yes", 1.0), ("partial", 0.5), ("no", 0.0)])
def test_a_verdict_takes_the_place_of_the_rules_score(
    corpus: Corpus, judge: FakeLLM, said: str, score: float
) -> None:
    judge.says(said)
    answer = ask(corpus, proved)
    assert scores(answer) == {"direct": score}
    assert answer.usage.by_stage["faithfulness"].model_calls == judge.stats["n_chat"] == 1
    assert f"Question: {QUESTION}\nAnswer: Osterby" in judge.prompts[0]


def test_a_verdict_moves_the_confidence(corpus: Corpus, judge: FakeLLM) -> None:
    surest = ask(corpus, proved).confidence
    judge.says("no")
    assert ask(corpus, proved).confidence < surest


@pytest.mark.parametrize("policy", ["staged", "exhaustive"])
def test_the_node_is_visited_once_and_last_before_arbitration(
    corpus: Corpus, judge: FakeLLM, policy: Any
) -> None:
    graph = build_graph(corpus=corpus, chat=ScriptedReader(proved))
    context = Context(faithfulness=JUDGE, policy=policy)
    updates = graph.stream({"question": QUESTION}, context=context, stream_mode="updates")
    visited = [node for update in updates for node in update]
    assert visited[-2:] == ["faithfulness", "arbitrate"]
    assert set(Counter(visited).values()) == {1}


def test_each_answer_is_asked_about_once_for_the_same_passages(
    corpus: Corpus, judge: FakeLLM
) -> None:
    answer = ask(corpus, proved, policy="exhaustive")
    claims = {(c.answer, c.evidence) for c in answer.arms if not c.abstained}
    assert len(answer.arms) > len(claims)
    assert judge.stats["n_chat"] == judge.stats["distinct_chat_prompts"] == len(claims)


def test_different_answers_are_asked_about_side_by_side(corpus: Corpus, judge: FakeLLM) -> None:
    judge.waits(100)
    ask(corpus, divided)
    assert (judge.stats["n_chat"], judge.stats["sequential_depth"]) == (2, 1)


@pytest.mark.parametrize("trusted", ["Tarn Castle", "Osterby"])
def test_the_verdict_decides_between_answers_that_are_otherwise_alike(
    corpus: Corpus, judge: FakeLLM, trusted: str
) -> None:
    judge.uses(lambda request: "yes" if f"Answer: {trusted}" in request["text"] else "no")
    assert ask(corpus, divided).best_guess == trusted


def test_an_abstention_is_not_asked_about(corpus: Corpus, judge: FakeLLM) -> None:
    ask(corpus, abstaining)
    assert judge.stats["n_chat"] == 0


@pytest.mark.parametrize(
    ("rule", "kind"),
    [({"status": 401, "reply": "invalid"}, "auth"), ({"reply": "Perhaps."}, "unparsable")],
)
def test_without_a_verdict_the_rules_score_stays_and_the_failure_is_told(
    corpus: Corpus, judge: FakeLLM, rule: dict[str, Any], kind: str
) -> None:
    by_rule = build_graph(corpus=corpus, chat=ScriptedReader(proved)).invoke(
        {"question": QUESTION}
    )["answer"]
    judge.says(rules=[rule])
    answer = ask(corpus, proved)
    assert [(f.stage, f.kind) for f in answer.failures] == [("faithfulness", kind)]
    assert scores(answer) == scores(by_rule)
    assert answer.answer == by_rule.answer


@pytest.mark.parametrize("left", [0, 1, 2])
def test_calls_that_do_not_suffice_for_all_go_to_the_first(
    corpus: Corpus, judge: FakeLLM, left: int
) -> None:
    spent = ask(corpus, divided).usage.model_calls - 2
    before = judge.stats["n_chat"]
    answer = ask(corpus, divided, budgets={"max_calls": spent + left})
    assert judge.stats["n_chat"] - before == left
    told = [f for f in answer.failures if f.stage == "faithfulness"]
    assert [f.kind for f in told] == ["budget"] * (left < 2)


@pytest.mark.parametrize(
    "budgets", [{"max_tokens": 100}, {"max_seconds": 0.000001}, {"max_usd": 0.0}]
)
def test_no_budget_is_exceeded(corpus: Corpus, judge: FakeLLM, budgets: dict[str, Any]) -> None:
    answer = ask(corpus, proved, budgets=budgets)
    assert judge.stats["n_chat"] == 0
    assert {f.kind for f in answer.failures if f.stage == "faithfulness"} == {"budget"}


async def test_async_runs_judge_alike(corpus: Corpus, judge: FakeLLM) -> None:
    judge.uses(lambda request: "partial" if "Answer: Osterby" in request["text"] else "no")
    async with HopGraph(
        chat=ScriptedReader(divided), corpus=corpus, faithfulness=JUDGE
    ) as hopgraph:
        answers = [hopgraph.query(QUESTION), await hopgraph.aquery(QUESTION)]
    told = [answer.model_dump(exclude={"usage": {"wall_s"}}) for answer in answers]
    assert told[0] == told[1]
    assert scores(answers[0]) == scores(answers[1])


def test_a_kept_verdict_costs_nothing(corpus: Corpus, judge: FakeLLM, tmp_path: Path) -> None:
    for cached in (False, True):
        with HopGraph(
            chat=ScriptedReader(proved),
            corpus=corpus,
            reply_cache=tmp_path / "replies.sqlite",
            faithfulness=JUDGE,
        ) as hopgraph:
            usage = hopgraph.query(QUESTION).usage
        assert usage.by_stage["faithfulness"].model_calls == (not cached)
    assert judge.stats["n_chat"] == 1


def test_a_model_is_the_one_that_judges_passages(corpus: Corpus, judge: FakeLLM) -> None:
    context = Context(judge=JUDGE, faithfulness="model")
    graph = build_graph(corpus=corpus, chat=ScriptedReader(proved))
    answer = graph.invoke({"question": QUESTION}, context=context)["answer"]
    stages = {call.stage for call in graph.invoke({"question": QUESTION}, context=context)["calls"]}
    assert {"direct.judge", "faithfulness"} <= stages
    assert set(judge.stats["by_model"]) == {"judge"}
    assert scores(answer) == {"direct": 1.0}


def test_whoever_judges_is_named_before_text_is_sent(
    corpus: Corpus,
    judge: FakeLLM,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(notices, "_said", set())
    with HopGraph(
        chat="extractive", corpus=corpus, judge="groq:one", faithfulness="groq:two"
    ) as hopgraph:
        hopgraph.query(QUESTION)
    said = capsys.readouterr().err
    assert "sent to groq:one" in said
    assert "sent to groq:two" in said


def test_a_thread_asked_twice_is_judged_twice(
    corpus: Corpus, judge: FakeLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    from langgraph.checkpoint.memory import InMemorySaver

    monkeypatch.setenv("LANGGRAPH_STRICT_MSGPACK", "true")
    graph = build_graph(corpus=corpus, chat=ScriptedReader(proved), checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "one"}}
    context = Context(faithfulness=JUDGE)
    first = graph.invoke({"question": QUESTION}, config, context=context)
    assert graph.invoke({"question": QUESTION}, config, context=context) == first
    assert judge.stats["n_chat"] == 2
    assert BORN in judge.prompts[0]
