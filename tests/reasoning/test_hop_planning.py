"""Which hop comes next: a decision table, queries, strategies, and ten thousand scripted runs."""

import os
from random import Random

import pytest
from hop_samples import ARABIC_QUESTION, QUESTION, fact, features, gap, hop, lead, passage

from hopgraph.reasoning.gaps import conflicts, open_gaps
from hopgraph.reasoning.hop_planning import (
    bridge_queries,
    choose_strategy,
    gap_queries,
    gap_query,
    plan_hop,
)
from hopgraph.reasoning.progress import hop_confidence, is_complete
from hopgraph.reasoning.text import words
from hopgraph.state.values import (
    Fact,
    Gap,
    HopQuery,
    HopResult,
    HopStrategy,
    ProofStatus,
    QuestionFeatures,
)

RUNS = 10_000 if os.environ.get("HOPGRAPH_LONG") else 1_000
FIRST = hop(1, QUESTION)


def planned(**changes: object) -> str:
    settings: dict[str, object] = {
        "question": QUESTION,
        "features": features(),
        "facts": [],
        "gaps": [gap()],
        "leads": [lead("Edda Quill country")],
        "hop_results": [FIRST],
        "confidence": 0.2,
        "threshold": 0.75,
        "complete": False,
        "hops_left": 2,
    }
    return plan_hop(**{**settings, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "move"),
    [
        ({}, "fill_gap"),
        ({"hop_results": []}, "fill_gap"),
        ({"calls_left": 3}, "fill_gap"),
        ({"gaps": []}, "bridge"),
        ({"gaps": [], "leads": []}, "finish"),
        ({"gaps": [], "leads": [lead(QUESTION)]}, "finish"),
        ({"gaps": [], "leads": [lead(" ")]}, "finish"),
        ({"leads": []}, "fill_gap"),
        ({"complete": True}, "finish"),
        ({"confidence": 0.75}, "finish"),
        ({"confidence": 0.7499999999}, "finish"),
        ({"confidence": 0.74}, "fill_gap"),
        ({"hops_left": 0}, "finish"),
        ({"calls_left": 0}, "finish"),
        ({"hop_results": [FIRST, hop(2, "a", new=0)]}, "fill_gap"),
        ({"hop_results": [FIRST, hop(2, "a", new=0), hop(3, "b", new=0)]}, "finish"),
        ({"hop_results": [FIRST, hop(2, "a", new=0), hop(2, "b"), hop(3, "c", 0)]}, "fill_gap"),
        ({"gaps": [gap("Edda Quill", "")]}, "fill_gap"),
    ],
)
def test_decision_table(changes: dict[str, object], move: str) -> None:
    assert planned(**changes) == move


@pytest.mark.parametrize(
    ("question", "asked_gap", "clashes", "strategy"),
    [
        (QUESTION, None, [], HopStrategy.ENTITY_EXPANSION),
        (QUESTION, gap(), [], HopStrategy.ENTITY_EXPANSION),
        (QUESTION, gap("Edda Quill: country born", "2"), [], HopStrategy.RELATION_BRIDGING),
        (QUESTION, gap("author: Edda / Mira", "1"), ["1"], HopStrategy.VERIFICATION),
        (QUESTION, gap("the author", ""), ["1"], HopStrategy.ENTITY_EXPANSION),
        ("Who is older, A Holt or B Quill?", None, [], HopStrategy.RELATION_BRIDGING),
        ("Why did Mira Holt resign?", None, [], HopStrategy.CLARIFICATION),
        ("Why did Mira Holt resign?", gap("Mira Holt: resign"), [], HopStrategy.CLARIFICATION),
        ("How do I open the Heron?", gap("the valve", ""), [], HopStrategy.CLARIFICATION),
    ],
)
def test_strategy_follows_from_question_gap_and_contradictions(
    question: str, asked_gap: Gap | None, clashes: list[str], strategy: HopStrategy
) -> None:
    chosen = choose_strategy(features=features(question), gap=asked_gap, conflicts=clashes)
    assert chosen == strategy


def test_a_hop_that_added_nothing_changes_the_strategy() -> None:
    empty = hop(2, "Winter Salt author", new=0)
    changed = choose_strategy(features=features(), gap=gap(), hop_results=[FIRST, empty])
    assert changed == HopStrategy.RELATION_BRIDGING
    full = hop(2, "Winter Salt author")
    kept = choose_strategy(features=features(), gap=gap(), hop_results=[FIRST, full])
    assert kept == HopStrategy.ENTITY_EXPANSION


def query_for(
    asked_gap: Gap, strategy: HopStrategy, hops: list[HopResult], facts: list[Fact] | None = None
) -> str:
    return gap_query(
        asked_gap,
        question=QUESTION,
        features=features(),
        facts=facts or [],
        strategy=strategy,
        hop_results=hops,
    )


@pytest.mark.parametrize("strategy", list(HopStrategy))
def test_no_wording_of_a_gap_is_asked_twice(strategy: HopStrategy) -> None:
    hops = [FIRST]
    while query := query_for(gap(), strategy, hops):
        assert words(query) not in [words(h.query) for h in hops]
        hops.append(hop(len(hops) + 1, query.upper() + " ?"))
    assert len(hops) > 1


def test_verification_searches_for_both_values() -> None:
    known = [fact("1", "Edda Quill"), fact("1", "Mira Holt", "p2")]
    clash = open_gaps(features(), known)[-1]
    query = query_for(clash, HopStrategy.VERIFICATION, [FIRST], known)
    assert "Edda Quill" in query and "Mira Holt" in query


def test_clarification_asks_for_causes_or_steps_in_the_language_of_the_question() -> None:
    def clarified(question: str, language: str) -> str:
        return gap_query(
            gap("X", ""),
            question=question,
            features=features(question, language),
            facts=[],
            strategy=HopStrategy.CLARIFICATION,
        )

    assert "because" in clarified("Why did Mira Holt resign?", "en")
    assert "steps" in clarified("How do I open the Heron?", "en")
    assert "سبب" in clarified("لماذا استقال سامي حداد؟", "ar")
    assert "خطوات" in clarified("ما خطوات تشغيل جهاز نور؟", "ar")


def test_leads_are_asked_once_each_however_they_are_written() -> None:
    leads = [lead("Edda Quill country"), lead("edda quill: country?"), lead(QUESTION), lead("")]
    assert bridge_queries(leads, [FIRST]) == leads[:1]


SCRIPT = (
    (QUESTION, "en"),
    (ARABIC_QUESTION, "ar"),
    ("Who is older, the director of Silver Fen or Mira Holt?", "en"),
    ("Why did the founder of Brightwell Foods resign?", "en"),
    ("من أخرج فيلم فيرسوس ومتى ولد؟", "ar"),
    ("silver fen", "en"),
    ("", "en"),
)
VALUES = ("Edda Quill", "Mira Holt", "Norland", "نور", "1990", "")
STATUSES: tuple[ProofStatus, ...] = ("valid", "partial", "invalid", "refused")


class Run:
    """A scripted run of the loop with a random reader, random passages and random facts."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311
        self.question, self.language = self.random.choice(SCRIPT)
        self.features: QuestionFeatures = features(self.question, self.language)
        self.max_hops = self.random.randint(1, 6)
        self.calls_left = self.random.choice([None, 0, 1, 2, 5])
        self.hops: list[HopResult] = []
        self.facts: list[Fact] = []
        self.leads: list[HopQuery] = []

    def play(self) -> None:
        """Make hops until the plan says finish."""
        self.search([self.question], 1)
        for number in range(2, 20):
            move, gaps = self.plan(number - 1)
            if move == "finish":
                return
            self.search(self.queries(move, gaps), number)
            if self.calls_left is not None:
                self.calls_left -= 1
        pytest.fail("the loop did not end")

    def plan(self, made: int) -> tuple[str, list[Gap]]:
        """Read, and plan the next hop; some readers never say enough."""
        missing = [f"missing {self.random.randint(0, 3)}"] * self.random.randint(0, 2)
        gaps = open_gaps(self.features, self.facts, missing, self.language)
        clashes = conflicts(self.features, self.facts)
        status = self.random.choice(STATUSES) if self.random.random() < 0.5 else "refused"
        move = plan_hop(
            question=self.question,
            features=self.features,
            facts=self.facts,
            gaps=gaps,
            leads=self.leads,
            hop_results=self.hops,
            confidence=hop_confidence(self.features, self.facts, clashes, status),
            threshold=self.random.choice([0.75, 1.0]),
            complete=is_complete(self.features, self.facts, clashes, status),
            hops_left=self.max_hops - made,
            calls_left=self.calls_left,
            conflicts=clashes,
        )
        return move, gaps

    def queries(self, move: str, gaps: list[Gap]) -> list[str]:
        """Return what the two nodes of the loop would search for."""
        if move == "bridge":
            return [planned.query for planned in bridge_queries(self.leads, self.hops)]
        found = gap_queries(
            gaps,
            question=self.question,
            features=self.features,
            facts=self.facts,
            hop_results=self.hops,
            conflicts=conflicts(self.features, self.facts),
        )
        asked = bridge_queries([*found, *self.leads], self.hops)
        return [planned.query for planned in asked]

    def search(self, queries: list[str], number: int) -> None:
        """Bring random passages, names and facts for each query."""
        assert queries and all(query or number == 1 for query in queries)
        names = self.random.sample(VALUES[:4], self.random.randint(0, 2))
        self.leads = [lead(f"{self.question} {name}") for name in names]
        for query in queries:
            new = tuple(
                passage(self.random.randint(0, 99)) for _ in range(self.random.randint(0, 2))
            )
            strategy = self.random.choice(list(HopStrategy))
            self.hops.append(
                HopResult(query=query, passages=new, hop_number=number, strategy=strategy)
            )
            for _ in range(self.random.randint(0, 2)):
                slot = str(self.random.randint(0, len(self.features.slots)))
                source = f"p{self.random.randint(0, 9)}"
                self.facts.append(fact(slot, self.random.choice(VALUES), source, len(self.facts)))


@pytest.mark.long
def test_no_run_exceeds_its_budget_or_asks_the_same_twice() -> None:
    for seed in range(RUNS):
        run = Run(seed)
        calls = run.calls_left
        run.play()
        made = max(hop.hop_number for hop in run.hops)
        asked = [" ".join(words(hop.query)) for hop in run.hops]
        assert made <= run.max_hops, seed
        assert calls is None or made - 1 <= calls, seed
        assert len(asked) == len(set(asked)), seed
