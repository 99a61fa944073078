"""Percentile bootstrap intervals (Efron 1979), seeded: equal scores, equal interval."""

from collections.abc import Sequence

import numpy as np

SAMPLES = 2000
LEVEL = 0.95
_SEED = 20_260
_ROWS_AT_ONCE = 100


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of `values`, from 2000 resamples.

    The difference of two runs over the same questions is measured by passing the differences
    question by question.

    Raises:
        ValueError: `values` is empty.
    """
    if not len(values):
        raise ValueError("no values: an interval needs at least one")
    scores = np.asarray(values, dtype=np.float64)
    random = np.random.Generator(np.random.PCG64(_SEED))
    means = [
        scores[random.integers(0, len(scores), (_ROWS_AT_ONCE, len(scores)))].mean(axis=1)
        for _ in range(SAMPLES // _ROWS_AT_ONCE)
    ]
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(np.concatenate(means), (tail, 1 - tail))
    return round(float(low), 6), round(float(high), 6)
