"""The value objects that travel in the state: frozen, typed, JSON-serialisable."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0.0, le=1.0)]
"""A score in [0, 1]."""

MetadataValue = str | int | float | bool | None

ArmName = Literal["direct", "decomposition", "iterative", "duplicate"]
IndexName = Literal["exact", "hierarchy", "hierarchy-paper"]
"""How passages are found by their vectors."""

AnswerType = Literal[
    "person",
    "place",
    "organisation",
    "work",
    "date",
    "year",
    "number",
    "duration",
    "nationality",
    "yes_no",
    "choice",
    "description",
    "entity",
]
QuestionType = Literal[
    "comparison",
    "causal",
    "temporal",
    "procedural",
    "factual",
    "yes_no",
    "choice",
    "superlative",
    "count",
]
Rule = Literal["lookup", "conjunction", "bridge", "comparison", "negation"]
ProofStatus = Literal["valid", "partial", "invalid", "refused"]
MothragStatus = Literal["valid", "partial", "invalid", "refuse"]
"""What MothRag's own verifier says of a proof; looser than `ProofStatus`."""
StepStatus = Literal["valid", "invalid"]


class Frozen(BaseModel):
    """A value object: immutable, and strict about its fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class HopStrategy(StrEnum):
    """How a hop looks for what is missing."""

    ENTITY_EXPANSION = "entity_expansion"
    RELATION_BRIDGING = "relation_bridging"
    CLARIFICATION = "clarification"
    VERIFICATION = "verification"


class Why(Frozen):
    """Why retrieval picked a passage.

    Attributes:
        from_id: Id of the picked passage that led here, or None for a passage that the
            question itself found.
        phrase: The phrase or title both passages share, as written in this passage.
        sentence: The sentence of this passage that holds the phrase.
        signals: Every part of the score by name, rounded to 6 places.
    """

    from_id: str | None = None
    phrase: str | None = None
    sentence: str | None = None
    signals: dict[str, float] = {}


class Passage(Frozen):
    """A piece of a document, as it stands in the corpus.

    Attributes:
        id: Content hash; equal text under one source has one id.
        source: The document's own name (file path, URL, or the id the user gave).
        title: The document's title, or its nearest heading.
        text: The text, without the title.
        score: Retrieval score in [0, 1]; 0 where a passage was not retrieved by score.
        metadata: The document's other metadata.
        why: What retrieval saw in it.
    """

    id: str
    source: str
    title: str = ""
    text: str
    score: Share = 0.0
    metadata: dict[str, MetadataValue] = {}
    why: Why | None = None


class Slot(Frozen):
    """One thing a complete answer needs.

    Attributes:
        id: Its place in dependency order: "1", "2", ...
        subject: What it is asked of: a name, or "#n" for the value of slot n.
        relation: What is asked of the subject, in the question's words ("director").
        answer_type: The type of value that fills it.
        depends_on: Ids of the slots whose values it needs.
    """

    id: str
    subject: str
    relation: str
    answer_type: AnswerType = "entity"
    depends_on: tuple[str, ...] = ()


class SubQuestion(Frozen):
    """One single-hop question; `#n` in its text stands for the answer of sub-question n."""

    id: str
    text: str
    answer_type: AnswerType = "entity"
    depends_on: tuple[str, ...] = ()


class QuestionFeatures(Frozen):
    """What can be told from the question alone, by rule.

    Attributes:
        type: The question's type.
        answer_type: The type of the short answer.
        anchors: Names in the question, in reading order.
        options: The things to choose between, or the two sides of a comparison.
        relations: The chain of relations asked, the innermost first.
        slots: What a complete answer needs, in dependency order.
        head: The noun that follows "which" or "what", lower-cased, or "".
        comparison: The word that compares ("older", "same"), folded, or "".
    """

    type: QuestionType = "factual"
    answer_type: AnswerType = "entity"
    anchors: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    head: str = ""
    comparison: str = ""

    @property
    def hops(self) -> int:
        """How many passages the answer is likely to need, at least 1."""
        return max(1, len(self.slots))


class Fact(Frozen):
    """A statement read from a passage, with its place in it.

    Attributes:
        slot: Id of the slot it fills, or "".
        value: The value it gives to the slot, or "".
    """

    text: str
    passage_id: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    slot: str = ""
    value: str = ""


class Gap(Frozen):
    """Something still missing: an open slot, or what a reader said it lacks."""

    text: str
    slot: str = ""
    answer_type: AnswerType = "entity"


class HopQuery(Frozen):
    """What the next hop searches for, and why."""

    query: str
    strategy: HopStrategy
    gap: Gap | None = None
    reasoning_step: str = ""


class Ranking(Frozen):
    """What one search of a hop brought, best first, passages held already included."""

    query: str
    hop_number: int = Field(ge=1)
    passages: tuple[Passage, ...] = ()


class HopResult(Frozen):
    """One hop of the iterative arm.

    Attributes:
        query: What was searched for.
        passages: The passages that were new in this hop, best first.
        hop_number: 1 for the first hop.
        entities: Names the new passages brought in.
        strategy: How the query was made.
        reasoning_step: What the hop was for, in words.
        gap_filled: The gap this hop closed, or None.
    """

    query: str
    passages: tuple[Passage, ...] = ()
    hop_number: int = Field(ge=1)
    entities: tuple[str, ...] = ()
    strategy: HopStrategy = HopStrategy.ENTITY_EXPANSION
    reasoning_step: str = ""
    gap_filled: str | None = None


class ProofStep(Frozen):
    """One step of a proof.

    Attributes:
        rule: How the claim follows.
        claim: The statement, in words.
        passage_id: The passage that is quoted ("" for steps over other steps).
        quote: Verbatim text of the passage ("" for steps over other steps).
        start: Offset of the quote in the passage's text, in characters; -1 if not found.
        end: Offset just past the quote; -1 if not found.
        subject: What the claim is about.
        object: What the claim says of it.
        inputs: Numbers (from 1) of the earlier steps it rests on.
        status: The checker's verdict.
        reason: Why the checker said so.
    """

    rule: Rule
    claim: str
    passage_id: str = ""
    quote: str = ""
    start: int = -1
    end: int = -1
    subject: str = ""
    object: str = ""
    inputs: tuple[int, ...] = ()
    status: StepStatus = "invalid"
    reason: str = "not checked"


class Proof(Frozen):
    """The steps from passages to an answer, as the checker left them."""

    steps: tuple[ProofStep, ...] = ()
    status: ProofStatus = "refused"
    reason: str = ""


class SubAnswer(Frozen):
    """The answer of one sub-question, with the checked steps that prove it.

    Attributes:
        question: The sub-question as it was asked, placeholders filled.
        confidence: The reader's own confidence.
        passages: Ids of the passages that were read.
    """

    id: str
    question: str
    answer: str
    steps: tuple[ProofStep, ...] = ()
    confidence: Share = 0.0
    passages: tuple[str, ...] = ()


class Candidate(Frozen):
    """What one arm proposes.

    Attributes:
        answer: The short answer, or the best guess where `abstained`.
        abstained: True if the arm does not stand by an answer.
        proof: The proof, checked.
        mothrag_status: In the `mothrag` profile, what MothRag's verifier says of the hop loop's
            proof, which counts in arbitration there; `proof` stays the strict checker's.
        faithfulness: How far the claims are supported by their quotes.
        missing: What the reader said it lacks.
        plan: Sub-questions the reader proposed for what it lacks.
        confidence: The reader's own confidence, where it has one.
        evidence: Ids of the passages that were read.
    """

    arm: ArmName
    answer: str
    abstained: bool = False
    proof: Proof = Proof()
    mothrag_status: MothragStatus | None = None
    faithfulness: Share = 0.0
    missing: tuple[str, ...] = ()
    plan: tuple[SubQuestion, ...] = ()
    confidence: Share = 0.0
    evidence: tuple[str, ...] = ()


class Failure(Frozen):
    """Something that did not work, recorded as such.

    Attributes:
        stage: The node or arm that failed.
        kind: A short machine-readable kind: "auth", "rate_limit", "too_large", "timeout",
            "provider", "unparsable", "budget", "retrieval", ...
        message: One line for a person; never holds a key.
        provider: The model's name, or "".
    """

    stage: str
    kind: str
    message: str
    provider: str = ""


class ModelCall(Frozen):
    """One request that was really sent to a chat model (or served from the reply cache).

    Attributes:
        id: Hash of model and prompt; the same prompt is asked once per question.
        stage: The stage it was made for.
        model: The model's name.
        reply: The reply's text, so that a trace can be replayed.
        requests: Requests sent, retries included; 0 when served from the cache.
        cost_usd: Cost by the price table, in US dollars; None where no price is known.
    """

    id: str
    stage: str
    model: str
    reply: str = ""
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    requests: int = Field(default=1, ge=0)
    cost_usd: float | None = None


class StageUsage(Frozen):
    """What one stage used."""

    model_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0


class Usage(Frozen):
    """What one question used.

    Attributes:
        model_calls: Requests sent to chat models, retries included.
        cached_calls: Replies that came from the reply cache instead.
        cost_usd: US dollars; None if a model without a known price was called.
        by_stage: The same by stage.
        wall_s: Seconds from question to answer; the only figure that is not reproducible.
    """

    model_calls: int = 0
    cached_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0
    by_stage: dict[str, StageUsage] = {}
    wall_s: float = 0.0


class Answer(Frozen):
    """An answer with everything it rests on.

    Attributes:
        answer: The short answer; "" if abstained.
        abstained: True if no answer is given.
        best_guess: The best answer found, also where `abstained`; "" if there is none.
        confidence: How likely the answer is right.
        arm: The arm that won, or None if no arm had this answer.
        reader: Who read the passages: a model's name, or "extractive".
        language: ISO 639-1 code of the answer's language.
        proof: The winning arm's proof.
        evidence: The passages that were read, best first.
        hops: The hops made, the first search included; `HopGraph.query` gives them if asked to.
        arms: What each arm proposed.
        usage: Calls, tokens, cost and time.
        failures: What did not work.
    """

    question: str
    answer: str
    abstained: bool
    best_guess: str = ""
    confidence: Share
    arm: ArmName | None
    reader: str
    language: str
    proof: Proof
    evidence: tuple[Passage, ...] = ()
    hops: tuple[HopResult, ...] = ()
    arms: tuple[Candidate, ...] = ()
    usage: Usage = Usage()
    failures: tuple[Failure, ...] = ()
