"""A text to ingest, and what of its metadata a store can keep."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from math import isfinite
from typing import Any

import numpy as np

from ..state.errors import InputError
from ..state.values import MetadataValue


@dataclass(frozen=True)
class SourceText:
    """A text to ingest; texts of one source are parts of one document, in order.

    Attributes:
        source: The document's own name.
        text: The text.
        title: Its title, or "" if its headings must do.
        name: What titles it without title and headings: a file's name, or "".
        metadata: What else is known of it.
        origin: The path that was ingested to get it, or "".
        whole: True if the text is one passage, never to be cut.
    """

    source: str
    text: str
    title: str = ""
    name: str = ""
    metadata: Mapping[str, MetadataValue] = field(default_factory=dict)
    origin: str = ""
    whole: bool = False

    def __post_init__(self) -> None:
        """Refuse what no store can keep."""
        told = [part for pair in self.metadata.items() for part in pair if isinstance(part, str)]
        for part in (self.source, self.text, self.title, *told):
            try:
                part.encode()
            except UnicodeEncodeError as error:
                raise InputError(
                    f"{part[:40]!a} holds {part[error.start]!a}, which is no character: "
                    "read the text with its own encoding"
                ) from error


def plain_metadata(metadata: Mapping[str, Any]) -> dict[str, MetadataValue]:
    """Return `metadata` with everything that is not a plain value written as text.

    Days are written as YYYY-MM-DD, lists and the like as JSON; integers beyond 64 bits, NaN and
    infinity, which stores and JSON do not hold, as their digits and names.

    Raises:
        InputError: If a value cannot be written.
    """
    return {str(key): _plain(str(key), value) for key, value in metadata.items()}


def _plain(key: str, value: Any) -> MetadataValue:
    value = value.item() if isinstance(value, np.generic) else value
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int) and value.bit_length() < 64:
        return value
    if isinstance(value, float) and isfinite(value):
        return value
    try:
        if isinstance(value, int | float | list | tuple | Mapping | set | frozenset):
            return json.dumps(value, ensure_ascii=False, sort_keys=True, default=_as_json)
        return str(_as_json(value))
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(
            f"metadata {key!r} cannot be written as JSON ({error}): give plain values"
        ) from error


def _as_json(value: Any) -> Any:
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    return value.isoformat() if isinstance(value, date) else str(value)
