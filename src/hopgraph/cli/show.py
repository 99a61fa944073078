"""Answers for people."""

from ..answer import Answer
from ..reasoning.failures import told
from ..reasoning.printable import one_line


def show_answer(answer: Answer) -> None:
    """Print an answer and its proof."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False, soft_wrap=True)
    if answer.abstained:
        console.print("[bold]No answer[/bold]")
        if answer.best_guess:
            console.print(f"Best guess: {escape(one_line(answer.best_guess))}")
    else:
        console.print(f"[bold]{escape(one_line(answer.answer))}[/bold]")
    console.print(
        f"confidence {answer.confidence:.2f}, reader {escape(one_line(answer.reader))}", style="dim"
    )
    _, *proof = answer.proof_text().splitlines()
    console.print(escape("\n".join(proof)))
    for line in told(answer.failures):
        console.print(f" ! {escape(one_line(line))}", style="yellow")
