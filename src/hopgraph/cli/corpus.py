"""hopgraph ingest, update, delete, sources, history, info, check."""

import json
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..state.errors import InputError
from .options import AsJson, Embeddings, Store

if TYPE_CHECKING:
    from ..retrievers.corpus import Corpus

Source = Annotated[
    str, typer.Argument(help="The document's source, as `hopgraph sources` lists it.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (ingest, update, delete, sources, history, info, check):
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
        bool, typer.Option("--purge", help="Also remove versions and caches from the disk.")
    ] = False,
) -> None:
    """Take a document out of a store."""
    with _opened(store, create=False) as corpus:
        corpus.delete(source, purge=purge)
        typer.echo(f"deleted {source}")


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
