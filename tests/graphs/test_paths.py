"""The four paths through the workflow: which nodes run, in which cases, and how often."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from graph_samples import QUESTION, ScriptedReader, abstaining, failing, proved

from hopgraph import Context, Corpus, InputError, build_graph
from hopgraph.state.values import Answer


def _visited(
    corpus: Corpus, reader: ScriptedReader, context: Context, question: str = QUESTION
) -> tuple[Counter[str], Answer]:
    graph = build_graph(corpus=corpus, chat=reader)
    visits: Counter[str] = Counter()
    answer: Any = None
    for update in graph.stream({"question": question}, context=context, stream_mode="updates"):
        for node, added in update.items():
            visits[node] += 1
            answer = (added or {}).get("answer", answer)
    return visits, answer


def test_a_proved_first_answer_needs_no_other_arm(corpus: Corpus) -> None:
    reader = ScriptedReader(proved)
    visits, answer = _visited(corpus, reader, Context())
    assert visits == dict.fromkeys(["analyze", "decompose", "evidence", "direct", "arbitrate"], 1)
    assert answer.answer == "Osterby"
    assert answer.arm == "direct"
    assert answer.proof.status == "valid"
    assert answer.usage.model_calls == 1


def test_an_unproved_first_answer_starts_the_other_arms_once_each(corpus: Corpus) -> None:
    reader = ScriptedReader(abstaining)
    visits, answer = _visited(corpus, reader, Context())
    nodes = ["analyze", "decompose", "evidence", "direct", "decomposition", "iterative"]
    assert visits == dict.fromkeys([*nodes, "duplicate", "arbitrate"], 1)
    assert answer.abstained


def test_the_exhaustive_policy_runs_every_arm_once(corpus: Corpus) -> None:
    visits, answer = _visited(corpus, ScriptedReader(proved), Context(policy="exhaustive"))
    nodes = ["analyze", "decompose", "evidence", "direct", "decomposition", "iterative"]
    assert visits == dict.fromkeys([*nodes, "duplicate", "arbitrate"], 1)
    assert answer.answer == "Osterby"


def test_mothrag_leaves_the_direct_arm_out_where_its_routing_says_so(corpus: Corpus) -> None:
    # Two relations and two names make a chained question, which its direct arm does not read.
    question = "Who was the father of the founder of Varnholt Mills?"
    context = Context(profile="mothrag")
    visits, _ = _visited(corpus, ScriptedReader(abstaining), context, question)
    nodes = ["analyze", "decompose", "evidence", "decomposition", "iterative", "duplicate"]
    assert visits == dict.fromkeys([*nodes, "arbitrate"], 1)


def test_a_failed_arm_is_a_failure_and_no_abstention(corpus: Corpus) -> None:
    _, answer = _visited(corpus, ScriptedReader(failing), Context())
    assert answer.abstained
    assert "unreachable" in {failure.kind for failure in answer.failures}
    assert "direct" not in {candidate.arm for candidate in answer.arms}


def test_one_failing_arm_leaves_the_others_to_answer(corpus: Corpus) -> None:
    def script(task: Any) -> Any:
        return failing(task) if task.stage == "decomposition" else proved(task)

    _, answer = _visited(corpus, ScriptedReader(script), Context(policy="exhaustive"))
    assert answer.answer == "Osterby"
    assert {failure.stage for failure in answer.failures} <= {"decomposition"}


@pytest.mark.parametrize("policy", ["staged", "exhaustive"])
async def test_async_runs_give_the_same_answer(corpus: Corpus, policy: str) -> None:
    context = Context.model_validate({"policy": policy})
    sync = build_graph(corpus=corpus, chat=ScriptedReader(proved))
    state = sync.invoke({"question": QUESTION}, context=context)
    again = await sync.ainvoke({"question": QUESTION}, context=context)
    assert state["answer"] == again["answer"]


def test_the_same_thread_asked_twice_starts_clean(corpus: Corpus) -> None:
    from langgraph.checkpoint.memory import InMemorySaver

    graph = build_graph(
        corpus=corpus, chat=ScriptedReader(abstaining), checkpointer=InMemorySaver()
    )
    config: Any = {"configurable": {"thread_id": "one"}}
    first = graph.invoke({"question": QUESTION}, config)
    second = graph.invoke({"question": QUESTION}, config)
    assert second == first


def test_a_blank_question_is_refused(corpus: Corpus) -> None:
    graph = build_graph(corpus=corpus, chat=ScriptedReader(proved))
    with pytest.raises(InputError, match="blank"):
        graph.invoke({"question": "   "})


def test_without_a_corpus_the_error_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOPGRAPH_STORE", raising=False)
    with pytest.raises(InputError, match="HOPGRAPH_STORE"):
        build_graph(chat=ScriptedReader(proved)).invoke({"question": QUESTION})


def test_a_store_variable_that_names_no_store_makes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "missing"
    monkeypatch.setenv("HOPGRAPH_STORE", str(missing))
    with pytest.raises(InputError, match="missing"):
        build_graph(chat=ScriptedReader(proved)).invoke({"question": QUESTION})
    assert not missing.exists()
