"""A chat model that says what a test tells it to say."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

Said = str | Exception


class StatusError(Exception):
    """A provider's error with its HTTP status, as a client raises it."""

    def __init__(self, status_code: int, message: str = "no") -> None:
        super().__init__(message)
        self.status_code = status_code


class CutShort(str):
    """A reply that the provider cut at its limit."""

    __slots__ = ()


class ScriptedChat(BaseChatModel):
    """Answers from a list, in order, or by a function of the prompt's text.

    An exception in the script is raised instead of answered. A list's last reply is repeated
    when the list is used up.

    Attributes:
        script: The replies, or a function from the prompt (all messages joined by a blank
            line) to a reply.
        model: The model's name as price tables and traces see it.
        usage: Whether replies say how many tokens they used (1 per 4 characters).
    """

    script: Sequence[Said] | Callable[[str], Said] = ("{}",)
    model: str = "scripted"
    usage: bool = True
    _prompts: list[str] = PrivateAttr(default_factory=list)
    _lock: threading.Lock = PrivateAttr(default_factory=threading.Lock)

    @property
    def prompts(self) -> list[str]:
        """Every prompt received, in order of arrival."""
        return self._prompts

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model": self.model}

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return self._reply(messages)

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return self._reply(messages)

    def _reply(self, messages: list[BaseMessage]) -> ChatResult:
        prompt = "\n\n".join(str(m.text) for m in messages)
        with self._lock:
            turn = len(self._prompts)
            self._prompts.append(prompt)
        said = (
            self.script(prompt)
            if callable(self.script)
            else self.script[min(turn, len(self.script) - 1)]
        )
        if isinstance(said, Exception):
            raise said
        message = AIMessage(str(said))
        if isinstance(said, CutShort):
            message.response_metadata = {"finish_reason": "length"}
        if self.usage:
            sent, got = max(1, len(prompt) // 4), max(1, len(said) // 4)
            message.usage_metadata = {
                "input_tokens": sent,
                "output_tokens": got,
                "total_tokens": sent + got,
            }
        return ChatResult(generations=[ChatGeneration(message=message)])
