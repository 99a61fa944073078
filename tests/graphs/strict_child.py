"""Asks one thread twice through a checkpointer, and prints what it kept."""

import sys
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from hopgraph import Context, Corpus, build_graph

with Corpus.open(None, "embedded") as corpus:
    corpus.ingest(["The Eiffel Tower is in Paris.", "Paris is the capital of France."])
    graph = build_graph(corpus=corpus, chat="extractive", checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "one"}}
    for _ in range(2):
        graph.invoke(
            {"question": "In which country is the Eiffel Tower?"},
            config,
            context=Context(policy="exhaustive"),
        )
    kept = graph.get_state(config).values
    said = kept["answer"].answer, kept["settings"].policy, len(kept["hop_results"]) > 0
    sys.stdout.write(" ".join(map(str, said)))
