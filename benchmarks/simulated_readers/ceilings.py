"""What retrieval and arbitration allow, by SIMULATED readers; no model is called.

    python benchmarks/simulated_readers/ceilings.py DIR --vectors DIR/vectors.npy

prints, for the labelled questions of DIR: F1 and calls of a reader that is right whenever all
gold passages are before it, beside the share of questions with all gold in the first five; and
for faulty readers, how much of the gap between the direct arm and the best arm of each question
arbitration wins back.
"""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from keys import load_keys
from readers import Fault, FaultyReader, PerfectReader
from rich.console import Console
from rich.table import Table

from hopgraph import HopGraph
from hopgraph.evaluation import Dataset, in_threads, load_dataset, measure_answers
from hopgraph.evaluation.corpora import encode_passages, fill, read_vectors
from hopgraph.evaluation.metrics import all_gold_at, token_f1
from hopgraph.models.encoder import EmbeddedEncoder
from hopgraph.models.reading import Reader
from hopgraph.retrievers.corpus import Corpus


def main(
    data: Annotated[Path, typer.Argument(help="Folder with corpus.jsonl and questions.jsonl.")],
    vectors: Annotated[Path | None, typer.Option(help="Ready-made vectors of the corpus.")] = None,
    limit: Annotated[int | None, typer.Option(help="Only the first N labelled questions.")] = None,
    rate: Annotated[float, typer.Option(help="How often a faulty reader is at fault.")] = 0.3,
    out: Annotated[Path | None, typer.Option(help="Write the figures as JSON.")] = None,
) -> None:
    """Measure the simulated readers."""
    dataset = load_dataset(data)
    labelled = tuple(q for q in dataset.questions if q.supporting_ids)
    dataset = replace(dataset, questions=labelled).first(limit)
    perfect = PerfectReader(load_keys(data, dataset))
    faults: tuple[Fault, ...] = ("wrong", "misquote", "abstain")
    with Corpus.open(None, encoder := EmbeddedEncoder()) as corpus:
        known = (
            encode_passages(dataset, encoder, _quiet)
            if vectors is None
            else read_vectors(vectors, dataset, encoder.dimension)
        )
        fill(corpus, dataset, known, _quiet)
        figures = {
            "dataset": dataset.name,
            "n": len(dataset.questions),
            "all_gold@5": round(_all_gold_share(corpus, dataset), 4),
            "readers": [
                _measured(corpus, dataset, perfect, "staged"),
                _measured(corpus, dataset, perfect, "exhaustive"),
                *(
                    _measured(corpus, dataset, FaultyReader(perfect, fault, rate), "exhaustive")
                    for fault in faults
                ),
            ],
        }
    _show(figures)
    if out is not None:
        out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def _measured(corpus: Corpus, dataset: Dataset, reader: Reader, policy: str) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        lines = Path(folder) / "lines.jsonl"
        with HopGraph(corpus=corpus, chat=reader, policy=policy) as hopgraph:
            report = measure_answers(dataset, partial(in_threads, hopgraph, 1), lines=lines)
        rows = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()[1:]]
    arms = [_arm_scores(row) for row in rows]
    direct = _mean([scores.get("direct", 0.0) for scores in arms])
    best = _mean([max(scores.values(), default=0.0) for scores in arms])
    metrics = report["metrics"]
    return {
        "reader": reader.name,
        "policy": policy,
        "f1": metrics["f1"],
        "guess_f1": metrics["guess_f1"],
        "abstained": metrics["abstained"],
        "proof_valid": metrics.get("proof_valid"),
        "auroc": metrics["auroc"],
        "calls_per_question": report["usage"]["calls_per_question"],
        "direct_f1": round(direct, 4),
        "best_arm_f1": round(best, 4),
        "recovered": None
        if best == direct
        else round((metrics["f1"] - direct) / (best - direct), 4),
        "failed": report["failed"],
    }


def _arm_scores(row: dict[str, Any]) -> dict[str, float]:
    return {
        arm["arm"]: 0.0 if arm["abstained"] else token_f1(arm["answer"], row["answers"])
        for arm in row["result"]["arms"]
    }


def _all_gold_share(corpus: Corpus, dataset: Dataset) -> float:
    return _mean(
        [
            all_gold_at(5, [p.source for p in corpus.search(q.question, 5)], q.supporting_ids)
            for q in dataset.questions
        ]
    )


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _quiet(done: int, total: int) -> None:
    """Show no progress."""


def _show(figures: dict[str, Any]) -> None:
    share = f"{100 * figures['all_gold@5']:.1f} % with all gold in the first five"
    title = f"SIMULATED readers, {figures['dataset']}:\n{figures['n']} questions, {share}"
    table = Table(title=title, title_justify="left")
    table.add_column("reader", no_wrap=True)
    for name in ("F1", "direct", "best arm", "recovered", "proved", "calls"):
        table.add_column(name, justify="right", no_wrap=True)
    shares = ("f1", "direct_f1", "best_arm_f1", "recovered", "proof_valid")
    for row in figures["readers"]:
        staged = ", staged" if row["policy"] == "staged" else ""
        table.add_row(
            f"{row['reader'].removeprefix('simulated:')}{staged}",
            *(_percent(row[name]) for name in shares),
            f"{row['calls_per_question']:.2f}",
        )
    Console().print(table)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


if __name__ == "__main__":
    typer.run(main)
