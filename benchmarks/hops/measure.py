"""What the hop loop reads that one search does not: python benchmarks/hops/measure.py DATA.

DATA holds one folder a set, with corpus.jsonl, questions.jsonl and minilm_int8.npy (vectors of
the corpus). No model is called. Printed for each set and each number of hops a question needs:
the share of questions whose gold passages are all among the first ten of one search; the same
for two hops of five passages each; and for the loop that ends where its reader, the extractive
one, has proved an answer, with the hops it makes and the passages it reads.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from langgraph.graph import START, StateGraph

from hopgraph import Context
from hopgraph.evaluation import Dataset, load_dataset
from hopgraph.evaluation.corpora import fill, read_vectors
from hopgraph.evaluation.datasets import QuestionRow
from hopgraph.graphs.evidence import build_evidence
from hopgraph.graphs.iterative import build_iterative
from hopgraph.models.encoder import EmbeddedEncoder
from hopgraph.models.extractive import ExtractiveReader
from hopgraph.models.reading import Reader, Reading, ReadingTask
from hopgraph.nodes.analyze import analyze
from hopgraph.nodes.services import Services
from hopgraph.retrievers.corpus import Corpus
from hopgraph.state.reasoning import Question, ReasoningState

SETS = ("2wikimultihopqa_hippo1000", "2wikimultihopqa", "hotpotqa", "musique")
READ = 10
HOPS = 2


class NeverEnough:
    """A reader that finds no answer, so that every hop is made."""

    name = "never-enough"

    def read(self, task: ReadingTask) -> Reading:
        """Find nothing."""
        return Reading(abstained=True)

    async def aread(self, task: ReadingTask) -> Reading:
        """Find nothing."""
        return self.read(task)


@dataclass(frozen=True)
class Made:
    """One question by the loop: whether all gold was read, hops made, passages read."""

    whole: bool
    hops: int
    read: int


def loop_over(corpus: Corpus, reader: Reader) -> Any:
    """Return the product's hop loop behind its first search, and nothing else."""
    services = Services(corpus=corpus, chat=reader)
    builder: Any = StateGraph(ReasoningState, context_schema=Context, input_schema=Question)
    builder.add_node("analyze", analyze, input_schema=Question)
    builder.add_node("evidence", build_evidence(services))
    builder.add_node("iterative", build_iterative(services))
    builder.add_edge(START, "analyze")
    builder.add_edge("analyze", "evidence")
    builder.add_edge("evidence", "iterative")
    return builder.compile()


def by_loop(loop: Any, row: QuestionRow) -> Made:
    state = loop.invoke({"question": row.question, "hops": HOPS}, context=Context())
    read = {passage.source for hop in state["hop_results"] for passage in hop.passages}
    made = max(hop.hop_number for hop in state["hop_results"])
    return Made(set(row.supporting_ids) <= read, made, len(read))


def by_search(corpus: Corpus, row: QuestionRow) -> Made:
    read = {passage.source for passage in corpus.search(row.question, READ)}
    return Made(set(row.supporting_ids) <= read, 1, len(read))


def measured(folder: Path, limit: int | None) -> dict[str, list[tuple[int, Made]]]:
    """Return for each way of reading what it made of every labelled question."""
    dataset = load_dataset(folder)
    rows = [row for row in dataset.questions if row.supporting_ids][:limit]
    with Corpus.open(None, encoder := EmbeddedEncoder()) as corpus:
        fill(corpus, dataset, vectors_of(folder, dataset, encoder.dimension), lambda *_: None)
        forced, own = loop_over(corpus, NeverEnough()), loop_over(corpus, ExtractiveReader())
        return {
            "search": [(row.hops or 0, by_search(corpus, row)) for row in rows],
            "hops": [(row.hops or 0, by_loop(forced, row)) for row in rows],
            "own": [(row.hops or 0, by_loop(own, row)) for row in rows],
        }


def vectors_of(folder: Path, dataset: Dataset, dimension: int) -> Any:
    return read_vectors(folder / "minilm_int8.npy", dataset, dimension)


def lines_of(name: str, made: dict[str, list[tuple[int, Made]]]) -> list[str]:
    """Return the table's lines of one set: all questions, then by the hops they need."""
    needs = sorted({hops for hops, _ in made["search"]})
    groups = [("all", needs), *((str(hops), [hops]) for hops in needs if len(needs) > 1)]
    return [_line(name, label, made, chosen) for label, chosen in groups]


def _line(
    name: str, label: str, made: dict[str, list[tuple[int, Made]]], needs: Sequence[int]
) -> str:
    search, hops, own = (
        [one for need, one in made[way] if need in needs] for way in ("search", "hops", "own")
    )
    counts = [one.hops for one in own]
    cells = [
        name,
        label,
        str(len(search)),
        _share(search),
        _share(hops),
        f"{100 * (_whole(hops) - _whole(search)):+.1f}",
        _share(own),
        f"{np.mean(counts):.2f}, {np.percentile(counts, 95, method='higher'):.0f}",
        f"{np.mean([one.read for one in own]):.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def _whole(made: Sequence[Made]) -> float:
    return sum(one.whole for one in made) / len(made)


def _share(made: Sequence[Made]) -> str:
    return f"{100 * _whole(made):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--out", type=Path, help="write what was made of each question, as JSON")
    arguments = parser.parse_args()
    print(
        "| set | hops needed | questions | one search, ten | two hops of five | gain |"
        " loop that stops | its hops: mean, p95 | passages read |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for name in arguments.sets:
        made = measured(arguments.data / name, arguments.limit)
        print("\n".join(lines_of(name, made)), flush=True)
        if arguments.out:
            rows = {
                way: [(n, one.whole, one.hops, one.read) for n, one in made[way]] for way in made
            }
            arguments.out.mkdir(parents=True, exist_ok=True)
            (arguments.out / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
