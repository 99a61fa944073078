"""A model that judges passages by the step they take: question, bridge and candidate together.

The bridge substrate of BridgeRAG (arXiv 2604.03384) as MothRag configures it: two short calls
expand the search around the first passage, the bridge, and one call judges the whole pool.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from ..reasoning.budget import Limits, limits_left
from ..reasoning.mothrag.parsers import JUDGE_SCALE, parse_entities, parse_judge_scores, parse_svo
from ..reasoning.mothrag.pit import fused_order, pit_fuse
from ..state.context import Budgets
from ..state.values import Failure, ModelCall, Passage, Why
from .access import ChatAccess
from .exchange import Prompt, Reply, Shrink
from .prompts import entities_prompt, judge_prompt, svo_prompt
from .replies import without_thinking

FIRST_HOP = 5
SVO_QUERIES = 3
SVO_K = 10
SVO_POOL = 15
ENTITY_K = 5
POOL = 20
RETURNED = 10
Search = Callable[[str, int], Sequence[Passage]]
AsyncSearch = Callable[[str, int], Awaitable[Sequence[Passage]]]

_NO_LIMITS = Limits()


@dataclass(frozen=True)
class Judged:
    """Judged passages, best first, and what judging took."""

    passages: tuple[Passage, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    failures: tuple[Failure, ...] = ()


@dataclass
class _Work:
    """One judgement under way."""

    question: str
    ranked: Sequence[Passage]
    prior: tuple[ModelCall, ...]
    limits: Limits
    stage: str
    calls: list[ModelCall] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    @property
    def bridge(self) -> Passage:
        return self.ranked[0]

    @property
    def expansions(self) -> tuple[Prompt, Prompt]:
        return svo_prompt(self.question, self.bridge), entities_prompt(self.question, self.bridge)

    def text(self, reply: Reply) -> str:
        """Note what a reply took, and return its text; "" for a failure."""
        if reply.call is not None:
            self.calls.append(reply.call)
        if reply.failure is not None:
            self.failures.append(reply.failure)
        return without_thinking(reply.text)

    def searches(self, svo: str, entities: tuple[str, str]) -> list[tuple[str, int]]:
        queries = parse_svo(svo, SVO_QUERIES) or [self.question]
        return [(q, SVO_K) for q in queries] + [(e, ENTITY_K) for e in entities if e]

    def pool(self, found: Sequence[Sequence[Passage]], svo_searches: int) -> list[Passage]:
        """Return the first hop and what was found from it, each passage once, in that order."""
        svo = _distinct([p for hits in found[:svo_searches] for p in hits])[:SVO_POOL]
        rest = [p for hits in found[svo_searches:] for p in hits]
        first = self.ranked[:FIRST_HOP]
        return _distinct([*first, *svo, *rest, *self.ranked[FIRST_HOP:]])[:POOL]

    def asked(self, entities: tuple[str, str], pool: Sequence[Passage]) -> tuple[Prompt, Shrink]:
        """Return the judging prompt, and how to halve its pool; the rest stays unjudged."""

        def shorter(time: int) -> Prompt | None:
            return judge_prompt(self.question, self.bridge, entities, pool[: len(pool) >> time])

        return judge_prompt(self.question, self.bridge, entities, pool), shorter

    def judged(self, pool: Sequence[Passage], reply: Reply) -> Judged:
        """Fuse the judge's scores with retrieval's, by their percentile ranks."""
        said = self.text(reply)
        if reply.failure is None and "[" not in said:
            self.failures.append(self._no_scores(reply))
        scores, found = parse_judge_scores(said, len(pool)), [p.score for p in pool]
        fused = pit_fuse(scores, found)
        order = fused_order(scores, found)[:RETURNED]
        passages = tuple(_scored(pool[i], fused[i], scores[i]) for i in order)
        return Judged(passages, tuple(self.calls), tuple(self.failures))

    def _no_scores(self, reply: Reply) -> Failure:
        said = f"the reply holds no list of scores: {reply.text.strip()[:80]!r}"
        model = reply.call.model if reply.call else ""
        return Failure(stage=self.stage, kind="unparsable", message=said, provider=model)


class ModelJudge:
    """Judges passages with a chat model: three calls, of which two can run side by side."""

    def __init__(self, access: ChatAccess) -> None:
        self._access = access

    @property
    def name(self) -> str:
        """The model's name."""
        return self._access.name

    def judge(
        self,
        question: str,
        passages: Sequence[Passage],
        search: Search,
        prior: Sequence[ModelCall] = (),
        limits: Limits = _NO_LIMITS,
        stage: str = "judge",
    ) -> Judged:
        """Return the passages that carry the search on, best first.

        A call that fails leaves its part out: without phrases the question itself is searched
        for, without scores all passages count the same. Its failure is in the result.

        Args:
            question: The question, or the part of it that is searched for.
            passages: What retrieval ranked, best first; the first is the bridge.
            search: Finds passages for a query, at most so many.
            prior: Calls already made for this question.
            limits: What may still be used.
            stage: What the calls are counted under.
        """
        if not passages:
            return Judged()
        work = _Work(question, passages, tuple(prior), limits, stage)
        half = _half(limits)
        svo, named = (
            work.text(self._access.ask(stage, prompt, work.prior, half))
            for prompt in work.expansions
        )
        entities = parse_entities(named)
        searches = work.searches(svo, entities)
        pool = work.pool([search(*s) for s in searches], _svo_searches(searches))
        prompt, shrink = work.asked(entities, pool)
        left = _less(limits, work.calls)
        reply = self._access.ask(stage, prompt, work.prior, left, shrink)
        return work.judged(pool, reply)

    async def ajudge(
        self,
        question: str,
        passages: Sequence[Passage],
        search: AsyncSearch,
        prior: Sequence[ModelCall] = (),
        limits: Limits = _NO_LIMITS,
        stage: str = "judge",
    ) -> Judged:
        """Judge without blocking the event loop; see `judge`."""
        if not passages:
            return Judged()
        work = _Work(question, passages, tuple(prior), limits, stage)
        half = _half(limits)
        replies = await asyncio.gather(
            *(self._access.aask(stage, prompt, work.prior, half) for prompt in work.expansions)
        )
        svo, named = map(work.text, replies)
        entities = parse_entities(named)
        searches = work.searches(svo, entities)
        found = await asyncio.gather(*(search(*s) for s in searches))
        pool = work.pool(found, _svo_searches(searches))
        prompt, shrink = work.asked(entities, pool)
        left = _less(limits, work.calls)
        reply = await self._access.aask(stage, prompt, work.prior, left, shrink)
        return work.judged(pool, reply)


def _svo_searches(searches: Sequence[tuple[str, int]]) -> int:
    return sum(k == SVO_K for _, k in searches)


def _distinct(passages: Sequence[Passage]) -> list[Passage]:
    first: dict[str, Passage] = {}
    for passage in passages:
        first.setdefault(passage.id, passage)
    return list(first.values())


def _scored(passage: Passage, fused: float, score: float) -> Passage:
    why = passage.why or Why()
    signals = {**why.signals, "judge": round(score / JUDGE_SCALE, 6)}
    why = why.model_copy(update={"signals": signals})
    return passage.model_copy(update={"score": round(fused, 6), "why": why})


def _half(limits: Limits) -> Limits:
    # The two expansions run side by side and do not see what the other uses.
    return replace(
        limits,
        calls=None if limits.calls is None else limits.calls // 2,
        tokens=None if limits.tokens is None else limits.tokens // 2,
        usd=None if limits.usd is None else limits.usd / 2,
    )


def _less(limits: Limits, calls: Sequence[ModelCall]) -> Limits:
    left = Budgets(max_calls=limits.calls, max_tokens=limits.tokens, max_usd=limits.usd)
    return limits_left(left, calls, limits.deadline)
