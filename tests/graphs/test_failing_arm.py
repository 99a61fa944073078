"""One arm's provider fails: the others answer, it is told, and asking again is as if it never did.

With a reply cache only what failed is asked again.
"""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_llm import FakeLLM, fake_llm, fake_llm_server
from graph_samples import QUESTION, ProvingServer

from hopgraph import Answer, Corpus, HopGraph

__all__ = ["fake_llm", "fake_llm_server"]

KEY = "gsk_0123456789abcdefghij"
Request = dict[str, Any]


def last_part(request: Request) -> bool:
    """A prompt of the decomposition arm alone: the last of its sub-questions."""
    return "Question: Where was Edda Quillfeather born?" in request["text"]


def first_part(request: Request) -> bool:
    """A prompt of the decomposition arm alone, on whose reply its next one rests."""
    return "Question: Who founded Varnholt Mills?" in request["text"]


def first_read(request: Request) -> bool:
    """The prompt of the direct arm, with which the hop loop starts too."""
    return reads(request) == 1


def later_read(request: Request) -> bool:
    """A prompt of the hop loop alone: a reading of what its hops have brought."""
    return reads(request) > 1


def reads(request: Request) -> int:
    """Return how many passages the whole question is read with; 0 for other prompts."""
    whole = "If the question asks for more than one fact" in request["system"]
    return len(re.findall(r"<passage \d+>", request["user"])) if whole else 0


class RefusingServer(ProvingServer):
    """A server that refuses some prompts with 401, and says the key it refuses."""

    def __init__(self, refuses: Callable[[Request], bool]) -> None:
        super().__init__()
        self.refuses: Callable[[Request], bool] | None = refuses
        self.answered: list[str] = []
        self.refused: list[str] = []

    def __call__(self, request: Request) -> Any:
        if self.refuses is not None and self.refuses(request):
            self.refused.append(request["text"])
            return {"status": 401, "reply": f"Invalid API Key: {KEY}"}
        self.answered.append(request["text"])
        return super().__call__(request)


def asking(
    corpus: Corpus, llm: FakeLLM, cache: Path | None, in_async_code: bool
) -> Callable[[], Answer]:
    """Return a function that asks the question of a new object each time, by all arms."""

    def ask() -> Answer:
        chat = llm.groq(api_key=KEY)
        hopgraph = HopGraph(chat=chat, corpus=corpus, reply_cache=cache, policy="exhaustive", k=1)
        if not in_async_code:
            with hopgraph:
                return hopgraph.query(QUESTION, return_intermediate=True)

        async def in_a_loop() -> Answer:
            async with hopgraph:
                return await hopgraph.aquery(QUESTION, return_intermediate=True)

        return asyncio.run(in_a_loop())

    return ask


def told(answer: Answer, *left_out: str) -> str:
    """Return the answer as JSON without its time and the fields left out."""
    usage = answer.usage.model_copy(update={"wall_s": 0.0})
    return answer.model_copy(update={"usage": usage}).model_dump_json(exclude=set(left_out))


both_ways = pytest.mark.parametrize("in_async_code", [False, True], ids=["sync", "async"])


@both_ways
@pytest.mark.parametrize(
    ("refuses", "failed"),
    [
        (first_read, {"direct", "iterative"}),
        (first_part, {"decomposition"}),
        (last_part, {"decomposition"}),
        (later_read, {"iterative"}),
    ],
)
def test_the_other_arms_answer_and_the_failure_is_told_without_the_key(
    corpus: Corpus,
    fake_llm: FakeLLM,
    refuses: Callable[[Request], bool],
    failed: set[str],
    in_async_code: bool,
) -> None:
    fake_llm.uses(server := RefusingServer(refuses))
    answer = asking(corpus, fake_llm, None, in_async_code)()
    assert (answer.answer, answer.proof.status) == ("Osterby", "valid")
    assert {failure.stage for failure in answer.failures} == failed
    assert {failure.kind for failure in answer.failures} == {"auth"}
    assert answer.arm not in {"direct"} & failed
    assert answer.usage.model_calls == fake_llm.stats["n_chat"]
    assert len(server.refused) >= len(answer.failures)
    assert KEY not in answer.model_dump_json()
    assert KEY not in answer.proof_html()
    assert "check the API key" in answer.proof_html()


def test_an_arm_that_failed_is_no_abstention(corpus: Corpus, fake_llm: FakeLLM) -> None:
    fake_llm.uses(RefusingServer(last_part))
    answer = asking(corpus, fake_llm, None, False)()
    assert "decomposition" not in {candidate.arm for candidate in answer.arms}


@both_ways
@pytest.mark.parametrize("refuses", [first_read, first_part, last_part, later_read])
def test_asking_again_sends_only_what_failed_and_then_nothing(
    corpus: Corpus,
    fake_llm: FakeLLM,
    tmp_path: Path,
    refuses: Callable[[Request], bool],
    in_async_code: bool,
) -> None:
    fake_llm.uses(server := RefusingServer(refuses))
    undisturbed = RefusingServer(lambda _: False)
    ask = asking(corpus, fake_llm, tmp_path / "replies.sqlite", in_async_code)
    ask()
    server.refuses = None
    answered = set(server.answered)
    again = ask()
    sent = server.answered[len(answered) :]
    assert again.failures == ()
    assert again.usage.model_calls == len(sent) > 0
    assert answered.isdisjoint(sent)
    assert server.refused[0] in sent
    third, fourth = ask(), ask()
    assert third.usage.model_calls == 0
    assert told(third, "usage") == told(again, "usage")
    assert told(fourth) == told(third)
    assert len(server.answered) == len(answered) + len(sent)
    fake_llm.uses(undisturbed)
    assert told(again, "usage") == told(asking(corpus, fake_llm, None, False)(), "usage")


@both_ways
def test_one_call_that_failed_is_one_call_repeated(
    corpus: Corpus, fake_llm: FakeLLM, tmp_path: Path, in_async_code: bool
) -> None:
    fake_llm.uses(server := RefusingServer(last_part))
    ask = asking(corpus, fake_llm, tmp_path / "replies.sqlite", in_async_code)
    ask()
    assert len(server.refused) == 1
    server.refuses = None
    before = fake_llm.stats["n_chat"]
    ask()
    assert fake_llm.stats["n_chat"] == before + 1
    assert server.answered[-1] == server.refused[0]
    ask()
    assert fake_llm.stats["n_chat"] == before + 1
