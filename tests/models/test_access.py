"""ChatAccess: counting, retries, budgets, equal prompts, the reply cache, and keys."""

import asyncio
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from scripted import CutShort, Said, ScriptedChat, StatusError

from hopgraph.models.access import ChatAccess
from hopgraph.models.cache import ReplyCache
from hopgraph.models.exchange import Prompt, Reply, prompt_key
from hopgraph.reasoning.budget import Limits
from hopgraph.state.values import ModelCall

PROMPT = Prompt("Be brief.", "Where is the lighthouse?", ("The lighthouse is on the cape.",))


class Waits:
    """Remembers how long it was asked to sleep, and moves a clock instead."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.now = 1000.0

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    async def asleep(self, seconds: float) -> None:
        self.sleep(seconds)

    def clock(self) -> float:
        return self.now


def access_to(
    script: list[Said] | Callable[[str], Said],
    waits: Waits | None = None,
    cache: ReplyCache | None = None,
    prices: dict[str, tuple[float, float]] | None = None,
) -> tuple[ChatAccess, ScriptedChat]:
    chat = ScriptedChat(script=script)
    waits = waits or Waits()
    access = ChatAccess(
        chat, cache=cache, prices=prices, sleep=waits.sleep, asleep=waits.asleep, clock=waits.clock
    )
    return access, chat


@pytest.fixture(params=["sync", "async"])
def ask(request: pytest.FixtureRequest) -> Callable[..., Reply]:
    """Ask in both ways."""

    def asked(access: ChatAccess, *args: object, **kwargs: object) -> Reply:
        if request.param == "sync":
            return access.ask("direct", *args, **kwargs)  # type: ignore[arg-type]
        return asyncio.run(access.aask("direct", *args, **kwargs))  # type: ignore[arg-type]

    return asked


def test_a_reply_carries_its_call_with_tokens_and_cost(ask: Callable[..., Reply]) -> None:
    access, _ = access_to(["On the cape."], prices={"scripted:scripted": (1.0, 2.0)})
    reply = ask(access, PROMPT)
    assert reply.text == "On the cape."
    assert reply.failure is None
    call = reply.call
    assert call is not None
    assert call.id == prompt_key("scripted:scripted", PROMPT)
    assert (call.stage, call.model, call.requests) == ("direct", "scripted:scripted", 1)
    assert call.cost_usd == pytest.approx((call.input_tokens + 2 * call.output_tokens) / 1e6)


def test_tokens_are_estimated_where_the_provider_counts_none(ask: Callable[..., Reply]) -> None:
    chat = ScriptedChat(script=["On the cape."], usage=False)
    call = ask(ChatAccess(chat), PROMPT).call
    assert call is not None
    assert call.input_tokens == len(PROMPT.system + PROMPT.user) // 4
    assert call.output_tokens == 3
    assert call.cost_usd is None


def test_an_equal_prompt_of_the_same_question_is_not_sent_again(
    ask: Callable[..., Reply],
) -> None:
    access, chat = access_to(["first", "second"])
    first = ask(access, PROMPT)
    assert first.call is not None
    again = ask(access, PROMPT, prior=(first.call,))
    assert (again.text, again.call) == ("first", None)
    assert len(chat.prompts) == 1


def test_a_rate_limit_that_says_when_is_waited_for_and_counted_once(
    ask: Callable[..., Reply],
) -> None:
    waits = Waits()
    access, chat = access_to([StatusError(429, "Please try again in 60ms"), "ok"], waits)
    reply = ask(access, PROMPT)
    assert reply.text == "ok"
    assert waits.slept == [pytest.approx(0.06)]
    assert reply.call is not None
    assert reply.call.requests == len(chat.prompts) == 2


@pytest.mark.parametrize(
    "words", ["'retryDelay': '58s'", '"retryDelay": "58s"', "Please retry in 58s."]
)
def test_a_providers_retry_delay_guides_the_one_retry(
    ask: Callable[..., Reply], words: str
) -> None:
    waits = Waits()
    access, chat = access_to([StatusError(429, words), "ok"], waits)
    assert ask(access, PROMPT).text == "ok"
    assert waits.slept == [58.0]
    assert len(chat.prompts) == 2


def test_one_rate_limit_among_twelve_prompts_costs_one_retry_and_repeats_nothing(
    ask: Callable[..., Reply],
) -> None:
    said: list[Said] = [f"reply {n}" for n in range(1, 13)]
    said.insert(4, StatusError(429, "Rate limit reached. Please try again in 60ms"))
    access, chat = access_to(said)
    replies = [ask(access, Prompt("", f"chunk {n}")) for n in range(1, 13)]
    assert [r.text for r in replies] == [f"reply {n}" for n in range(1, 13)]
    assert sum(r.call.requests for r in replies if r.call) == 13
    assert len(chat.prompts) == 13
    assert len(set(chat.prompts)) == 12


@pytest.mark.parametrize(
    ("status", "kind"), [(400, "bad_request"), (401, "auth"), (403, "auth"), (404, "bad_request")]
)
def test_what_cannot_pass_is_not_retried(ask: Callable[..., Reply], status: int, kind: str) -> None:
    access, chat = access_to([StatusError(status, "refused")])
    reply = ask(access, PROMPT)
    assert reply.failure is not None
    assert reply.failure.kind == kind
    assert reply.failure.stage == "direct"
    assert reply.failure.provider == "scripted:scripted"
    assert reply.call is not None
    assert reply.call.requests == len(chat.prompts) == 1


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (StatusError(503), "provider"),
        (TimeoutError("slow"), "timeout"),
        (ConnectionError(), "unreachable"),
    ],
)
def test_what_can_pass_is_tried_three_times_and_then_fails(
    ask: Callable[..., Reply], error: Exception, kind: str
) -> None:
    waits = Waits()
    access, chat = access_to([error], waits)
    reply = ask(access, PROMPT)
    assert reply.failure is not None
    assert reply.failure.kind == kind
    assert waits.slept == [1.0, 4.0]
    assert reply.call is not None
    assert reply.call.requests == len(chat.prompts) == 3


def test_a_mistake_in_code_is_not_retried_and_keeps_its_words(ask: Callable[..., Reply]) -> None:
    access, chat = access_to([TypeError("unexpected keyword")])
    reply = ask(access, PROMPT)
    assert reply.failure is not None
    assert reply.failure.kind == "provider"
    assert "unexpected keyword" in reply.failure.message
    assert len(chat.prompts) == 1


def test_a_wait_beyond_what_can_be_borne_is_not_waited_for(ask: Callable[..., Reply]) -> None:
    waits = Waits()
    access, _ = access_to([StatusError(429, "Please try again in 7m12s")], waits)
    reply = ask(access, PROMPT)
    assert waits.slept == []
    assert reply.failure is not None
    assert reply.failure.kind == "rate_limit"
    assert "432 s" in reply.failure.message


def test_a_wait_beyond_the_deadline_is_not_waited_for(ask: Callable[..., Reply]) -> None:
    waits = Waits()
    access, _ = access_to([StatusError(429, '"retryDelay": "58s"')], waits)
    reply = ask(access, PROMPT, limits=Limits(deadline=waits.now + 30))
    assert waits.slept == []
    assert reply.failure is not None
    assert reply.failure.kind == "rate_limit"


def test_a_failed_prompt_may_be_asked_again_and_both_requests_are_counted(
    ask: Callable[..., Reply],
) -> None:
    access, _ = access_to([StatusError(401), StatusError(401), "ok"])
    first = ask(access, PROMPT)
    assert first.call is not None
    second = ask(access, PROMPT, prior=(first.call,))
    assert second.call is not None
    third = ask(access, PROMPT, prior=(first.call, second.call))
    assert third.text == "ok"
    assert third.call is not None
    assert len({first.call.id, second.call.id, third.call.id}) == 3


class Halves:
    """Shrinks a prompt of a given number of lines by half each time."""

    def __init__(self, lines: int) -> None:
        self.lines = lines

    def prompt(self, time: int = 0) -> Prompt | None:
        keep = self.lines >> time
        return Prompt("", "\n".join(f"line {n}" for n in range(keep))) if keep else None


@pytest.mark.parametrize(
    "error",
    [
        StatusError(413, "Request Entity Too Large"),
        StatusError(429, "Request too large for model: Limit 30000, Requested 49372"),
    ],
)
def test_a_prompt_too_large_is_cut_and_asked_again_without_a_retry(
    ask: Callable[..., Reply], error: Exception
) -> None:
    waits, halves = Waits(), Halves(8)
    access, chat = access_to([error, "ok"], waits)
    prompt = halves.prompt()
    assert prompt is not None
    reply = ask(access, prompt, shrink=halves.prompt)
    assert reply.text == "ok"
    assert waits.slept == []
    assert [p.count("line") for p in chat.prompts] == [8, 4]
    assert reply.call is not None
    assert reply.call.requests == 2
    assert reply.call.id == prompt_key(access.name, prompt)


def test_a_prompt_that_stays_too_large_is_given_up_after_two_cuts(
    ask: Callable[..., Reply],
) -> None:
    halves = Halves(8)
    access, chat = access_to([StatusError(413, "too large")])
    reply = ask(access, halves.prompt(), shrink=halves.prompt)
    assert [p.count("line") for p in chat.prompts] == [8, 4, 2]
    assert reply.failure is not None
    assert reply.failure.kind == "too_large"


def test_a_prompt_that_cannot_be_cut_fails_at_once(ask: Callable[..., Reply]) -> None:
    halves = Halves(1)
    access, chat = access_to([StatusError(413, "too large")])
    assert ask(access, halves.prompt(), shrink=halves.prompt).failure is not None
    assert len(chat.prompts) == 1


def test_a_reply_length_counted_against_the_limit_is_named_as_the_remedy(
    ask: Callable[..., Reply],
) -> None:
    access, _ = access_to([StatusError(413, "Request too large: Limit 8000, Requested 32979")])
    failure = ask(access, PROMPT).failure
    assert failure is not None
    assert "8000 tokens" in failure.message
    assert "max_tokens" in failure.message


@pytest.mark.parametrize(
    "error",
    [
        StatusError(404, "The model `m` does not exist or you do not have access to it."),
        StatusError(400, "The model `m` has been decommissioned and is no longer supported."),
        StatusError(404, "Not Found"),
    ],
)
def test_a_model_that_is_no_longer_served_is_named_with_the_remedy(
    ask: Callable[..., Reply], error: Exception
) -> None:
    access, _ = access_to([error])
    failure = ask(access, PROMPT).failure
    assert failure is not None
    assert "scripted:scripted is not served to this key: choose another" in failure.message


class UnreachableError(ConnectionError):
    """What an HTTP client raises where nobody listens; it holds the request."""

    def __init__(self, url: str) -> None:
        super().__init__("Connection error.")
        self.request = SimpleNamespace(url=url)


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (
            UnreachableError("http://user:secret@localhost:9/v1/chat?key=secret"),
            "scripted:scripted cannot be reached at http://localhost:9: check the network",
        ),
        (ConnectionError("refused"), "scripted:scripted cannot be reached: check the network"),
        (TimeoutError("late"), "scripted:scripted took too long: ask again"),
        (StatusError(503), "the provider of scripted:scripted is at fault: ask again later"),
        (StatusError(429), "was asked more than this key allows: ask again later"),
        (StatusError(429, "insufficient_quota"), "the quota of this key for scripted:scripted is"),
    ],
)
def test_a_provider_that_does_not_answer_is_named_with_the_remedy(
    ask: Callable[..., Reply], error: Exception, remedy: str
) -> None:
    access, _ = access_to([error])
    failure = ask(access, PROMPT).failure
    assert failure is not None
    assert remedy in failure.message
    assert "secret" not in failure.message


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(calls=0), "calls"),
        (Limits(tokens=3), "tokens"),
        (Limits(usd=0.0), "$"),
        (Limits(deadline=999.0), "time"),
    ],
)
def test_no_request_is_made_beyond_the_budget(
    ask: Callable[..., Reply], limits: Limits, words: str
) -> None:
    access, chat = access_to(["never"], prices={"scripted:scripted": (1.0, 1.0)})
    reply = ask(access, PROMPT, limits=limits)
    assert chat.prompts == []
    assert reply.call is None
    assert reply.failure is not None
    assert reply.failure.kind == "budget"
    assert words in reply.failure.message


def test_a_dollar_limit_without_a_known_price_is_refused(ask: Callable[..., Reply]) -> None:
    access, chat = access_to(["never"])
    reply = ask(access, PROMPT, limits=Limits(usd=1.0))
    assert chat.prompts == []
    assert reply.failure is not None
    assert "no price is known" in reply.failure.message


def test_retries_stop_where_the_calls_end(ask: Callable[..., Reply]) -> None:
    access, chat = access_to([StatusError(503), "late"])
    reply = ask(access, PROMPT, limits=Limits(calls=1))
    assert len(chat.prompts) == 1
    assert reply.failure is not None
    assert reply.failure.kind == "provider"
    assert reply.call is not None
    assert reply.call.requests == 1


def test_arabic_and_chinese_prompts_are_not_taken_for_short_ones(ask: Callable[..., Reply]) -> None:
    access, chat = access_to(["never"])
    chinese = Prompt("", "谁是这家公司的首席财务官" * 10)
    assert ask(access, chinese, limits=Limits(tokens=60)).failure is not None
    assert chat.prompts == []


def test_a_cached_reply_needs_no_request_and_no_budget(
    ask: Callable[..., Reply], tmp_path: Path
) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        access, chat = access_to(["kept"], cache=cache)
        ask(access, PROMPT)
        again = ask(access, PROMPT, limits=Limits(calls=0))
    assert again.text == "kept"
    assert len(chat.prompts) == 1
    assert again.call is not None
    assert (again.call.requests, again.call.cost_usd) == (0, 0.0)


def test_a_failure_is_not_cached_so_that_only_it_is_asked_again(
    ask: Callable[..., Reply], tmp_path: Path
) -> None:
    other = Prompt("", "What color is it?")
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        access, chat = access_to(["on the cape", StatusError(401), "white"], cache=cache)
        assert ask(access, PROMPT).failure is None
        assert ask(access, other).failure is not None
        assert [ask(access, p).text for p in (PROMPT, other)] == ["on the cape", "white"]
    assert len(chat.prompts) == 3


def test_an_empty_reply_is_a_failure_that_is_paid_for_and_not_kept(
    ask: Callable[..., Reply], tmp_path: Path
) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        access, _ = access_to([" "], cache=cache)
        reply = ask(access, PROMPT)
        assert len(cache) == 0
    assert reply.failure is not None
    assert reply.failure.kind == "provider"
    assert "empty" in reply.failure.message
    assert reply.call is not None
    assert reply.call.requests == 1
    assert reply.call.input_tokens > 0


def test_a_deleted_passage_takes_cached_replies_and_what_followed_from_them(
    ask: Callable[..., Reply], tmp_path: Path
) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        access, _ = access_to(["on the cape", "windy", "apart"], cache=cache)
        first = ask(access, PROMPT)
        assert first.call is not None
        ask(access, Prompt("", "How is the weather on the cape?"), prior=(first.call,))
        ask(access, Prompt("", "Something else?"))
        assert cache.purge(PROMPT.texts) == 2
        assert len(cache) == 1
    kept = (tmp_path / "replies.sqlite").read_bytes()
    assert b"apart" in kept
    assert b"on the cape" not in kept
    assert b"windy" not in kept


def test_equal_prompts_asked_at_once_by_threads_share_one_request() -> None:
    started, finish = threading.Event(), threading.Event()

    def slow(_: str) -> Said:
        started.set()
        finish.wait(5)
        return "shared"

    access, chat = access_to(slow)
    replies: dict[str, Reply] = {}
    threads = [
        threading.Thread(target=lambda s=s: replies.update({s: access.ask(s, PROMPT)}))
        for s in ("direct", "iterative")
    ]
    threads[0].start()
    started.wait(5)
    threads[1].start()
    threads[1].join(0.05)
    finish.set()
    for thread in threads:
        thread.join()
    assert len(chat.prompts) == 1
    calls = [replies[s].call for s in ("direct", "iterative")]
    assert [c.stage for c in calls if c] == ["direct", "iterative"]
    assert len({c.id for c in calls if c}) == 1


class SlowChat(ScriptedChat):
    """Lets other tasks run before it answers."""

    async def _agenerate(self, *args: object, **kwargs: object) -> object:  # type: ignore[override]
        await asyncio.sleep(0.01)
        return await super()._agenerate(*args, **kwargs)  # type: ignore[arg-type]


async def test_equal_prompts_asked_at_once_by_tasks_share_one_request() -> None:
    chat = SlowChat(script=["shared"])
    access = ChatAccess(chat)
    replies = await asyncio.gather(*(access.aask(s, PROMPT) for s in ("a", "b", "c")))
    assert len(chat.prompts) == 1
    assert [r.call.stage for r in replies if r.call] == ["a", "b", "c"]


async def test_a_cancelled_task_does_not_take_the_others_reply_with_it() -> None:
    chat = SlowChat(script=["shared"])
    access = ChatAccess(chat)
    first = asyncio.create_task(access.aask("a", PROMPT))
    others = [asyncio.create_task(access.aask(s, PROMPT)) for s in ("b", "c")]
    await asyncio.sleep(0.002)
    first.cancel()
    others[1].cancel()
    assert (await others[0]).text == "shared"


def test_an_interrupted_thread_lets_the_prompt_be_asked_again() -> None:
    chat = ScriptedChat(script=lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    access = ChatAccess(chat)
    with pytest.raises(KeyboardInterrupt):
        access.ask("direct", PROMPT)
    with pytest.raises(KeyboardInterrupt):
        access.ask("direct", PROMPT)
    assert len(chat.prompts) == 2


def test_the_sync_way_works_inside_a_running_event_loop() -> None:
    access, _ = access_to(["ok"])

    async def inside() -> Reply:
        return access.ask("direct", PROMPT)

    assert asyncio.run(inside()).text == "ok"


def test_keys_stand_in_no_failure_no_repr_and_no_pickle(ask: Callable[..., Reply]) -> None:
    access, _ = access_to([StatusError(401, "Incorrect API key provided: gsk_0123456789abcdef")])
    failure = ask(access, PROMPT).failure
    assert failure is not None
    assert "gsk_0123" not in failure.message
    assert "check the API key" in failure.message
    assert repr(access) == "ChatAccess('scripted:scripted')"
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(access)


def test_a_call_is_told_apart_by_model_and_by_both_parts_of_its_prompt() -> None:
    keys = {
        prompt_key("a:m", Prompt("x", "y")),
        prompt_key("a:n", Prompt("x", "y")),
        prompt_key("a:m", Prompt("xy", "")),
        prompt_key("a:m", Prompt("x", "y", ("texts are no part of it",))),
    }
    assert len(keys) == 3


def test_a_reply_without_call_or_failure_keeps_its_stage_free() -> None:
    assert Reply("known").at_stage("direct") == Reply("known")
    call = ModelCall(id="1", stage="a", model="m")
    assert Reply("x", call).at_stage("b").call == call.model_copy(update={"stage": "b"})


class LimitedChat(ScriptedChat):
    """A scripted model that takes a limit of its replies, and always says that it was cut."""

    max_tokens: int | None = None


def _cut_short(prompt: str) -> str:
    return CutShort('{"answer": "the ca')


def test_a_reply_that_the_budget_cut_is_a_failure_and_is_not_kept(
    ask: Callable[..., Reply], tmp_path: Path
) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        access = ChatAccess(LimitedChat(script=_cut_short), cache=cache)
        cut = ask(access, PROMPT, limits=Limits(tokens=300))
        assert len(cache) == 0
        whole = ask(access, PROMPT)
    assert cut.failure is not None
    assert cut.failure.kind == "budget"
    assert "cut" in cut.failure.message
    assert cut.call is not None
    assert cut.call.requests == 1
    assert whole.failure is None


@pytest.mark.parametrize(
    "chat", [LimitedChat(script=_cut_short, max_tokens=250), ScriptedChat(script=_cut_short)]
)
def test_a_reply_that_the_model_cut_is_the_same_with_a_budget(
    ask: Callable[..., Reply], chat: ScriptedChat
) -> None:
    access = ChatAccess(chat)
    assert ask(access, PROMPT, limits=Limits(tokens=100_000)).text == ask(access, PROMPT).text != ""
