"""hopgraph: multi-hop question answering over documents that change, with checked proofs.

Names are imported when they are first used, so that `import hopgraph` stays fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answer import Answer as Answer
    from .app import HopGraph as HopGraph
    from .graphs.workflow import build_graph as build_graph
    from .graphs.workflow import graph as graph
    from .language.decomposer import QueryDecomposer as QueryDecomposer
    from .retrievers.corpus import Corpus as Corpus
    from .retrievers.hop_retriever import HopRetriever as HopRetriever
    from .state.context import Budgets as Budgets
    from .state.context import Context as Context
    from .state.errors import HopgraphError as HopgraphError
    from .state.errors import InputError as InputError
    from .state.errors import ModelError as ModelError
    from .state.errors import StoreError as StoreError
    from .state.reasoning import Question as Question
    from .state.reasoning import ReasoningState as ReasoningState
    from .state.values import HopResult as HopResult
    from .state.values import HopStrategy as HopStrategy
    from .state.values import Passage as Passage

_HOMES = {
    "Answer": ".answer",
    "HopGraph": ".app",
    "build_graph": ".graphs.workflow",
    "graph": ".graphs.workflow",
    "QueryDecomposer": ".language.decomposer",
    "Corpus": ".retrievers.corpus",
    "HopRetriever": ".retrievers.hop_retriever",
    "Budgets": ".state.context",
    "Context": ".state.context",
    "HopgraphError": ".state.errors",
    "InputError": ".state.errors",
    "ModelError": ".state.errors",
    "StoreError": ".state.errors",
    "Question": ".state.reasoning",
    "ReasoningState": ".state.reasoning",
    "HopResult": ".state.values",
    "HopStrategy": ".state.values",
    "Passage": ".state.values",
}

__all__ = [
    "Answer",
    "Budgets",
    "Context",
    "Corpus",
    "HopGraph",
    "HopResult",
    "HopRetriever",
    "HopStrategy",
    "HopgraphError",
    "InputError",
    "ModelError",
    "Passage",
    "QueryDecomposer",
    "Question",
    "ReasoningState",
    "StoreError",
    "build_graph",
    "graph",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for (PEP 562)."""
    if name == "__version__":
        from importlib.metadata import version

        return version("hopgraph")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted({*globals(), *_HOMES})
