"""Progress of long work, on stderr."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress

    from ..retrievers.corpus import Corpus
    from ..retrievers.reports import IngestReport


def bar_on_stderr() -> "Progress":
    """Return a progress bar, which is silent where no person looks at stderr."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def ingest_with_progress(corpus: "Corpus", documents: Any, **options: Any) -> "IngestReport":
    """Ingest `documents`, with a bar."""
    with bar_on_stderr() as progress:
        task = progress.add_task("passages", total=None)

        def moved(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return corpus.ingest(documents, progress=moved, **options)
