"""Answers for people."""

from ..state.values import Answer


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
        f"confidence {answer.confidence:.2f}, proof {answer.proof.status}, "
        f"reader {escape(answer.reader)}",
        style="dim",
    )
    sources = {p.id: p for p in answer.evidence}
    for number, step in enumerate(answer.proof.steps, 1):
        mark = "+" if step.status == "valid" else "-"
        console.print(f" {mark} {number}. {step.rule}: {escape(step.claim)}")
        if step.quote:
            passage = sources.get(step.passage_id)
            place = f" [{passage.source}]" if passage else ""
            console.print(f'      "{escape(step.quote)}"{escape(place)}', style="dim")
    for failure in answer.failures:
        console.print(f" ! {escape(failure.stage)}: {escape(failure.message)}", style="yellow")
