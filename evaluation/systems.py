"""What evaluation needs of the thing it measures."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..state.values import Answer, Passage

Vector = npt.NDArray[np.float32]

Encode = Callable[[str], Vector]
"""Gives the vector (d,) of a question."""

Search = Callable[[str, Vector, int], Sequence[Passage]]
"""Gives the k best passages for a question and its vector; `source` holds the corpus line's id."""


class Answerer(Protocol):
    """Answers questions; `HopGraph` is one."""

    def query(self, question: str) -> Answer:
        """Answer one question."""
        ...
