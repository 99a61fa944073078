"""What a corpus tells about itself and about what it did."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..state.values import MetadataValue


@dataclass(frozen=True)
class FailedFile:
    """A file or folder that could not be read.

    Attributes:
        path: Where it is.
        reason: Why, and what to do, in one line that names it.
    """

    path: str
    reason: str


@dataclass(frozen=True)
class IngestReport:
    """What became of the documents of one call.

    Attributes:
        added: Documents that are new.
        skipped: Documents that were there already, and blank ones.
        updated: Documents whose new version supersedes another.
        removed: Documents that are gone.
        truncated: Passages longer than the encoder reads; its vector sees only their beginning.
        failed: Files that could not be read; what was known of them stays as it was.
    """

    added: int = 0
    skipped: int = 0
    updated: int = 0
    removed: int = 0
    truncated: int = 0
    failed: tuple[FailedFile, ...] = ()

    def __add__(self, other: "IngestReport") -> "IngestReport":
        return IngestReport(
            self.added + other.added,
            self.skipped + other.skipped,
            self.updated + other.updated,
            self.removed + other.removed,
            self.truncated + other.truncated,
            self.failed + other.failed,
        )


@dataclass(frozen=True)
class SourceInfo:
    """A source as it stands.

    Attributes:
        source: The document's own name.
        title: The title of its current version.
        passages: Passages of its current versions.
        versions: Versions it has, superseded ones included.
        as_of: The day from which the current one holds, or "".
        series: What its versions share.
        metadata: The metadata of the current version.
    """

    source: str
    title: str
    passages: int
    versions: int
    as_of: str
    series: str
    metadata: Mapping[str, MetadataValue]


@dataclass(frozen=True)
class StoreInfo:
    """A store as it stands.

    Attributes:
        folder: Where it is.
        sources: Sources.
        versions: Versions of documents, superseded ones included.
        passages: Passages of the current versions.
        passages_kept: Passages, those of superseded versions included.
        vectors: Vectors, those of deleted passages included.
        encoder: The encoder's name, or "" while there is no passage.
        dimension: The length of a vector; 0 while there is none.
        revision: The number of commits.
        bytes: Size on the disk.
        problems: What a quick look finds wrong, one line each; `check` compares every passage.
    """

    folder: Path
    sources: int
    versions: int
    passages: int
    passages_kept: int
    vectors: int
    encoder: str
    dimension: int
    revision: int
    bytes: int
    problems: tuple[str, ...]


@dataclass(frozen=True)
class CheckReport:
    """What a check found.

    Attributes:
        problems: What is wrong, one line each; empty if the store is whole.
        repaired: What was mended of it.
        lost: Sources that have lost some text and must be ingested again.
        left: What is still wrong, one line each.
    """

    problems: tuple[str, ...] = ()
    repaired: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
