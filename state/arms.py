"""The states of the subgraphs; each hands back only what it adds."""

from typing import Annotated

from typing_extensions import TypedDict

from .asked import Asked
from .reducers import (
    merge_calls,
    merge_candidates,
    merge_facts,
    merge_failures,
    merge_hops,
    merge_passages,
    merge_rankings,
    merge_sub_answers,
    merge_sub_questions,
    merge_words,
)
from .values import (
    ArmName,
    Candidate,
    Fact,
    Failure,
    Gap,
    HopQuery,
    HopResult,
    ModelCall,
    Passage,
    Ranking,
    SubAnswer,
    SubQuestion,
)


class EvidenceState(Asked, total=False):
    """One search: for `query`, by default the question.

    `arm` is the arm that searches, and `parallel` how many searches it makes at once. `pool`
    is what the search brought, longer than what is judged (`ranked`) and kept (`passages`).
    """

    query: str
    arm: ArmName
    parallel: int
    pool: list[Passage]
    ranked: list[Passage]
    passages: Annotated[list[Passage], merge_passages]


class EvidenceOutput(TypedDict, total=False):
    """What a search adds."""

    pool: list[Passage]
    passages: Annotated[list[Passage], merge_passages]
    calls: Annotated[list[ModelCall], merge_calls]
    failures: Annotated[list[Failure], merge_failures]


class SolveState(EvidenceState, total=False):
    """One sub-question on its way to an answer."""

    sub_question: SubQuestion
    sub_answers: Annotated[list[SubAnswer], merge_sub_answers]


class SolveOutput(EvidenceOutput, total=False):
    """What one sub-question adds."""

    sub_answers: Annotated[list[SubAnswer], merge_sub_answers]


class DecompositionState(Asked, total=False):
    """The decomposition arm: sub-questions in dependency order, and their answers."""

    passages: Annotated[list[Passage], merge_passages]
    sub_questions: Annotated[list[SubQuestion], merge_sub_questions]
    planned: list[SubQuestion]
    sub_answers: Annotated[list[SubAnswer], merge_sub_answers]
    candidates: Annotated[list[Candidate], merge_candidates]


class ArmOutput(TypedDict, total=False):
    """What an arm adds."""

    passages: Annotated[list[Passage], merge_passages]
    candidates: Annotated[list[Candidate], merge_candidates]
    calls: Annotated[list[ModelCall], merge_calls]
    failures: Annotated[list[Failure], merge_failures]


class SearchState(EvidenceState, total=False):
    """One of the searches that a hop makes side by side."""

    hop_number: int


class IterativeState(Asked, total=False):
    """The hop loop: what is known, what is missing, and the attempts at an answer.

    `attempt` is the last reading, not yet checked; `best` the best checked one. `pool` is what
    the question's own search brought, `found` what each search of a hop did; the hop chooses
    (`ranked`) from both. `leads` are queries that the passages suggest.
    """

    arm: ArmName
    pool: list[Passage]
    found: Annotated[list[Ranking], merge_rankings]
    ranked: list[Passage]
    leads: list[HopQuery]
    passages: Annotated[list[Passage], merge_passages]
    candidates: Annotated[list[Candidate], merge_candidates]
    attempt: Candidate | None
    best: Candidate | None
    hop_queries: list[HopQuery]
    hop_results: Annotated[list[HopResult], merge_hops]
    known_facts: Annotated[list[Fact], merge_facts]
    missing_info: list[Gap]
    reasoning_chain: Annotated[list[str], merge_words]
    confidence: float
    answer_complete: bool


class IterativeOutput(ArmOutput, total=False):
    """What the hop loop adds."""

    hop_results: Annotated[list[HopResult], merge_hops]
    known_facts: Annotated[list[Fact], merge_facts]
    missing_info: list[Gap]
    reasoning_chain: Annotated[list[str], merge_words]
    confidence: float
    answer_complete: bool
