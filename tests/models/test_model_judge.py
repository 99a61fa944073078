"""ModelJudge: the pool, the three calls, fusion, and what a failed stage leaves."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from scripted import Said, ScriptedChat, StatusError

from hopgraph.models.access import ChatAccess
from hopgraph.models.model_judge import Judged, ModelJudge
from hopgraph.reasoning.budget import Limits
from hopgraph.state.values import Passage, Why

SVO, ENTITIES, JUDGE = "3 short search phrases", "Name two things", "a number from 0 to 10"


def passage(name: str, score: float = 0.5) -> Passage:
    return Passage(id=name, source=name, title=name, text=f"About {name}.", score=score)


def script(svo: Said, entities: Said, judge: Callable[[str], Said]) -> Callable[[str], Said]:
    def said(prompt: str) -> Said:
        if SVO in prompt:
            return svo
        return entities if ENTITIES in prompt else judge(prompt)

    return said


def scores(prompt: str, high: str = "") -> str:
    titles = [line[7:] for line in prompt.splitlines() if line.startswith("Title: ")][1:]
    return json.dumps([9 if title == high else 2 for title in titles])


@pytest.fixture(params=["sync", "async"])
def judged(request: pytest.FixtureRequest) -> Callable[..., Judged]:
    """Judge in both ways."""

    def run(
        chat: ScriptedChat, ranked: Sequence[Passage], hits: dict[str, list[Passage]], **more: Any
    ) -> Judged:
        judge = ModelJudge(ChatAccess(chat, sleep=lambda _: None))
        asked: list[tuple[str, int]] = []

        def search(query: str, k: int) -> list[Passage]:
            asked.append((query, k))
            return hits.get(query, [])[:k]

        async def asearch(query: str, k: int) -> list[Passage]:
            return search(query, k)

        if request.param == "sync":
            result = judge.judge("Who?", ranked, search, **more)
        else:
            result = asyncio.run(judge.ajudge("Who?", ranked, asearch, **more))
        hits["asked"] = asked  # type: ignore[assignment]
        return result

    return run


RANKED = [passage(f"r{n}", 0.9 - n / 10) for n in range(7)]


def test_the_pool_is_judged_in_one_call_and_fused_with_retrieval(
    judged: Callable[..., Judged],
) -> None:
    chat = ScriptedChat(
        script=script(
            '["the mill has an owner", "owner lives"]',
            '{"e1": "mill", "e2": "owner"}',
            lambda p: scores(p, "found"),
        )
    )
    hits: dict[str, Any] = {
        "owner lives": [passage("found", 0.1), passage("r0", 0.2)],
        "owner": [passage("other", 0.2)],
    }
    result = judged(chat, RANKED, hits)
    assert sorted(hits["asked"]) == sorted(
        [("the mill has an owner", 10), ("owner lives", 10), ("mill", 5), ("owner", 5)]
    )
    assert len(chat.prompts) == 3
    assert [c.requests for c in result.calls] == [1, 1, 1]
    assert [p.id for p in result.passages] == [
        "found",
        "r0",
        "r1",
        "r2",
        "r3",
        "r4",
        "r5",
        "r6",
        "other",
    ]
    assert result.passages[0].why == Why(signals={"judge": 0.9})
    assert all(0 <= p.score <= 1 for p in result.passages)
    assert result.failures == ()


def test_the_pool_has_a_cap_and_so_has_what_is_returned(judged: Callable[..., Judged]) -> None:
    chat = ScriptedChat(script=script('["a", "b", "c"]', '{"e1": "d"}', scores))
    hits: dict[str, Any] = {q: [passage(f"{q}{n}") for n in range(10)] for q in "abcd"}
    result = judged(chat, RANKED, hits)
    pool = chat.prompts[-1]
    titles = [line[7:] for line in pool.splitlines() if line.startswith("Title: ")][1:]
    assert titles == [f"r{n}" for n in range(5)] + [f"a{n}" for n in range(10)] + [
        f"b{n}" for n in range(5)
    ]
    assert len(result.passages) == 10


def test_a_passage_keeps_why_it_was_found(judged: Callable[..., Judged]) -> None:
    why = Why(from_id="x", phrase="mill", signals={"cosine": 0.5})
    ranked = [passage("a").model_copy(update={"why": why})]
    chat = ScriptedChat(script=script("[]", "{}", scores))
    kept = judged(chat, ranked, {}).passages[0].why
    assert kept is not None
    assert (kept.from_id, kept.signals) == ("x", {"cosine": 0.5, "judge": 0.2})


def test_without_phrases_the_question_itself_is_searched_for(
    judged: Callable[..., Judged],
) -> None:
    chat = ScriptedChat(script=script(StatusError(400), StatusError(400), scores))
    hits: dict[str, Any] = {}
    result = judged(chat, RANKED[:2], hits)
    assert hits["asked"] == [("Who?", 10)]
    assert [f.kind for f in result.failures] == ["bad_request", "bad_request"]
    assert len(result.passages) == 2


@pytest.mark.parametrize(
    ("said", "kind"), [(StatusError(401), "auth"), ("I cannot judge.", "unparsable")]
)
def test_without_scores_all_count_the_same_and_the_failure_is_told(
    judged: Callable[..., Judged], said: Said, kind: str
) -> None:
    chat = ScriptedChat(script=script("[]", "{}", lambda _: said))
    result = judged(chat, RANKED, {}, stage="iterative.judge")
    assert [p.id for p in result.passages] == [p.id for p in RANKED]
    assert [(f.stage, f.kind) for f in result.failures] == [("iterative.judge", kind)]


def test_a_reply_after_thinking_is_read(judged: Callable[..., Judged]) -> None:
    chat = ScriptedChat(script=script("[]", "{}", lambda _: "<think>[1, 1]</think>[0, 10]"))
    assert [p.id for p in judged(chat, RANKED[:2], {}).passages] == ["r1", "r0"]


def test_a_pool_that_is_too_long_is_judged_by_halves_best_first(
    judged: Callable[..., Judged],
) -> None:
    sizes: list[int] = []

    def judge(prompt: str) -> Said:
        sizes.append(prompt.count("</passage") - 1)
        return StatusError(413, "Request too large") if sizes[-1] > 4 else "[0, 9, 9]"

    result = judged(ScriptedChat(script=script("[]", "{}", judge)), RANKED, {})
    assert sizes == [7, 3]
    assert [p.id for p in result.passages] == ["r1", "r2", "r3", "r4", "r5", "r6", "r0"]
    assert result.failures == ()


def test_no_passages_need_no_judge(judged: Callable[..., Judged]) -> None:
    chat = ScriptedChat()
    assert judged(chat, [], {}) == Judged()
    assert chat.prompts == []


@pytest.mark.parametrize(("calls", "made"), [(0, 0), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_calls_never_exceed_the_limit(judged: Callable[..., Judged], calls: int, made: int) -> None:
    chat = ScriptedChat(script=script("[]", "{}", scores))
    result = judged(chat, RANKED, {}, limits=Limits(calls=calls))
    assert len(chat.prompts) == made
    assert len(result.failures) == 3 - made
    assert {f.kind for f in result.failures} <= {"budget"}
    assert len(result.passages) == 7


def test_what_was_asked_before_for_the_question_is_not_asked_again(
    judged: Callable[..., Judged],
) -> None:
    chat = ScriptedChat(script=script("[]", "{}", scores))
    first = judged(chat, RANKED, {})
    again = judged(chat, RANKED, {}, prior=first.calls)
    assert len(chat.prompts) == 3
    assert again.calls == ()
    assert again.passages == first.passages


def test_a_judge_is_named_after_its_model() -> None:
    assert ModelJudge(ChatAccess(ScriptedChat(), "a:m")).name == "a:m"


def test_reference_fusions_give_the_reference_order(
    judged: Callable[..., Judged], shared: Path
) -> None:
    file = shared / "reference" / "mothrag" / "pit_fusion.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for row in (r for r in rows if r["fn"] == "pit_fuse" and r["alpha"] == 0.1):
        ranked = [passage(f"p{n}", score) for n, score in enumerate(row["svo"])]
        chat = ScriptedChat(script=script("[]", "{}", lambda _, r=row: json.dumps(r["judge"])))
        result = judged(chat, ranked, {})
        assert [p.id for p in result.passages] == row["rank"]
