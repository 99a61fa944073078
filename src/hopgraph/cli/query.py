"""hopgraph query."""

import json
import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ..nodes.services import STORE_VARIABLE
from ..state.errors import InputError
from .exits import exit_code
from .options import AsJson, Embeddings, Faithfulness, Filters, Index, Language
from .show import show_answer
from .terminal import say_json_text


class Policy(StrEnum):
    """When the further arms run."""

    staged = "staged"
    exhaustive = "exhaustive"


class Profile(StrEnum):
    """Whose rules apply."""

    hopgraph = "hopgraph"
    mothrag = "mothrag"


class Abstain(StrEnum):
    """When no answer is given."""

    never = "never"
    unproved = "unproved"
    calibrated = "calibrated"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(query)


def query(
    question: Annotated[str, typer.Argument(help="A question in plain words.")],
    text: Annotated[
        list[str] | None,
        typer.Option("--text", metavar="T", help="A text to answer from; may be repeated."),
    ] = None,
    docs: Annotated[
        list[Path] | None,
        typer.Option(
            "--docs", metavar="PATH", help="A file or folder to answer from; may be repeated."
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            help=f"Folder of the store. By default the one that {STORE_VARIABLE} names, unless "
            "--text or --docs is given.",
            show_default=False,
        ),
    ] = None,
    hops: Annotated[
        int | None, typer.Option("--hops", metavar="N", help="Most hops, 1 to 10; by default 3.")
    ] = None,
    index: Index = None,
    policy: Annotated[
        Policy, typer.Option(help="staged: further arms only if the first answer is unproved.")
    ] = Policy.staged,
    profile: Annotated[
        Profile, typer.Option(help="mothrag: MothRag's own routing, gates and arbitration.")
    ] = Profile.hopgraph,
    chat: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Who reads, as provider:model, or 'extractive'. By default Groq's model where "
            "GROQ_API_KEY is set, else 'extractive', which needs no key.",
            show_default=False,
        ),
    ] = None,
    embeddings: Embeddings = None,
    judge: Annotated[
        str,
        typer.Option(metavar="rules|model|NAME", help="Who judges passages; rules cost no call."),
    ] = "rules",
    faithfulness: Faithfulness = "rules",
    economy: Annotated[
        bool, typer.Option("--economy", help="Judge with the cheaper model.")
    ] = False,
    language: Language = None,
    as_of: Annotated[
        str | None,
        typer.Option(metavar="YYYY-MM-DD", help="Answer as the store stood on this day."),
    ] = None,
    filters: Filters = None,
    abstain: Annotated[Abstain, typer.Option(help="When to give no answer.")] = Abstain.calibrated,
    max_calls: Annotated[
        int | None, typer.Option(metavar="N", help="Most requests to chat models.")
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option(metavar="N", help="Most tokens, in and out.")
    ] = None,
    max_seconds: Annotated[
        float | None, typer.Option(metavar="S", help="Start no request after so many seconds.")
    ] = None,
    max_usd: Annotated[float | None, typer.Option(metavar="X", help="Most US dollars.")] = None,
    reply_cache: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep model replies here; asking again is free."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question from texts, files or a store, with a checked proof.

    With --store, --text and --docs are added to the store first. Only the answer goes to
    stdout; notices and progress go to stderr.
    """
    from ..app import HopGraph

    documents: list[str | Path] = [*(text or []), *(docs or [])]
    if store is None and not documents:
        store = _named_store()
    options: dict[str, Any] = {
        "faithfulness": faithfulness,
        "index": index.value if index else None,
        "policy": policy.value,
        "profile": profile.value,
        "abstain": abstain.value,
        "budgets": {
            "max_calls": max_calls,
            "max_tokens": max_tokens,
            "max_seconds": max_seconds,
            "max_usd": max_usd,
        },
    }
    with HopGraph(
        store,
        chat,
        embeddings,
        judge_name(judge, economy),
        create=bool(documents),
        reply_cache=reply_cache,
        **options,
    ) as hopgraph:
        if documents:
            from .progress import ingest_with_progress

            ingest_with_progress(hopgraph.corpus, documents)
        elif not len(hopgraph.corpus):
            raise InputError(
                f"the store {store} is empty: add documents to it with "
                f"`hopgraph ingest PATH --store {store}`"
            )
        answer = hopgraph.query(
            question,
            hops,
            return_intermediate=True,
            as_of=as_of,
            language=language,
            filter=metadata_filter(filters),
        )
    if as_json:
        say_json_text(answer.model_dump_json())
    else:
        show_answer(answer)
    raise typer.Exit(exit_code(answer))


def _named_store() -> Path:
    named = os.environ.get(STORE_VARIABLE)
    if not named:
        raise InputError(
            f"nothing to answer from: give --text, --docs or --store, or set {STORE_VARIABLE}"
        )
    return Path(named)


def judge_name(judge: str, economy: bool) -> str:
    """Return the judge to use: `economy` names the cheaper model."""
    if not economy:
        return judge
    from ..models.defaults import ECONOMY_JUDGE

    return ECONOMY_JUDGE


def metadata_filter(pairs: list[str] | None) -> dict[str, Any] | None:
    """Read KEY=VALUE pairs; a value that is JSON (a number, true) is read as such.

    Raises:
        InputError: A pair has no "=".
    """
    if not pairs:
        return None
    from ..retrievers.source_text import plain_metadata

    read: dict[str, Any] = {}
    for pair in pairs:
        key, separator, value = pair.partition("=")
        if not separator or not key:
            raise InputError(f"--filter {pair!r} is not KEY=VALUE")
        try:
            parsed = json.loads(value)
        except ValueError:
            parsed = value
        read[key] = parsed if isinstance(parsed, str | int | float | bool) else value
    return plain_metadata(read)
