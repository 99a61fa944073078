"""The state of the workflow, and the narrower states of its subgraphs."""

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from .asked import Asked
from .language_codes import checked_language
from .reducers import (
    merge_candidates,
    merge_facts,
    merge_hops,
    merge_passages,
    merge_sub_questions,
    merge_words,
)
from .values import (
    Answer,
    Candidate,
    Fact,
    Gap,
    HopResult,
    MetadataValue,
    Passage,
    SubQuestion,
)


def _checked_day(day: str) -> str:
    try:
        known = date.fromisoformat(day).isoformat() == day
    except ValueError:
        known = False
    if not known:
        raise ValueError("write a day as YYYY-MM-DD")
    return day


class Question(BaseModel):
    """What is asked: the workflow's input."""

    model_config = ConfigDict(extra="forbid")

    question: Annotated[
        str,
        Field(
            min_length=1,
            max_length=10_000,
            description="A question in plain words.",
            examples=["Who founded the company that built the Eiffel Tower?"],
        ),
    ]
    hops: Annotated[int | None, Field(ge=1, le=10, description="Most hops for this question.")] = (
        None
    )
    as_of: Annotated[
        Annotated[str, AfterValidator(_checked_day)] | None,
        Field(description="Answer as the corpus stood on this day (YYYY-MM-DD)."),
    ] = None
    language: Annotated[
        Annotated[str, AfterValidator(checked_language)] | None,
        Field(description="Language of the answer, as ISO 639-1.", examples=["en", "ar"]),
    ] = None
    filter: Annotated[
        dict[str, MetadataValue] | None,
        Field(description="Only passages whose metadata has these values."),
    ] = None


class ReasoningState(Asked, total=False):
    """What is asked, known, missing and proposed.

    The input's `hops` is a number; the hops made are `hop_results`. `settings` is the run's
    context, written once by the first node, so that every edge is a function of the state.
    `pool` is what the question's own search brought; the best of it are `passages`.
    """

    pool: list[Passage]
    sub_questions: Annotated[list[SubQuestion], merge_sub_questions]
    passages: Annotated[list[Passage], merge_passages]
    hop_results: Annotated[list[HopResult], merge_hops]
    known_facts: Annotated[list[Fact], merge_facts]
    missing_info: list[Gap]
    reasoning_chain: Annotated[list[str], merge_words]
    confidence: float
    answer_complete: bool
    candidates: Annotated[list[Candidate], merge_candidates]
    answer: Answer
