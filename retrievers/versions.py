"""Versions of documents: which one is current, and which one was on a day. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from ..state.errors import InputError
from ..state.values import MetadataValue


@dataclass(frozen=True)
class VersionKeys:
    """The metadata keys under which a document tells its place among its versions.

    Attributes:
        as_of: The day from which it holds, YYYY-MM-DD.
        series: The name its versions share, where their sources differ.
        supersedes: The source it takes the place of.
    """

    as_of: str = "as_of"
    series: str = "series"
    supersedes: str = "supersedes"


@dataclass(frozen=True)
class Version:
    """One version of a document.

    Attributes:
        number: Its number in the store, in the order of writing; 0 before it is written.
        source: The document's own name.
        series: What its versions share: the series it names, or its source.
        as_of: The day from which it holds, or "" for always.
        title: The document's title.
        metadata: The document's other metadata.
        origin: The file it was read from, or "".
        digest: Hash of all that was ingested for it.
        revision: The revision that brought it.
        current: Whether a search without a date sees it.
    """

    number: int
    source: str
    series: str
    as_of: str
    title: str
    metadata: Mapping[str, MetadataValue] = field(default_factory=dict)
    origin: str = ""
    digest: str = ""
    revision: int = 0
    current: bool = True


def latest(versions: Iterable[Version], day: str | None = None) -> Version | None:
    """Return the version of one series that holds on `day`, or the last of all."""
    held = (v for v in versions if day is None or v.as_of <= day)
    return max(held, key=lambda v: (v.as_of, v.number), default=None)


def held_on(versions: Sequence[Version], day: str) -> list[Version]:
    """Return the version of every series that held on `day`, in the order of writing."""
    by_series: dict[str, list[Version]] = {}
    for version in versions:
        by_series.setdefault(version.series, []).append(version)
    found = (latest(group, day) for group in by_series.values())
    return sorted((v for v in found if v), key=lambda v: v.number)


def checked_day(value: object, name: str) -> str:
    """Return `value` as YYYY-MM-DD; a time of day is dropped.

    Raises:
        InputError: If it is not a date.
    """
    text = str(value)[:10]
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise InputError(f"{name}={value!r} is not a date: write it as YYYY-MM-DD") from error
