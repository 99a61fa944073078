"""What can be set of the hierarchy, with the values it has by default."""

from dataclasses import dataclass
from typing import Literal

Clustering = Literal["hdbscan", "kmeans"]
HDBSCAN_LIMIT = 20_000


@dataclass(frozen=True)
class BuildSettings:
    """How a hierarchy is built.

    Attributes:
        parents: Clusters that each node is attached to, at least 1; the paper's p.
        rotate: Rotate onto principal axes first; False for an encoder that was trained for
            nested prefixes.
        clustering: None for HDBSCAN below `HDBSCAN_LIMIT` vectors and k-means from there on.
        leaf_size: Vectors that k-means aims at in a cluster, each counted once.
        branching: Clusters that k-means aims at in a cluster above them.
    """

    parents: int = 2
    rotate: bool = True
    clustering: Clustering | None = None
    leaf_size: int = 200
    branching: int = 24


@dataclass(frozen=True)
class SearchSettings:
    """How far a search looks.

    Attributes:
        beam: Clusters that are followed at each level.
        rerank: Vectors, best by their prefix, that are compared at full length.
    """

    beam: int = 256
    rerank: int = 2000


@dataclass(frozen=True)
class PaperSettings:
    """The knobs of the paper's retrieval, at its published values.

    Attributes:
        alpha: Share of similarity beside entity overlap, in [0, 1]; eq. 3.6.
        budget: Documents to retrieve, K; None for as many as the search asks for.
        beam: Clusters that are followed at each level; None for all, which is a flat search.
        beta: Share of the question itself beside the cumulative query, in [0, 1]; None for
            the schedule of eq. 3.4.
        loop: Retrieve round by round; False for all K at once.
    """

    alpha: float = 0.5
    budget: int | None = None
    beam: int | None = 1
    beta: float | None = None
    loop: bool = True
