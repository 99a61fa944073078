"""FaithfulnessJudge: verdicts, and the difference between no and no verdict."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from scripted import Said, ScriptedChat, StatusError

from hopgraph.models.access import ChatAccess
from hopgraph.models.cache import ReplyCache
from hopgraph.models.faithfulness_judge import Faithfulness, FaithfulnessJudge
from hopgraph.state.values import Passage

MILL = Passage(id="m", source="m", text="The mill is on the Ure.")
CAPE = Passage(id="c", source="c", text="The lighthouse is on the cape.")


@pytest.fixture(params=["sync", "async"])
def verdict(request: pytest.FixtureRequest) -> Callable[..., Faithfulness]:
    """Judge in both ways."""

    def run(access: ChatAccess, answer: str, *passages: Passage) -> Faithfulness:
        judge = FaithfulnessJudge(access)
        if request.param == "sync":
            return judge.judge("Where is the mill?", answer, passages)
        return asyncio.run(judge.ajudge("Where is the mill?", answer, passages))

    return run


Verdict = Callable[..., Faithfulness]


@pytest.mark.parametrize(
    ("said", "score"),
    [
        ("yes", 1.0),
        ("Yes, passage 1 says so.", 1.0),
        ("**Partial**", 0.5),
        ("partially", 0.5),
        ("no", 0.0),
        ("No.", 0.0),
        ("<think>yes or no?</think>no", 0.0),
    ],
)
def test_a_verdict_is_read_from_its_first_word(verdict: Verdict, said: str, score: float) -> None:
    result = verdict(ChatAccess(ScriptedChat(script=[said])), "on the Ure", MILL)
    assert result.score == score
    assert result.call is not None
    assert result.failure is None


@pytest.mark.parametrize(
    ("said", "kind"), [("Perhaps.", "unparsable"), ("", "provider"), (StatusError(401), "auth")]
)
def test_no_verdict_is_not_a_no(verdict: Verdict, said: Said, kind: str) -> None:
    result = verdict(ChatAccess(ScriptedChat(script=[said])), "on the Ure", MILL)
    assert result.score is None
    assert result.failure is not None
    assert result.failure.kind == kind
    assert result.call is not None


@pytest.mark.parametrize("answer", ["", "Not in passages", "unknown"])
def test_an_abstention_is_not_asked_about(verdict: Verdict, answer: str) -> None:
    chat = ScriptedChat()
    assert verdict(ChatAccess(chat), answer, MILL) == Faithfulness(0.0)
    assert chat.prompts == []


def test_a_kept_verdict_is_not_used_for_other_passages(verdict: Verdict, tmp_path: Path) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        chat = ScriptedChat(script=["yes", "no"])
        access = ChatAccess(chat, cache=cache)
        results = [verdict(access, "on the Ure", p) for p in (MILL, CAPE, MILL)]
    assert [r.score for r in results] == [1.0, 0.0, 1.0]
    assert len(chat.prompts) == 2
