"""A model that says whether passages support an answer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..reasoning.answers import is_abstention
from ..reasoning.budget import Limits
from ..state.values import Failure, ModelCall, Passage
from .access import ChatAccess
from .exchange import Reply
from .prompts import faithfulness_prompt
from .replies import without_thinking

_SCORES = {"yes": 1.0, "partial": 0.5, "no": 0.0}
_VERDICT = re.compile(r"\W*(yes|partial|no)", re.IGNORECASE)
_NO_LIMITS = Limits()


@dataclass(frozen=True)
class Faithfulness:
    """A verdict.

    Attributes:
        score: 1 if the passages support the answer, 0.5 in part, 0 if not; None if the model
            gave no verdict, which says nothing about the answer.
        call: The call it took.
        failure: Why there is no verdict.
    """

    score: float | None
    call: ModelCall | None = None
    failure: Failure | None = None


class FaithfulnessJudge:
    """Asks a chat model whether passages support an answer.

    The verdict belongs to question, answer and passages together: other passages are another
    prompt, and so never share a reply.
    """

    def __init__(self, access: ChatAccess) -> None:
        self._access = access

    @property
    def name(self) -> str:
        """The model's name."""
        return self._access.name

    def judge(
        self,
        question: str,
        answer: str,
        passages: Sequence[Passage],
        prior: Sequence[ModelCall] = (),
        limits: Limits = _NO_LIMITS,
        stage: str = "faithfulness",
    ) -> Faithfulness:
        """Return the verdict; an abstention supports nothing and is not asked about."""
        if is_abstention(answer):
            return Faithfulness(0.0)
        prompt = faithfulness_prompt(question, answer, passages)
        return self._verdict(self._access.ask(stage, prompt, prior, limits), stage)

    async def ajudge(
        self,
        question: str,
        answer: str,
        passages: Sequence[Passage],
        prior: Sequence[ModelCall] = (),
        limits: Limits = _NO_LIMITS,
        stage: str = "faithfulness",
    ) -> Faithfulness:
        """Judge without blocking the event loop; see `judge`."""
        if is_abstention(answer):
            return Faithfulness(0.0)
        prompt = faithfulness_prompt(question, answer, passages)
        return self._verdict(await self._access.aask(stage, prompt, prior, limits), stage)

    def _verdict(self, reply: Reply, stage: str) -> Faithfulness:
        if reply.failure is not None:
            return Faithfulness(None, reply.call, reply.failure)
        said = _VERDICT.match(without_thinking(reply.text))
        if said:
            return Faithfulness(_SCORES[said[1].lower()], reply.call)
        message = f"neither yes, partial nor no: {reply.text.strip()[:80]!r}"
        failure = Failure(
            stage=stage, kind="unparsable", message=message, provider=self._access.name
        )
        return Faithfulness(None, reply.call, failure)
