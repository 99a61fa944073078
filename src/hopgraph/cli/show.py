"""Answers for people."""

from ..answer import Answer


def show_answer(answer: Answer) -> None:
    """Print an answer and its proof."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False, soft_wrap=True)
    if answer.abstained:
        console.print("[bold]No answer[/bold]")
        if answer.best_guess:
            console.print(f"Best guess: {escape(answer.best_guess)}")
    else:
        console.print(f"[bold]{escape(answer.answer)}[/bold]")
    console.print(
        f"confidence {answer.confidence:.2f}, reader {escape(answer.reader)}", style="dim"
    )
    _, *proof = answer.proof_text().splitlines()
    console.print(escape("\n".join(proof)))
    for failure in answer.failures:
        console.print(f" ! {escape(failure.stage)}: {escape(failure.message)}", style="yellow")
