"""hopgraph graph."""

import json
from enum import StrEnum
from typing import Annotated

import typer


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
        typer.echo(drawing.draw_mermaid())
    else:
        typer.echo(json.dumps(drawing.to_json(), default=str, sort_keys=True))
