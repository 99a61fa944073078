"""Arbitration: which of the arms' answers stands, by fixed weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..state.values import ArmName, Candidate, ProofStatus, QuestionFeatures
from .answers import answer_key, is_abstention

GROUNDING_WEIGHT = 1.0
AGREEMENT_WEIGHT = 0.5
FAITHFULNESS_WEIGHT = 0.3

GROUNDING: dict[ProofStatus, float] = {"valid": 1.0, "partial": 0.5, "invalid": 0.0, "refused": 0.0}
"""What a proof's status is worth, in [0, 1]."""

PRIORITY: tuple[ArmName, ...] = ("decomposition", "iterative", "direct", "duplicate")
"""Who wins a tie: the arm that gathers evidence for each part of the question comes first."""

ANY_QUESTION = QuestionFeatures()
"""A question of which nothing is known: answers are grouped as plain text."""

Signal = Literal["grounding", "agreement", "faithfulness", "none"]


@dataclass(frozen=True)
class Group:
    """The candidates that give one answer.

    Attributes:
        key: The answer's typed normal form.
        members: The candidates, the one that speaks for the group first.
        grounding: Weighted sum over the members.
        faithfulness: Weighted sum over the members.
        agreement: Weighted share of the other voices that agree; the duplicate is no voice.
    """

    key: str
    members: tuple[Candidate, ...]
    grounding: float
    faithfulness: float
    agreement: float

    @property
    def score(self) -> float:
        """The sum of the three parts."""
        return round(self.grounding + self.faithfulness + self.agreement, 6)


@dataclass(frozen=True)
class Decision:
    """What arbitration decides.

    Attributes:
        winner: The candidate whose answer stands, or None if no arm stands by an answer.
        best_guess: The winner, or else the best answer that an abstaining arm would guess.
        scores: The score of each arm's group; 0 for an abstention.
        signal: The part that weighs most in the winning group.
        groups: The groups, best first.
    """

    winner: Candidate | None
    best_guess: Candidate | None
    scores: dict[ArmName, float]
    signal: Signal
    groups: tuple[Group, ...]

    @property
    def agreement(self) -> float | None:
        """The share of the other voices that agree with the winner; see `agreement_with`."""
        return self.agreement_with(self.winner.arm) if self.winner else None

    def agreement_with(self, arm: ArmName) -> float | None:
        """Return the share of the other voices that agree with `arm`, in [0, 1].

        None if it is the only voice, or has no answer.
        """
        voices = sum(m.arm != "duplicate" for group in self.groups for m in group.members)
        own = [group for group in self.groups if any(m.arm == arm for m in group.members)]
        return own[0].agreement / AGREEMENT_WEIGHT if own and voices > 1 else None


def arbitrate(
    candidates: Sequence[Candidate], features: QuestionFeatures = ANY_QUESTION
) -> Decision:
    """Choose among `candidates`, at most one per arm; their order changes nothing.

    Candidates with equal `answer_key` form a group. A group scores 1.0 x grounding plus 0.3 x
    faithfulness, summed over its members, plus 0.5 x the share of the other voices that agree.
    The duplicate is a member without a voice; an abstention is neither. Ties go to the arm that
    comes first in `PRIORITY`.
    """
    standing = [c for c in candidates if not c.abstained and not is_abstention(c.answer)]
    voices = sum(c.arm != "duplicate" for c in standing)
    by_key: dict[str, list[Candidate]] = {}
    for candidate in sorted(standing, key=_rank):
        by_key.setdefault(answer_key(candidate.answer, features.answer_type), []).append(candidate)
    groups = [_group(key, members, voices) for key, members in by_key.items()]
    groups.sort(key=lambda group: (-group.score, _first_priority(group.members)))
    scores: dict[ArmName, float] = {
        candidate.arm: 0.0 for candidate in sorted(candidates, key=_rank)
    }
    scores |= {member.arm: group.score for group in groups for member in group.members}
    winner = groups[0].members[0] if groups else None
    return Decision(
        winner=winner,
        best_guess=winner or _best_guess(candidates),
        scores={arm: scores[arm] for arm in PRIORITY if arm in scores},
        signal=_signal(groups[0]) if groups else "none",
        groups=tuple(groups),
    )


def _group(key: str, members: list[Candidate], voices: int) -> Group:
    own_voices = sum(member.arm != "duplicate" for member in members)
    others = max(1, voices - 1)
    return Group(
        key=key,
        members=tuple(members),
        grounding=GROUNDING_WEIGHT * sum(GROUNDING[m.proof.status] for m in members),
        faithfulness=FAITHFULNESS_WEIGHT * sum(m.faithfulness for m in members),
        agreement=AGREEMENT_WEIGHT * max(0, own_voices - 1) / others,
    )


def _rank(candidate: Candidate) -> tuple[float, float, float, int]:
    """Sort key: the better proved first, then the more faithful, the surer, and by priority."""
    return (
        -GROUNDING[candidate.proof.status],
        -round(candidate.faithfulness, 6),
        -round(candidate.confidence, 6),
        PRIORITY.index(candidate.arm),
    )


def _first_priority(members: Sequence[Candidate]) -> int:
    return min(PRIORITY.index(member.arm) for member in members)


def _best_guess(candidates: Sequence[Candidate]) -> Candidate | None:
    guesses = [c for c in candidates if not is_abstention(c.answer)]
    return min(guesses, key=_rank, default=None)


def _signal(group: Group) -> Signal:
    parts: list[tuple[Signal, float]] = [
        ("grounding", group.grounding),
        ("agreement", group.agreement),
        ("faithfulness", group.faithfulness),
    ]
    name, most = max(parts, key=lambda part: round(part[1], 6))
    return name if most > 0 else "none"
