"""Progress of long work, on stderr."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..retrievers.corpus import Corpus
    from ..retrievers.reports import IngestReport


def ingest_with_progress(corpus: "Corpus", documents: Any, **options: Any) -> "IngestReport":
    """Ingest `documents`, with a bar on stderr where a person looks at it."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("[progress.description]{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task("passages", total=None)

        def moved(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return corpus.ingest(documents, progress=moved, **options)
