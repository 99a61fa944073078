"""hopgraph ingest, update, delete, sources, history, info, check, reencode, reindex."""

import json
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..state.errors import InputError
from .options import AsJson, Embeddings, Store

if TYPE_CHECKING:
    from ..models.cache import ReplyCache
    from ..retrievers.corpus import Corpus

Source = Annotated[
    str, typer.Argument(help="The document's source, as `hopgraph sources` lists it.")
]

NewEmbeddings = Annotated[
    str,
    typer.Option(
        "--embeddings",
        metavar="NAME",
        help="The new encoder, as provider:model or 'embedded'.",
        show_default=False,
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (ingest, update, delete, sources, history, info, check, reencode, reindex):
        app.command()(command)


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders to read.")],
    store: Store,
    embeddings: Embeddings = None,
    sync: Annotated[
        bool, typer.Option("--sync", help="Also remove what vanished from the folders.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Add files and folders to a store; only what changed is encoded.

    Reads .txt, .md, .json, .jsonl and more; a second run continues where a first one was
    stopped.
    """
    from ..notices import encoder_notice
    from .progress import ingest_with_progress

    with _opened(store, embeddings, create=True) as corpus:
        encoder_notice(corpus.encoder_name)
        report = ingest_with_progress(corpus, list(paths), sync=sync)
        if as_json:
            _print_json(report)
            return
        typer.echo(
            f"added {report.added}, updated {report.updated}, skipped {report.skipped}, "
            f"removed {report.removed}; {len(corpus)} passages in {store}"
        )


def update(
    source: Source,
    store: Store,
    text: Annotated[
        str | None, typer.Option("--text", metavar="T", help="The new text.", show_default=False)
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="F", help="File with the new text.", show_default=False),
    ] = None,
) -> None:
    """Supersede a document by a new text, searchable at once."""
    if (text is None) == (file is None):
        raise InputError("give the new text either as --text T or as --file F")
    with _opened(store, create=False) as corpus:
        corpus.update(source, text if text is not None else _read(file))
        typer.echo(f"updated {source}")


def delete(
    source: Source,
    store: Store,
    purge: Annotated[
        bool,
        typer.Option(
            "--purge",
            help="Also rewrite the store, so that no trace of the text stays on the disk. "
            "Model replies kept elsewhere need --reply-cache.",
        ),
    ] = False,
    reply_cache: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="With --purge: also remove the replies that rest on it from this cache, as "
            "named to `query` and `eval`.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Take a document with all its versions out of a store."""
    if reply_cache is not None and not purge:
        raise InputError("--reply-cache is for --purge: give both, or neither")
    if reply_cache is not None and not reply_cache.is_file():
        raise InputError(f"no reply cache at {reply_cache}: name the file given to `query`")
    with _opened(store, create=False) as corpus, _cache(reply_cache) as replies:
        corpus.delete(source, purge=purge, replies=replies)
        typer.echo(f"deleted {source}")


def reencode(store: Store, embeddings: NewEmbeddings) -> None:
    """Give a store another encoder; the documents are not needed again.

    Until all passages are encoded the store is as it was.
    """
    from ..models.names import model_name, resolve_embeddings
    from ..notices import encoder_notice
    from .progress import bar_on_stderr

    encoder = resolve_embeddings(embeddings)
    with _opened(store, create=False) as corpus, bar_on_stderr() as bar:
        encoder_notice(model_name(encoder))
        task = bar.add_task("passages", total=None)
        corpus.reencode(encoder, lambda done, n: bar.update(task, completed=done, total=n))
        typer.echo(f"{len(corpus)} passages in {store}, encoded by {corpus.encoder_name}")


def reindex(store: Store, as_json: AsJson = False) -> None:
    """Build the hierarchy of clusters over the vectors anew, and save it beside the store.

    Stores of more than 100,000 passages are searched through it, others with --index hierarchy.
    It follows every change, but clusters made for other passages fit less and less. The drift
    printed is how far they had moved since they were made: if it was above 0.1, reindex more
    often. Documents are neither read nor encoded again.
    """
    from .progress import bar_on_stderr

    with _opened(store, create=False) as corpus:
        with bar_on_stderr() as bar:
            bar.add_task(f"clustering {len(corpus)} passages", total=None)
            report = corpus.reindex()
        if as_json:
            _print_json(report)
            return
        clusters = " > ".join(str(count) for count in report.clusters)
        typer.echo(
            f"{report.passages} passages in {clusters} clusters; the drift was {report.drift:.3f}"
        )


def sources(store: Store, as_json: AsJson = False) -> None:
    """List the documents of a store."""
    with _opened(store, create=False) as corpus:
        listed = corpus.sources()
    if as_json:
        _print_json(listed)
        return
    for item in listed:
        typer.echo(f"{item.source}\t{item.passages} passages")


def history(source: Source, store: Store, as_json: AsJson = False) -> None:
    """List the versions of a document."""
    with _opened(store, create=False) as corpus:
        versions = corpus.history(source)
    if as_json:
        _print_json(versions)
        return
    for version in versions:
        typer.echo(json.dumps(_plain(version), ensure_ascii=False))


def info(store: Store, as_json: AsJson = False) -> None:
    """Show counts, sizes, encoder, revision and integrity of a store."""
    with _opened(store, create=False) as corpus:
        figures = _plain(corpus.info())
    if as_json:
        _print_json(figures)
        return
    for name, value in figures.items():
        typer.echo(f"{name}: {value}")


def check(
    store: Store,
    repair: Annotated[bool, typer.Option("--repair", help="Mend what can be mended.")] = False,
    as_json: AsJson = False,
) -> None:
    """Look for disagreement between the two halves of a store."""
    with _opened(store, create=False) as corpus:
        report = _plain(corpus.check(repair=repair))
    if as_json:
        _print_json(report)
        return
    for name, value in report.items():
        typer.echo(f"{name}: {value}")


def _opened(store: Path, embeddings: str | None = None, *, create: bool) -> "Corpus":
    from ..models.names import resolve_embeddings
    from ..retrievers.corpus import Corpus

    encoder = None if embeddings is None else resolve_embeddings(embeddings)
    return Corpus.open(store, encoder, create=create)


def _cache(file: Path | None) -> "AbstractContextManager[ReplyCache | None]":
    if file is None:
        return nullcontext()
    from ..models.cache import ReplyCache

    return ReplyCache(file)


def _read(file: Path | None) -> str:
    if file is None or not file.is_file():
        raise InputError(f"no file at {str(file)!r}: give --file an existing text file")
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{str(file)!r} is not UTF-8 text: convert it first") from None


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return value


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(_plain(value), ensure_ascii=False, sort_keys=True, default=str))
