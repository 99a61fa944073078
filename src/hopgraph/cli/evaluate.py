"""hopgraph eval."""

import os
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from ..state.errors import InputError
from .measuring import THREADS, answers, default_chat, opened, retrieval, store_of
from .options import Embeddings, Faithfulness, Filters, Index, OptionalStore
from .query import Abstain, Policy, Profile, judge_name, metadata_filter


class Mode(StrEnum):
    """What is measured."""

    retrieval = "retrieval"
    answers = "answers"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="eval")(evaluate)


def evaluate(
    data: Annotated[
        Path | None,
        typer.Argument(
            help="Folder with corpus.jsonl and questions.jsonl; or a file of HotpotQA, "
            "2WikiMultiHopQA or MuSiQue, with NAME_corpus.json beside it or else its own "
            "contexts as the corpus; or a CSV of question,answer to ask of --store.",
            show_default=False,
        ),
    ] = None,
    mode: Annotated[
        Mode | None,
        typer.Option(
            help="What to measure; by default retrieval, and answers where --store is given.",
            show_default=False,
        ),
    ] = None,
    vectors: Annotated[
        Path | None,
        typer.Option(metavar="FILE.npy", help="Ready-made vectors of the corpus, in file order."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Only the first N questions.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.json",
            help="Write the report here, and .md, .svg and .jsonl (one line per question) beside "
            "it. A run that was stopped continues when it is started again.",
        ),
    ] = None,
    compare: Annotated[
        tuple[Path, Path] | None,
        typer.Option(metavar="A.json B.json", help="Compare two reports instead."),
    ] = None,
    store: OptionalStore = None,
    index: Index = None,
    embeddings: Embeddings = None,
    chat: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Who reads, as provider:model, or 'extractive'. By default as in `query`.",
            show_default=False,
        ),
    ] = None,
    judge: Annotated[
        str, typer.Option(metavar="rules|model|NAME", help="Who judges passages.")
    ] = "rules",
    faithfulness: Faithfulness = "rules",
    economy: Annotated[
        bool, typer.Option("--economy", help="Judge with the cheaper model.")
    ] = False,
    policy: Annotated[Policy, typer.Option(help="When further arms run.")] = Policy.staged,
    profile: Annotated[Profile, typer.Option(help="Whose rules apply.")] = Profile.hopgraph,
    abstain: Annotated[Abstain, typer.Option(help="When to give no answer.")] = Abstain.calibrated,
    filters: Filters = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Questions side by side; by default one per processor, and "
            f"{THREADS} with a chat model.",
            show_default=False,
        ),
    ] = None,
    max_usd: Annotated[
        float | None, typer.Option(metavar="X", min=0, help="Stop the run at this many US dollars.")
    ] = None,
    reply_cache: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep model replies here, to replay the run for free."),
    ] = None,
) -> None:
    """Measure retrieval or answers on a data set, or compare two measurements.

    Retrieval stands beside BM25 alone and cosine alone of the same run; answers come with
    exact match, F1, proof validity, calibration, calls and cost.
    """
    _require_writable(out)
    if compare is not None:
        _compare(*compare, out)
        return
    if data is None:
        raise InputError("nothing to measure: give a folder or a file of questions")
    from ..evaluation import load_dataset

    dataset = load_dataset(data).first(limit)
    where = metadata_filter(filters)
    if (mode or (Mode.answers if store else Mode.retrieval)) is Mode.retrieval:
        if store is not None:
            raise InputError(
                "--store is for answers, retrieval is measured on the data's corpus: "
                "leave out --mode retrieval"
            )
        _show(retrieval(dataset, vectors, embeddings, where, index.value if index else None), out)
        return
    settings = {
        "chat": chat or default_chat(),
        "embeddings": embeddings,
        "judge": judge_name(judge, economy),
        "faithfulness": faithfulness,
        "index": index.value if index else None,
        "policy": policy.value,
        "profile": profile.value,
        "abstain": abstain.value,
    }
    with store_of(dataset, store, vectors, embeddings) as folder:
        opening = partial(opened, folder, reply_cache, where, settings)
        # A run is continued only under the same filter.
        asked = settings | ({"filter": where} if where else {})
        _show(answers(dataset, opening, asked, out, workers, max_usd), out)


def _require_writable(out: Path | None) -> None:
    """Refuse a report's file before the run, not after it."""
    if out is None:
        return
    if out.suffix != ".json":
        raise InputError(f"--out {out} does not end in .json, as its name beside .md and .svg must")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{out} cannot be written ({error.strerror}): name another") from error
    if out.is_dir() or not os.access(out.parent, os.W_OK):
        raise InputError(f"{out} cannot be written: name another")


def _show(report: dict[str, Any], out: Path | None) -> None:
    from rich.console import Console

    from ..evaluation import print_tables, tables, write_report

    console = Console()
    print_tables(tables(report), console)
    console.print(report["published"]["note"], highlight=False)
    if out is not None:
        write_report(report, out)
    if not report.get("complete", True):
        raise InputError(
            f"stopped at the budget after {report['n']} questions: "
            "give a larger --max-usd to continue"
        )


def _compare(a: Path, b: Path, out: Path | None) -> None:
    import json

    from rich.console import Console

    from ..evaluation import compare, print_tables, read_report
    from ..evaluation.report import difference_tables

    comparison = compare(read_report(a), read_report(b))
    print_tables(difference_tables(comparison), Console())
    if out is not None:
        out.write_text(
            json.dumps(comparison, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
