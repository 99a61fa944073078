"""Running figures over the questions of one HopGraph."""

import threading

from .state.values import Answer, Usage


class Stats:
    """Sums that several threads may add to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._questions = 0
        self._answered = 0
        self._proved = 0
        self._failures = 0
        self._hops = 0
        self._calls = 0
        self._tokens = 0
        self._cost: float | None = 0.0
        self._seconds = 0.0

    def add(self, answer: Answer, usage: Usage) -> None:
        """Count one question."""
        with self._lock:
            self._questions += 1
            self._answered += not answer.abstained
            self._proved += answer.proof.status == "valid"
            self._failures += len(answer.failures)
            # Where the first answer stands, the question's own search is the one hop.
            self._hops += len({hop.hop_number for hop in answer.hops}) or 1
            self._calls += usage.model_calls
            self._tokens += usage.input_tokens + usage.output_tokens
            if self._cost is not None:
                self._cost = None if usage.cost_usd is None else self._cost + usage.cost_usd
            self._seconds += usage.wall_s

    def figures(self) -> dict[str, float | int | None]:
        """Return the sums and the means per question."""
        with self._lock:
            count = max(1, self._questions)
            return {
                "questions": self._questions,
                "answered": self._answered,
                "proved": self._proved,
                "failures": self._failures,
                "model_calls": self._calls,
                "tokens": self._tokens,
                "cost_usd": self._cost,
                "mean_hops": self._hops / count,
                "mean_model_calls": self._calls / count,
                "mean_wall_s": self._seconds / count,
            }
