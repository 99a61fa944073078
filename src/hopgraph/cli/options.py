"""Options that several commands share."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..nodes.services import STORE_VARIABLE

Store = Annotated[
    Path,
    typer.Option("--store", envvar=STORE_VARIABLE, help="Folder of the store.", show_default=False),
]
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
    typer.Option(
        "--filter", metavar="KEY=VALUE", help="Only passages with this metadata; may be repeated."
    ),
]


class IndexName(StrEnum):
    """How vectors are searched."""

    exact = "exact"
    hierarchy = "hierarchy"
    hierarchy_paper = "hierarchy-paper"


Index = Annotated[
    IndexName | None,
    typer.Option(
        "--index",
        help="How vectors are searched: exact compares all, hierarchy descends a tree of clusters, "
        "hierarchy-paper is MatRAG as published. By default exact up to 100,000 passages, "
        "hierarchy above.",
        show_default=False,
    ),
]
Faithfulness = Annotated[
    str,
    typer.Option(
        "--faithfulness",
        metavar="rules|model|NAME",
        help="Who says how far passages support an answer; a model is asked once for each.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON, on one line.")]
