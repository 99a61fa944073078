"""The reader that asks a chat model: one call reads the passages and proves the answer."""

import re
from collections.abc import Sequence

from ..reasoning.answers import is_abstention
from ..state.values import Failure, ModelCall, Passage, ProofStep
from .access import ChatAccess
from .exchange import Prompt, Reply
from .prompts import reading_prompt, unescaped
from .reading import Reading, ReadingTask
from .replies import ReadReply, StepReply, parse_plan, parse_reading


class ChatReader:
    """Reads with a chat model; implements `Reader`."""

    def __init__(self, access: ChatAccess) -> None:
        self._access = access

    @property
    def name(self) -> str:
        """The model's name."""
        return self._access.name

    def read(self, task: ReadingTask) -> Reading:
        """Read, synchronously."""
        prompt, shrink = _asked(task)
        reply = self._access.ask(task.stage, prompt, task.prior, task.limits, shrink)
        return _understood(task, reply, self.name)

    async def aread(self, task: ReadingTask) -> Reading:
        """Read without blocking the event loop."""
        prompt, shrink = _asked(task)
        reply = await self._access.aask(task.stage, prompt, task.prior, task.limits, shrink)
        return _understood(task, reply, self.name)


class _Shrink:
    """Drops the worse half of the passages each time a prompt is too long."""

    def __init__(self, task: ReadingTask) -> None:
        self._task = task

    def __call__(self, time: int) -> Prompt | None:
        keep = len(self._task.passages) >> time
        return reading_prompt(self._task, self._task.passages[:keep]) if keep else None


def _asked(task: ReadingTask) -> tuple[Prompt, _Shrink]:
    return reading_prompt(task, task.passages), _Shrink(task)


def _understood(task: ReadingTask, reply: Reply, model: str) -> Reading:
    calls = (reply.call,) if reply.call is not None else ()
    if reply.failure is not None:
        return Reading(calls=calls, failures=(reply.failure,))
    if task.kind == "plan":
        plan = parse_plan(reply.text)
        if plan is not None:
            return Reading(plan=plan, calls=calls, confidence=1.0)
    else:
        read = parse_reading(reply.text)
        if read is not None:
            return _reading(task, read, calls)
    return Reading(calls=calls, failures=(_unparsable(task, reply.text, model),))


def _reading(task: ReadingTask, read: ReadReply, calls: tuple[ModelCall, ...]) -> Reading:
    abstained = is_abstention(read.answer)
    return Reading(
        answer="" if abstained else read.answer,
        abstained=abstained,
        steps=tuple(_step(step, task.passages) for step in read.steps),
        missing=read.missing,
        plan=read.sub_questions,
        confidence=0.0 if abstained else 1.0,
        calls=calls,
    )


def _step(step: StepReply, passages: Sequence[Passage]) -> ProofStep:
    return ProofStep(
        rule=step.rule,
        claim=step.claim,
        passage_id=_cited(step.passage, passages),
        quote=unescaped(step.quote),
        subject=unescaped(step.subject),
        object=unescaped(step.object),
        inputs=step.inputs,
    )


def _cited(reference: str, passages: Sequence[Passage]) -> str:
    """Return the id of the passage cited by number, id or title; else the citation itself."""
    number = re.fullmatch(r"\W*(?:passage)?\W*(\d+)\W*", reference, re.IGNORECASE)
    if number and 1 <= int(number[1]) <= len(passages):
        return passages[int(number[1]) - 1].id
    wanted = reference.casefold()
    titled = [p.id for p in passages if p.title and p.title.casefold() == wanted]
    # A passage that was not given stays visible as such: the checker refuses it.
    return titled[0] if len(titled) == 1 else reference


def _unparsable(task: ReadingTask, text: str, model: str) -> Failure:
    start = " ".join(text.split())[:80]
    return Failure(
        stage=task.stage,
        kind="unparsable",
        message=f"the reply is not the JSON that was asked for: {start!r}",
        provider=model,
    )
