"""Progress of long work, on stderr."""

from typing import TYPE_CHECKING, Any

from .terminal import tell

if TYPE_CHECKING:
    from rich.progress import Progress, Task

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
    from rich.text import Text

    class Counted(MofNCompleteColumn):
        """Counts once it is known how many there are."""

        def render(self, task: "Task") -> Text:
            return Text() if task.total is None else super().render(task)

    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        Counted(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def ingest_with_progress(corpus: "Corpus", documents: Any, **options: Any) -> "IngestReport":
    """Ingest `documents`, with a bar, and tell which files could not be read."""
    with bar_on_stderr() as progress:
        task = progress.add_task("reading", total=None)

        def moved(done: int, total: int) -> None:
            progress.update(task, description="documents", completed=done, total=total)

        report = corpus.ingest(documents, progress=moved, **options)
    for failed in report.failed:
        tell(f"left out: {failed.reason}")
    return report
