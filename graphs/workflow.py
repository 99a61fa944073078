"""The workflow: from a question to an answer with a checked proof."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from langgraph.graph import END, START, StateGraph

from ..nodes.analyze import analyze
from ..nodes.arbitrate import arbitrate
from ..nodes.decompose import decompose
from ..nodes.direct import direct
from ..nodes.duplicate import duplicate
from ..nodes.faithfulness import faithfulness
from ..nodes.services import Services
from ..state.context import Context
from ..state.reasoning import Question, ReasoningState
from .decomposition import build_decomposition
from .edges import after_arms, after_direct, choose_arms
from .evidence import build_evidence
from .iterative import build_iterative

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.types import Checkpointer

    from ..models.reading import Reader
    from ..retrievers.corpus import Corpus


def build_graph(
    *,
    corpus: "Corpus | None" = None,
    chat: "str | BaseChatModel | Reader | None" = None,
    embeddings: "str | Embeddings | None" = None,
    judge: "str | BaseChatModel | None" = None,
    reply_cache: str | Path | None = None,
    prices: dict[str, tuple[float, float]] | None = None,
    checkpointer: "Checkpointer" = None,
) -> "CompiledStateGraph[Any, Context, Any, Any]":
    """Build and compile the workflow.

    Args:
        corpus: The corpus to answer from; without one, HOPGRAPH_STORE names the store.
        chat: The reader: a chat model, its name as "provider:model", "extractive", or any
            object with `read` and `aread`. A name in the run's context goes before it.
        embeddings: Encoder of the store that HOPGRAPH_STORE names: an object or a name.
        judge: Who judges passages: "rules" (the default), "model", a name, or a chat model.
        reply_cache: File in which replies are kept; the same prompt then costs nothing.
        prices: US dollars per million tokens, (input, output) by model name.
        checkpointer: Keeps the state of each thread; leave it out on a LangGraph server,
            which brings its own.

    Returns:
        A compiled graph: input `Question`, context `Context`, and a state whose `answer` is
        an `Answer`.
    """
    services = Services(
        corpus=corpus,
        chat=chat,
        embeddings=embeddings,
        judge=judge,
        reply_cache=reply_cache,
        prices=prices,
    )
    return graph_over(services, checkpointer)


def graph_over(
    services: Services, checkpointer: "Checkpointer" = None
) -> "CompiledStateGraph[Any, Context, Any, Any]":
    """Compile the workflow over `services`; see `build_graph`."""
    evidence = build_evidence(services)
    builder: StateGraph[Any, Context, Any, Any]
    builder = StateGraph(ReasoningState, context_schema=Context, input_schema=Question)
    builder.add_node("analyze", analyze, input_schema=Question)
    builder.add_node("decompose", decompose)
    builder.add_node("evidence", evidence)
    builder.add_node("direct", direct(services))
    builder.add_node("decomposition", build_decomposition(services, evidence))
    builder.add_node("iterative", build_iterative(services))
    builder.add_node("duplicate", duplicate)
    builder.add_node("faithfulness", faithfulness(services), defer=True)
    builder.add_node("arbitrate", arbitrate(services), defer=True)
    builder.add_edge(START, "analyze")
    builder.add_edge("analyze", "decompose")
    builder.add_edge("decompose", "evidence")
    # A drawing shows only the targets that are named here.
    builder.add_conditional_edges("evidence", choose_arms, ["direct", "decomposition", "iterative"])
    joins = ["faithfulness", "arbitrate"]
    builder.add_conditional_edges("direct", after_direct, ["decomposition", "iterative", *joins])
    builder.add_conditional_edges("decomposition", after_arms, joins)
    builder.add_edge("iterative", "duplicate")
    builder.add_conditional_edges("duplicate", after_arms, joins)
    builder.add_edge("faithfulness", "arbitrate")
    builder.add_edge("arbitrate", END)
    return builder.compile(checkpointer=checkpointer, name="hopgraph")


graph: Any = build_graph()
