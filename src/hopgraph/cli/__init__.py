"""The command line: `hopgraph --help` teaches it."""

import os
import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from ..state.errors import HopgraphError, ModelError
from . import analyze, corpus, evaluate, graph, query
from .exits import BAD_INPUT, FAILED, INTERRUPTED
from .terminal import tell

app = typer.Typer(
    name="hopgraph",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for part in (query, corpus, analyze, graph, evaluate):
    part.register(app)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"hopgraph {version('hopgraph')}")
        raise typer.Exit


@app.callback()
def hopgraph(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Answer multi-hop questions over documents that change, with a checked proof.

    Start without any key:

        hopgraph query "In which country is the Eiffel Tower?"
            --text "The Eiffel Tower is in Paris." --text "Paris is the capital of France."

    Keep documents in a store, and change them whenever they change:

        hopgraph ingest docs/ --store store/ ; hopgraph query "Who ...?" --store store/

    Exit codes: 0 done or answered, 2 bad input, 3 no answer, 4 a provider or the search failed,
    5 ingested but for the files listed, 6 the store is not whole, 130 interrupted.
    """


def main() -> None:
    """Run the command line; an error a person can mend is one line on stderr."""
    _speak_utf8()
    try:
        app()
    except HopgraphError as error:
        tell(str(error))
        sys.exit(FAILED if isinstance(error, ModelError) else BAD_INPUT)
    except SystemExit as end:
        # Typer turns Ctrl-C into this code and says nothing.
        if end.code == INTERRUPTED:
            tell("interrupted")
        raise


def _speak_utf8() -> None:
    """Read arguments and write output as UTF-8, whatever the locale says."""
    sys.argv = [os.fsencode(argument).decode(errors="replace") for argument in sys.argv]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
