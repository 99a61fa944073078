"""hopgraph ingest, update, delete, sources, history, info, check, reencode, reindex."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..reasoning.printable import one_line
from ..state.errors import InputError
from .exits import LEFT_OUT, UNMENDED
from .options import AsJson, Embeddings, Store
from .terminal import counted, say, say_figures, say_json

if TYPE_CHECKING:
    from ..models.cache import ReplyCache
    from ..retrievers.corpus import Corpus
    from ..state.values import MetadataValue

Source = Annotated[
    str, typer.Argument(help="The document's source, as `hopgraph sources` lists it.")
]

AsOf = Annotated[
    str | None,
    typer.Option(
        metavar="YYYY-MM-DD", help="The day from which the text holds.", show_default=False
    ),
]
Series = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="What versions with different sources share.", show_default=False
    ),
]
Supersedes = Annotated[
    str | None,
    typer.Option(metavar="SOURCE", help="The document whose place it takes.", show_default=False),
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
    as_of: AsOf = None,
    series: Series = None,
    supersedes: Supersedes = None,
    as_json: AsJson = False,
) -> None:
    """Add files and folders to a store; only what changed is encoded.

    Reads .txt, .md, .html, .pdf, .csv, .json and .jsonl. A second run goes on where a first one
    was stopped. Files that cannot be read are listed, the others go in, and the exit code is 5.
    --as-of, --series and --supersedes hold for documents that do not tell their own.
    """
    from ..notices import encoder_notice
    from .progress import ingest_with_progress

    if (series or supersedes) and (len(paths) > 1 or paths[0].is_dir()):
        raise InputError("--series and --supersedes place one document: give one file")
    told = _version(as_of, series, supersedes)
    with _opened(store, embeddings, create=True) as corpus:
        encoder_notice(corpus.encoder_name)
        report = ingest_with_progress(corpus, list(paths), sync=sync, metadata=told)
        if as_json:
            say_json(report)
        else:
            failed = f", failed {len(report.failed)}" if report.failed else ""
            say(
                f"added {report.added}, updated {report.updated}, skipped {report.skipped}, "
                f"removed {report.removed}{failed}; {counted(len(corpus), 'passage')} in {store}"
            )
    if report.failed:
        raise typer.Exit(LEFT_OUT)


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
    as_of: AsOf = None,
    series: Series = None,
) -> None:
    """Supersede a document by a new text, searchable at once."""
    if (text is None) == (file is None):
        raise InputError("give the new text either as --text T or as --file F")
    new, known = (text or "", {}) if file is None else _read(file)
    with _opened(store, create=False) as corpus:
        report = corpus.update(source, new, {**known, **_version(as_of, series)})
        say(f"{'unchanged' if report.skipped else 'updated'} {source}")


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
        say(f"deleted {source}")


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
        passages = counted(len(corpus), "passage")
        say(f"{passages} in {store}, encoded by {corpus.encoder_name}")


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
            say_json(report)
            return
        clusters = " > ".join(str(count) for count in report.clusters)
        passages = counted(report.passages, "passage")
        say(f"{passages} in {clusters} clusters; the drift was {report.drift:.3f}")


def sources(store: Store, as_json: AsJson = False) -> None:
    """List the documents of a store."""
    with _opened(store, create=False) as corpus:
        listed = corpus.sources()
    if as_json:
        say_json(listed)
        return
    for item in listed:
        say(f"{one_line(item.source)}\t{counted(item.passages, 'passage')}")


def history(source: Source, store: Store, as_json: AsJson = False) -> None:
    """List the versions of a document, the oldest first: day, source, and which is current."""
    with _opened(store, create=False) as corpus:
        versions = corpus.history(source)
    if as_json:
        say_json(versions)
        return
    for version in versions:
        state = "current" if version.current else "superseded"
        say(f"{version.as_of or 'no day'}\t{one_line(version.source)}\t{state}")


def info(store: Store, as_json: AsJson = False) -> None:
    """Show counts, sizes, encoder, revision and integrity of a store."""
    with _opened(store, create=False) as corpus:
        figures = corpus.info()
    if as_json:
        say_json(figures)
    else:
        say_figures(figures)


def check(
    store: Store,
    repair: Annotated[bool, typer.Option("--repair", help="Mend what can be mended.")] = False,
    as_json: AsJson = False,
) -> None:
    """Look for disagreement between the two halves of a store.

    The exit code is 6 if something is still wrong, or documents must be ingested again.
    """
    with _opened(store, create=False) as corpus:
        report = corpus.check(repair=repair)
    if as_json:
        say_json(report)
    else:
        say_figures(report)
    if report.left or report.lost:
        raise typer.Exit(UNMENDED)


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


def _read(file: Path) -> "tuple[str, dict[str, MetadataValue]]":
    """Return the text and the metadata of a file, as `ingest` would read it."""
    from ..retrievers.loading import load

    first, *more = load(file).texts
    if any(text.source != first.source for text in more):
        raise InputError(f"{file} holds several documents: ingest it instead")
    if more:
        return "\n\n".join(text.text for text in (first, *more)), {}
    title: dict[str, MetadataValue] = {"title": first.title} if first.title else {}
    return first.text, {**first.metadata, **title}


def _version(
    as_of: str | None, series: str | None, supersedes: str | None = None
) -> "dict[str, MetadataValue]":
    """Return what the options tell of a document's place among its versions, as metadata."""
    told = {"as_of": as_of, "series": series, "supersedes": supersedes}
    return {key: value for key, value in told.items() if value}
