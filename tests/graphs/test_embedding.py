"""The workflow as a part of something else: in another graph, and behind a checkpointer."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from graph_samples import QUESTION, ScriptedReader, proved
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from hopgraph import Context, Corpus, build_graph


class Parents(TypedDict, total=False):
    """The other graph's state."""

    question: str
    answer: Any


@dataclass
class Theirs:
    """The other graph's context."""

    user: str = "u1"


class TheirsToo(TypedDict):
    """The same, as a dictionary."""

    user: str


@pytest.mark.parametrize(
    ("schema", "context"),
    [
        (None, None),
        (Theirs, Theirs()),
        (TheirsToo, {"user": "u1"}),
        (Context, Context(policy="exhaustive")),
    ],
)
async def test_it_is_a_node_of_a_graph_with_any_context(
    corpus: Corpus, schema: Any, context: Any
) -> None:
    builder = StateGraph(Parents, context_schema=schema)
    builder.add_node("ask", build_graph(corpus=corpus, chat=ScriptedReader(proved)))
    builder.add_edge(START, "ask")
    builder.add_edge("ask", END)
    parent = builder.compile()
    state: Any = parent.invoke({"question": QUESTION}, context=context)
    assert state["answer"].answer == "Osterby"
    again: Any = await parent.ainvoke({"question": QUESTION}, context=context)
    assert again["answer"] == state["answer"]
    exhaustive = schema is Context
    assert ({c.arm for c in state["answer"].arms} > {"direct"}) is exhaustive


def test_a_function_of_another_graph_gives_it_settings(corpus: Corpus) -> None:
    graph = build_graph(corpus=corpus, chat=ScriptedReader(proved))

    def ask(state: Parents) -> Any:
        settings = Context(policy="exhaustive")
        return {"answer": graph.invoke({"question": state["question"]}, context=settings)["answer"]}

    builder = StateGraph(Parents, context_schema=Theirs)
    builder.add_node("ask", ask)
    builder.add_edge(START, "ask")
    builder.add_edge("ask", END)
    state: Any = builder.compile().invoke({"question": QUESTION}, context=Theirs())
    assert len(state["answer"].arms) > 1


def test_a_strict_checkpointer_keeps_every_value_without_a_warning() -> None:
    child = Path(__file__).with_name("strict_child.py")
    done = subprocess.run(
        [sys.executable, str(child)],
        env={**os.environ, "LANGGRAPH_STRICT_MSGPACK": "true"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.split() == ["France", "exhaustive", "True"]
    assert "msgpack" not in done.stderr
