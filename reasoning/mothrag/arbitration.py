"""MothRag's arbitration: grounding, agreement and faithfulness by fixed weights."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

Signal = Literal["consensus", "gamma", "faith", "fallback"]

ABSTENTION = "Not in passages"
"""What an arm says that abstains; unlike "", which a failed arm leaves, it counts as an answer
that others may agree with.
"""

_UNCERTAIN = ("not in passages", "unknown", "no answer", "none", "i don't know")
_GAMMA = {"valid": 1.0, "partial": 0.5, "invalid": 0.0}
_CHECKED_ARM = "iter"


@dataclass(frozen=True)
class Contributions:
    """What the three parts give an arm, weights included.

    Attributes:
        agreement: 0.5 x the share of the other non-empty answers that agree.
        gamma: 1.0 x the worth of its proof; 1 for every arm that is not checked.
        faithfulness: 0.3, since no faithfulness is ever supplied.
    """

    agreement: float
    gamma: float
    faithfulness: float = 0.3

    @property
    def score(self) -> float:
        """The sum of the three."""
        return self.gamma + self.agreement + self.faithfulness


@dataclass(frozen=True)
class Verdict:
    """What arbitration decides: the score of each arm, the winner, its answer, and why."""

    scores: dict[str, float]
    winner: str
    answer: str
    signal: Signal


def is_uncertain(answer: str) -> bool:
    """Tell whether `answer` counts as an abstention; a full stop at its end defeats it."""
    return not answer or answer.lower().strip() in _UNCERTAIN


def contributions(
    arm: str,
    answers: Mapping[str, str],
    iter_status: str | None,
    agree: Callable[[str, str], bool],
) -> Contributions:
    """Return what the three parts give `arm`, whose answer is not uncertain.

    Args:
        arm: The arm.
        answers: The answer of each arm; abstentions and the copy count as others, "" does not.
        iter_status: Status of the proof of `iter`; only it is checked.
        agree: Whether two answers agree (theirs: cosine of their vectors of 0.70 or more).
    """
    others = [text for name, text in answers.items() if name != arm and text]
    agreeing = sum(agree(answers[arm], other) for other in others)
    gamma = _GAMMA.get(iter_status or "", 1.0) if arm == _CHECKED_ARM else 1.0
    return Contributions(0.5 * agreeing / len(others) if others else 0.0, gamma)


def winner(scores: Mapping[str, float], answers: Mapping[str, str]) -> str:
    """Return the arm with the highest score, ties by name.

    If no arm scores, every answer is uncertain: the longest answer wins, ties by name.
    """
    arms = sorted(scores)
    if any(scores.values()):
        return max(arms, key=lambda arm: round(scores[arm], 9))
    return max(arms, key=lambda arm: len(answers.get(arm, "")))


def signal(parts: Contributions | None) -> Signal:
    """Return the part that gives the winner most; "fallback" for an uncertain winner (None)."""
    if parts is None:
        return "fallback"
    most = max(parts.agreement, parts.gamma, parts.faithfulness)
    if most == parts.agreement:
        return "consensus"
    return "gamma" if most == parts.gamma else "faith"


def arbitrate(
    answers: Mapping[str, str],
    iter_status: str | None,
    agree: Callable[[str, str], bool],
) -> Verdict:
    """Decide among the answers of MothRag's arms; see `contributions` for the arguments."""
    parts = {
        arm: contributions(arm, answers, iter_status, agree)
        for arm, answer in answers.items()
        if not is_uncertain(answer)
    }
    scores = {arm: parts[arm].score if arm in parts else 0.0 for arm in answers}
    best = winner(scores, answers)
    return Verdict(scores, best, answers[best], signal(parts.get(best)))
