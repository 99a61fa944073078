"""A graph that streams costs what a graph that does not costs, and keeps a reader's JSON in."""

from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk
from langgraph.graph import END, START, StateGraph
from scripted import ScriptedChat
from typing_extensions import TypedDict

from hopgraph.models.access import ChatAccess
from hopgraph.models.exchange import Prompt
from hopgraph.state.values import ModelCall

PROMPT = Prompt("Be brief.", "Where is the mill?")


class StreamingChat(ScriptedChat):
    """Says what it used in its last piece, or nowhere."""

    def _stream(self, messages: Any, *_: Any, **__: Any) -> Iterator[ChatGenerationChunk]:
        whole: Any = self._reply(messages).generations[0].message
        for word in whole.content.split(" "):
            yield ChatGenerationChunk(message=AIMessageChunk(content=f"{word} "))
        last = AIMessageChunk(content="", usage_metadata=whole.usage_metadata)
        yield ChatGenerationChunk(message=last)


class State(TypedDict, total=False):
    call: ModelCall | None


def graph_over(access: ChatAccess) -> Any:
    def read(state: State) -> State:
        return {"call": access.ask("direct", PROMPT).call}

    builder = StateGraph(State)
    builder.add_node("read", read)
    builder.add_edge(START, "read")
    builder.add_edge("read", END)
    return builder.compile()


@pytest.mark.parametrize("usage", [True, False], ids=["in the last chunk", "nowhere"])
def test_a_streamed_call_costs_what_a_plain_one_costs(usage: bool) -> None:
    graph = graph_over(
        ChatAccess(
            StreamingChat(script=["on the river Ure"], usage=usage),
            prices={"streaming:scripted": (1.0, 1.0)},
        )
    )
    plain = graph.invoke({})["call"]
    parts = list(graph.stream({}, stream_mode=["messages", "values"]))
    streamed = parts[-1][1]["call"]
    assert streamed.cost_usd == pytest.approx(plain.cost_usd, abs=1e-6)
    assert streamed.cost_usd > 0
    assert streamed.input_tokens == plain.input_tokens
    assert streamed.reply.strip() == plain.reply.strip()
    assert [mode for mode, _ in parts if mode == "messages"] == []
