"""Names found by a Stanza pipeline: the optional extra `hopgraph[stanza]`."""

import os
from pathlib import Path
from typing import Any

from ..state.errors import InputError
from .lexicon_names import NameType
from .names import Name

_TYPES: dict[str, NameType] = {
    "PER": "PER",
    "PERSON": "PER",
    "ORG": "ORG",
    "LOC": "LOC",
    "GPE": "LOC",
    "FAC": "LOC",
    "DATE": "DATE",
    "TIME": "DATE",
    "MONEY": "NUM",
    "PERCENT": "NUM",
    "QUANTITY": "NUM",
    "CARDINAL": "NUM",
    "ORDINAL": "NUM",
}
"""Tags of the models Stanza offers, OntoNotes and CoNLL; any other tag is MISC."""


class StanzaNames:
    """Finds names with the real `stanza.Pipeline`; nothing is downloaded.

    Args:
        language: ISO 639-1 code of the pipeline.
        folder: Folder of the models, as `stanza.download(dir=...)` leaves it. By default the
            environment's HOPGRAPH_STANZA_DIR, else Stanza's own folder.

    Raises:
        InputError: If Stanza is not installed or has no models for `language` there.
    """

    def __init__(self, language: str = "en", folder: Path | None = None) -> None:
        self._pipeline = _pipeline(language, folder)

    def find_names(self, text: str) -> list[Name]:
        """Return the names, dates and numbers of `text` in reading order."""
        return [
            Name(entity.text, entity.start_char, entity.end_char, _TYPES.get(entity.type, "MISC"))
            for entity in self._pipeline(text).ents
        ]


def _pipeline(language: str, folder: Path | None) -> Any:
    try:
        import stanza
    except ImportError as error:
        raise InputError(
            "use_stanza=True needs Stanza, which is not installed:"
            ' run pip install "torch==2.13.0" and pip install ".[stanza]", or leave use_stanza out'
        ) from error
    given = folder or os.environ.get("HOPGRAPH_STANZA_DIR")
    where = {"dir": str(given)} if given else {}
    try:
        return stanza.Pipeline(
            language,
            processors="tokenize,ner",
            download_method=None,
            use_gpu=False,
            verbose=False,
            **where,
        )
    except (FileNotFoundError, ValueError) as error:  # no folder, or no such language there
        raise InputError(
            f"No Stanza models for {language!r} in {given or 'the default folder'}:"
            f" run stanza.download({language!r}), or set HOPGRAPH_STANZA_DIR to their folder."
        ) from error
