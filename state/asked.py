"""What every part of the workflow is told about the question."""

from typing import Annotated

from typing_extensions import TypedDict

from .context import Context
from .reducers import merge_calls, merge_failures
from .values import Failure, MetadataValue, ModelCall, QuestionFeatures


class Asked(TypedDict, total=False):
    """The question, its settings, and what was called and failed so far."""

    question: str
    settings: Context
    hops: int | None
    as_of: str | None
    language: str
    filter: dict[str, MetadataValue] | None
    deadline: float | None
    features: QuestionFeatures
    calls: Annotated[list[ModelCall], merge_calls]
    failures: Annotated[list[Failure], merge_failures]
