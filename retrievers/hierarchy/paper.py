"""The equations of MatRAG (arXiv 2610.01767), as printed, apart from anything stored."""

from collections.abc import Set
from typing import TypeVar

Entity = TypeVar("Entity")


def anchoring(retrieved: int, budget: int) -> float:
    """Return beta, the share of the question itself, in [0, 1]: eq. 3.4, |R| / K."""
    return retrieved / budget


def traversal_score(beta: float, to_question: float, to_cumulative: float) -> float:
    """Return S_l from the similarities to the question and the cumulative query: eq. 3.3."""
    return beta * to_question + (1 - beta) * to_cumulative


def entity_overlap(frontier: Set[Entity], entities: Set[Entity]) -> float:
    """Return J, the Jaccard index of frontier and document, in [0, 1]: eq. 3.5; 0 for none."""
    either = len(frontier | entities)
    return len(frontier & entities) / either if either else 0.0


def leaf_score(alpha: float, similarity: float, overlap: float) -> float:
    """Return R(d) from S_L and J: eq. 3.6."""
    return alpha * similarity + (1 - alpha) * overlap


def round_size(budget: int, retrieved: int, frontier: int) -> int:
    """Return k_t, how many documents a round retrieves: min(K - |R|, max(1, |B|))."""
    return min(budget - retrieved, max(1, frontier))


def is_over(budget: int, retrieved: int, frontier: int) -> bool:
    """Tell whether to stop after a round: |R| = K, or it brought no new entity."""
    return retrieved >= budget or not frontier
