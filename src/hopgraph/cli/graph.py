"""hopgraph graph."""

from enum import StrEnum
from typing import Annotated

import typer

from .terminal import say, say_json


class Format(StrEnum):
    """How the workflow is drawn."""

    mermaid = "mermaid"
    json = "json"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="graph")(graph)


def graph(
    format: Annotated[
        Format, typer.Option("--format", help="mermaid text, or nodes and edges as JSON.")
    ] = Format.mermaid,
) -> None:
    """Draw the workflow."""
    from ..graphs.workflow import build_graph

    drawing = build_graph().get_graph(xray=1)
    if format is Format.mermaid:
        say(drawing.draw_mermaid())
    else:
        say_json(drawing.to_json())
