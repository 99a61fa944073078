"""Replicate the published tables with hosted models: HotpotQA, 2WikiMultiHopQA, MuSiQue.

    python benchmarks/paper/replicate.py DATA --estimate
    python benchmarks/paper/replicate.py DATA --max-usd 20

DATA holds the files of HippoRAG's sampling: NAME.json and NAME_corpus.json for the names
hotpotqa, 2wikimultihopqa and musique. `--estimate` prices the run without any call. A run that
was stopped, also by its budget, continues when it is started again.
"""

import json
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from hopgraph import Corpus, HopGraph
from hopgraph.evaluation import (
    Dataset,
    in_threads,
    load_dataset,
    measure_answers,
    print_tables,
    read_report,
    tables,
    write_report,
)
from hopgraph.evaluation.baselines import Bm25Baseline
from hopgraph.evaluation.corpora import fill
from hopgraph.evaluation.runs import fingerprint
from hopgraph.language.detect import detect_language
from hopgraph.models.defaults import DEFAULT_CHAT, DEFAULT_EMBEDDINGS
from hopgraph.models.names import resolve_embeddings
from hopgraph.models.prices import PRICES_AS_OF, cost_usd, estimated_tokens
from hopgraph.models.prompts import reading_prompt
from hopgraph.models.reading import ReadingTask
from hopgraph.reasoning.question import analyze_question
from hopgraph.state.errors import InputError
from hopgraph.state.values import Passage

NAMES = ("hotpotqa", "2wikimultihopqa", "musique")
RESULTS = Path(__file__).parent.parent / "results"
READ = 5
SAMPLE = 100
"""Questions whose prompts are written out to estimate their length."""

REPLY_TOKENS = 700
"""Tokens of a reply with a proof, a reasoning model's thinking included: an assumption."""

CALLS = {"all are proved at once": 1, "half go on": 3, "all go on to the end": 8}
"""Calls a question, for which the run is priced."""


@dataclass(frozen=True)
class Estimate:
    """What a run over one data set is expected to take, by calls per question."""

    questions: int
    prompt_tokens: int
    corpus_tokens: int

    def usd(self, chat: str, calls: int) -> float | None:
        """Return the reader's price in US dollars, or None where it is not known."""
        n = self.questions * calls
        return cost_usd(chat, n * self.prompt_tokens, n * REPLY_TOKENS)


def main(
    data: Annotated[Path, typer.Argument(help="Folder with NAME.json and NAME_corpus.json.")],
    names: Annotated[list[str] | None, typer.Option("--set", help="Only this data set.")] = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Price the run, call nobody.")
    ] = False,
    max_usd: Annotated[float, typer.Option(help="Stop all runs at this many US dollars.")] = 10.0,
    chat: Annotated[str, typer.Option(help="Who reads.")] = DEFAULT_CHAT,
    embeddings: Annotated[str, typer.Option(help="Who encodes.")] = DEFAULT_EMBEDDINGS,
    policy: Annotated[str, typer.Option(help="staged or exhaustive.")] = "staged",
    limit: Annotated[int | None, typer.Option(help="Only the first N questions.")] = None,
    workers: Annotated[int, typer.Option(help="Questions side by side.")] = 4,
    results: Annotated[Path, typer.Option(help="Folder of the reports and stores.")] = RESULTS,
) -> None:
    """Run, or price, the replication."""
    datasets = {name: load_dataset(data / f"{name}.json").first(limit) for name in names or NAMES}
    estimates = {name: _estimate(dataset) for name, dataset in datasets.items()}
    _show_estimates(estimates, chat)
    if estimate:
        return
    if cost_usd(chat, 0, 0) is None:
        raise InputError(f"the price of {chat} is not known, so that no budget holds: name another")
    left = max_usd
    for name, dataset in datasets.items():
        with _filled(results / "stores" / name, dataset, embeddings) as corpus:
            report = _run(results, name, dataset, corpus, chat, policy, workers, left)
        left -= report["usage"]["cost_usd"]
        if not report["complete"]:
            print(f"stopped at the budget of ${max_usd}: start again with a larger --max-usd")
            raise typer.Exit(1)


def _run(
    results: Path,
    name: str,
    dataset: Dataset,
    corpus: Corpus,
    chat: str,
    policy: str,
    workers: int,
    usd: float,
) -> dict[str, Any]:
    """Ask one data set's questions, and write and return its report."""
    out = results / f"{name}.json"
    cache = results / "replies.sqlite"
    settings = {"chat": chat, "encoder": corpus.encoder_name, "policy": policy}
    report = _finished(out, {"data": fingerprint(dataset), **settings})
    if report is not None:
        print(f"{name} is done: delete {out} to ask again")
        return report
    with HopGraph(corpus=corpus, chat=chat, policy=policy, reply_cache=cache) as hopgraph:
        report = measure_answers(
            dataset,
            partial(in_threads, hopgraph, workers),
            lines=out.with_suffix(".jsonl"),
            settings=settings,
            max_usd=usd,
        )
    write_report(report, out)
    print_tables(tables(report), Console())
    Console().print(report["published"]["note"], highlight=False)
    return report


def _finished(out: Path, run: dict[str, str]) -> dict[str, Any] | None:
    """Return the report of an equal run that is complete: asked again, it would cost nothing."""
    if not out.exists():
        return None
    report = read_report(out)
    if not report["complete"]:
        return None
    with out.with_suffix(".jsonl").open(encoding="utf-8") as lines:
        return report if json.loads(next(lines))["run"] == run else None


def _filled(store: Path, dataset: Dataset, embeddings: str) -> Corpus:
    """Open the data set's store; passages that are there already are not encoded again."""
    corpus = Corpus.open(store, resolve_embeddings(embeddings))
    said = partial(print, end="\r", file=sys.stderr)
    fill(corpus, dataset, None, lambda done, total: said(f"{dataset.name}: {done}/{total}"))
    print(file=sys.stderr)
    return corpus


def _estimate(dataset: Dataset) -> Estimate:
    """Write out prompts over BM25's passages, which are about as long as the real ones."""
    bm25 = Bm25Baseline(dataset.passages)
    sample = dataset.questions[:SAMPLE]
    lengths = [_prompt_tokens(dataset, q.question, bm25.rank(q.question, READ)) for q in sample]
    return Estimate(
        questions=len(dataset.questions),
        prompt_tokens=sum(lengths) // len(lengths),
        corpus_tokens=sum(estimated_tokens(f"{p.title}\n{p.text}") for p in dataset.passages),
    )


def _prompt_tokens(dataset: Dataset, question: str, places: list[int]) -> int:
    rows = [dataset.passages[place] for place in places]
    passages = tuple(Passage(id=r.id, source=r.id, title=r.title, text=r.text) for r in rows)
    language = detect_language(question)
    features = analyze_question(question, language)
    task = ReadingTask("read", "direct", question, features, language, passages)
    prompt = reading_prompt(task, passages)
    return estimated_tokens(prompt.system) + estimated_tokens(prompt.user)


def _show_estimates(estimates: dict[str, Estimate], chat: str) -> None:
    table = Table(title=f"Estimate for {chat}, prices of {PRICES_AS_OF}", title_justify="left")
    table.add_column("set", no_wrap=True)
    calls = [f"{n} call{'s' * (n > 1)}" for n in CALLS.values()]
    for column in ("questions", "prompt", "corpus", *calls):
        table.add_column(column, justify="right")
    for name, found in estimates.items():
        prices = [_money(found.usd(chat, calls)) for calls in CALLS.values()]
        figures = (found.questions, found.prompt_tokens, found.corpus_tokens)
        table.add_row(name, *(f"{figure:,}" for figure in figures), *prices)
    Console().print(table)
    print(
        "Tokens of one prompt, and of the corpus to encode.\n"
        f"Calls a question: {', '.join(f'{n} if {name}' for name, n in CALLS.items())}.\n"
        f"The prices are the reader's, with {REPLY_TOKENS} tokens a reply; encoding is extra."
    )


def _money(usd: float | None) -> str:
    return "unknown" if usd is None else f"${usd:.2f}"


if __name__ == "__main__":
    try:
        typer.run(main)
    except InputError as error:
        sys.exit(f"replicate: {error}")
