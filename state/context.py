"""What a caller may set for one run: JSON only, so that a server can take it."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from .values import IndexName

Policy = Literal["staged", "exhaustive"]
Profile = Literal["hopgraph", "mothrag"]
Abstain = Literal["never", "unproved", "calibrated"]


class Budgets(BaseModel):
    """Limits for one question, honoured before a call is made; None means no limit.

    Of tokens and dollars a call counts its prompt and the most its reply may have: the model's
    own limit or 4,096 tokens, or less where less is left. A provider whose LangChain model takes
    such a limit is told it; the others are trusted to keep to it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    max_calls: Annotated[int | None, Field(ge=0, description="Requests to chat models.")] = None
    max_tokens: Annotated[int | None, Field(ge=0, description="Tokens, in and out.")] = None
    max_seconds: Annotated[float | None, Field(gt=0, description="Seconds of wall time.")] = None
    max_usd: Annotated[float | None, Field(ge=0, description="US dollars.")] = None


class Context(BaseModel):
    """Settings of one run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    chat: Annotated[
        str | None,
        Field(
            description="Chat model that reads, as provider:model; empty means the default: "
            "Groq's where GROQ_API_KEY is set, the extractive reader elsewhere.",
            examples=["groq:openai/gpt-oss-120b", "extractive"],
        ),
    ] = None
    embeddings: Annotated[
        str | None,
        Field(description="Encoder, as provider:model; empty means the store's own."),
    ] = None
    judge: Annotated[
        str,
        Field(description='"rules" (no call), "model" (the default judge), or provider:model.'),
    ] = "rules"
    faithfulness: Annotated[
        str,
        Field(
            description='Who says how far passages support an answer: "rules" (no call), '
            '"model" (the one that judges passages, or the default judge), or provider:model.'
        ),
    ] = "rules"
    index: Annotated[
        IndexName | None,
        Field(
            description="How vectors are searched: exact compares all, hierarchy descends a tree "
            "of clusters, hierarchy-paper is MatRAG as published; empty means exact up to "
            "100,000 passages and hierarchy above."
        ),
    ] = None
    policy: Annotated[
        Policy,
        Field(description="staged: further arms only if the first answer is not proved."),
    ] = "staged"
    profile: Annotated[
        Profile,
        Field(
            description="mothrag: MothRag's own routing, gates, pool and arbitration, where its "
            "own verdict on the hop loop's proof counts; the proof shown is always the strict one."
        ),
    ] = "hopgraph"
    abstain: Annotated[
        Abstain,
        Field(description="When to give no answer; the best guess is always in the result."),
    ] = "calibrated"
    review: Annotated[
        bool,
        Field(description="Pause before an unproved answer for a person; needs a checkpointer."),
    ] = False
    budgets: Annotated[Budgets, Field(description="Limits for one question.")] = Budgets()
    max_hops: Annotated[int, Field(ge=1, le=10, description="Hops of the iterative arm.")] = 3
    confidence_threshold: Annotated[
        float, Field(ge=0, le=1, description="Stop the hop loop at this confidence.")
    ] = 0.75
    min_score: Annotated[
        float, Field(ge=0, le=1, description="Passages below this score give no facts.")
    ] = 0.3
    decompose: Annotated[bool, Field(description="Split the question into sub-questions.")] = True
    k: Annotated[int, Field(ge=1, le=50, description="Passages a reader is given.")] = 5
