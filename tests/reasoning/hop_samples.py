"""Small features, facts and hops for the tests of the hop loop."""

from hopgraph.reasoning.question import analyze_question
from hopgraph.state.values import (
    Fact,
    Gap,
    HopQuery,
    HopResult,
    HopStrategy,
    Passage,
    QuestionFeatures,
)

QUESTION = "What is the capital of the country where the author of Winter Salt was born?"
ARABIC_QUESTION = "ما عاصمة الدولة التي ولد فيها مؤلف رواية ملح الشتاء؟"


def features(question: str = QUESTION, language: str = "en") -> QuestionFeatures:
    return analyze_question(question, language)


def fact(slot: str, value: str, passage: str = "p1", start: int = 0) -> Fact:
    return Fact(
        text=f"It is {value}.", passage_id=passage, start=start, end=9, slot=slot, value=value
    )


def passage(number: int, text: str = "Text.", title: str = "") -> Passage:
    return Passage(id=f"p{number}", source=f"s{number}", title=title, text=text, score=0.5)


def hop(
    number: int,
    query: str,
    new: int = 1,
    strategy: HopStrategy = HopStrategy.ENTITY_EXPANSION,
) -> HopResult:
    return HopResult(
        query=query,
        passages=tuple(passage(10 * number + n) for n in range(new)),
        hop_number=number,
        strategy=strategy,
    )


def gap(text: str = "Winter Salt: author", slot: str = "1") -> Gap:
    return Gap(text=text, slot=slot)


def lead(query: str) -> HopQuery:
    return HopQuery(query=query, strategy=HopStrategy.RELATION_BRIDGING)
