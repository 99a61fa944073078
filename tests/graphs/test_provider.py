"""The whole graph through the real ChatGroq client: every request counted, none repeated."""

from collections.abc import Iterator
from typing import Any

import pytest
from fake_llm import FakeLLM, fake_llm, fake_llm_server
from graph_samples import PASSAGES, QUESTION, ProvingServer

from hopgraph import Answer, Context, Corpus, HopGraph, build_graph

__all__ = ["fake_llm", "fake_llm_server"]


@pytest.fixture
def crowded() -> Iterator[Corpus]:
    """A corpus in which one search for the question does not find both passages."""
    mills = [
        (f"mill{n}", f"Varnholt Mills {n}", f"The founder of Varnholt Mills built mill number {n}.")
        for n in range(30)
    ]
    with Corpus.open(None, "embedded") as corpus:
        corpus.ingest_passages((i, title, text, {}) for i, title, text in [*PASSAGES, *mills])
        yield corpus


def _ask(corpus: Corpus, llm: FakeLLM, **settings: Any) -> Answer:
    graph = build_graph(corpus=corpus, chat=llm.groq())
    return graph.invoke({"question": QUESTION}, context=Context(**settings))["answer"]


def test_a_proved_answer_costs_one_request(corpus: Corpus, fake_llm: FakeLLM) -> None:
    fake_llm.uses(ProvingServer())
    answer = _ask(corpus, fake_llm)
    assert (answer.answer, answer.proof.status) == ("Osterby", "valid")
    assert answer.usage.model_calls == fake_llm.stats["n_chat"] == 1


@pytest.mark.parametrize("plan", [True, False])
def test_an_unproved_start_stays_within_eight_requests_four_deep(
    corpus: Corpus, fake_llm: FakeLLM, plan: bool
) -> None:
    fake_llm.uses(ProvingServer(plan))
    fake_llm.waits(60)
    answer = _ask(corpus, fake_llm, k=1)
    stats = fake_llm.stats
    assert answer.answer == "Osterby"
    assert answer.usage.model_calls == stats["n_chat"] <= 8
    assert stats["duplicate_chat_calls"] == 0
    assert stats["sequential_depth"] <= 4


def test_the_exhaustive_policy_stays_within_nine_requests_four_deep(
    corpus: Corpus, fake_llm: FakeLLM
) -> None:
    fake_llm.uses(ProvingServer())
    fake_llm.waits(60)
    answer = _ask(corpus, fake_llm, policy="exhaustive", k=1)
    stats = fake_llm.stats
    assert answer.answer == "Osterby"
    assert answer.usage.model_calls == stats["n_chat"] <= 9
    assert stats["duplicate_chat_calls"] == 0
    assert stats["sequential_depth"] <= 4


async def test_async_runs_count_alike_and_answer_alike(corpus: Corpus, fake_llm: FakeLLM) -> None:
    fake_llm.uses(ProvingServer())
    settings: dict[str, Any] = {"policy": "exhaustive", "k": 1}
    async with HopGraph(chat=fake_llm.groq(), corpus=corpus, **settings) as hopgraph:
        sync = hopgraph.query(QUESTION)
        before = fake_llm.stats["n_chat"]
        again = await hopgraph.aquery(QUESTION)
    no_time = {"usage": sync.usage.model_copy(update={"wall_s": again.usage.wall_s})}
    assert again == sync.model_copy(update=no_time)
    assert fake_llm.stats["n_chat"] == 2 * before
    assert again.usage.model_calls == before


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 5])
def test_a_budget_of_calls_is_never_exceeded(corpus: Corpus, fake_llm: FakeLLM, limit: int) -> None:
    fake_llm.uses(ProvingServer())
    answer = _ask(corpus, fake_llm, k=1, budgets={"max_calls": limit})
    assert answer.usage.model_calls == fake_llm.stats["n_chat"] <= limit


@pytest.mark.parametrize("policy", ["staged", "exhaustive"])
@pytest.mark.parametrize(
    ("budgets", "calls"),
    [
        ({"max_tokens": 500}, 0),
        ({"max_tokens": 900}, 1),
        ({"max_tokens": 3000}, 2),
        ({"max_usd": 0.0007}, 0),
        ({"max_usd": 0.0012}, 1),
        ({"max_usd": 0.0045}, 2),
    ],
)
def test_a_budget_of_tokens_or_dollars_is_never_exceeded(
    corpus: Corpus, fake_llm: FakeLLM, policy: str, budgets: dict[str, Any], calls: int
) -> None:
    fake_llm.uses(ProvingServer())
    graph = build_graph(corpus=corpus, chat=fake_llm.groq(), prices={"groq:fake-model": (1.0, 2.0)})
    context = Context.model_validate({"k": 1, "policy": policy, "budgets": budgets})
    usage = graph.invoke({"question": QUESTION}, context=context)["answer"].usage
    assert usage.model_calls == fake_llm.stats["n_chat"] >= calls
    assert calls or not usage.model_calls
    assert usage.input_tokens + usage.output_tokens <= budgets.get("max_tokens", 1e9)
    assert usage.cost_usd <= budgets.get("max_usd", 1e9)


def test_a_refused_key_is_a_failure_said_once_per_arm(corpus: Corpus, fake_llm: FakeLLM) -> None:
    fake_llm.says(rules=[{"match": "", "status": 401, "reply": "invalid api key"}])
    answer = _ask(corpus, fake_llm, k=2)
    assert answer.abstained
    assert [f.stage for f in answer.failures] == ["direct", "decomposition", "iterative"]
    assert {failure.kind for failure in answer.failures} == {"auth"}
    # The hop loop does not ask again after each hop.
    assert answer.usage.model_calls == fake_llm.stats["n_chat"] == 3


def test_a_judge_model_is_asked_through_the_same_door(corpus: Corpus, fake_llm: FakeLLM) -> None:
    fake_llm.uses(ProvingServer())
    graph = build_graph(corpus=corpus, chat=fake_llm.groq(), judge=fake_llm.groq(model="judge"))
    answer = graph.invoke({"question": QUESTION})["answer"]
    assert answer.usage.model_calls == fake_llm.stats["n_chat"]
    assert fake_llm.stats["by_model"]["judge"] == answer.usage.by_stage["direct.judge"].model_calls
