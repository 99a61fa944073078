"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

Store = Annotated[Path, typer.Option("--store", help="Folder of the store.", show_default=False)]
OptionalStore = Annotated[
    Path | None, typer.Option("--store", help="Folder of the store.", show_default=False)
]
Embeddings = Annotated[
    str | None,
    typer.Option(
        "--embeddings",
        metavar="NAME",
        help="Encoder of a new store, as provider:model or 'embedded'. A store keeps its own.",
        show_default=False,
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="L",
        help="Language as ISO 639-1 (en, ar, ...); by default the question's own.",
        show_default=False,
    ),
]
Filters = Annotated[
    list[str] | None,
    typer.Option("--filter", metavar="KEY=VALUE", help="Only passages with this metadata."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
