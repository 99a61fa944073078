"""What a simulated reader knows beforehand: answers, gold passages, and the facts between."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hopgraph.evaluation import Dataset, PassageRow, QuestionRow
from hopgraph.reasoning.matching import bare_name, mentions, same_name
from hopgraph.state.values import SubQuestion

_PLACEHOLDER = re.compile(r"#(\d+)")


@dataclass(frozen=True)
class KnownFact:
    """One fact a question rests on.

    Attributes:
        subject: What it is about; "" where the data set does not name it.
        relation: What is asked of the subject, or the whole sub-question.
        value: What is right; "" where nothing states it.
        source: The gold passage that says it; "" where that is not known.
        needs: The places, from 0, of the facts whose values it is asked about.
    """

    subject: str
    relation: str
    value: str
    source: str = ""
    needs: tuple[int, ...] = ()


@dataclass(frozen=True)
class Key:
    """All that is right about one question; facts come in dependency order."""

    question: QuestionRow
    facts: tuple[KnownFact, ...] = ()

    def plan(self, given: Collection[str]) -> tuple[SubQuestion, ...]:
        """Return one sub-question per fact, with "#n" for the values of the facts it needs.

        Args:
            given: The passages before the reader: a subject that neither the question nor they
                name cannot be asked about, so that the question itself stands there.
        """
        return tuple(
            SubQuestion(
                id=str(place + 1),
                text=self._asked(fact, given),
                depends_on=tuple(str(needed + 1) for needed in fact.needs),
            )
            for place, fact in enumerate(self.facts)
        )

    def can_name(self, fact: KnownFact, given: Collection[str]) -> bool:
        """Tell whether a reader that knows what `fact` needs can say what it is about."""
        named = not fact.subject or mentions(self.question.question, bare_name(fact.subject))
        return named or bool(fact.needs) or fact.source in given

    def _asked(self, fact: KnownFact, given: Collection[str]) -> str:
        if not self.can_name(fact, given):
            return self.question.question
        text = asked(fact)
        for needed in fact.needs:
            text = text.replace(self.facts[needed].value, f"#{needed + 1}")
        return text


def asked(fact: KnownFact) -> str:
    """Return what one would search for to learn `fact`."""
    return ": ".join(filter(None, (fact.subject, fact.relation)))


def load_keys(folder: Path, dataset: Dataset) -> dict[str, Key]:
    """Return the keys of a data set's labelled questions, by the question's text.

    Facts come from `evidences` (subject, relation, value) or `decomposition` (question, answer;
    "subject >> relation", "#1" for an earlier answer) where a line has them, else from the gold
    passages: a passage that names another's title leads there.
    """
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = {str(row["id"]): row for row in map(json.loads, filter(str.strip, lines))}
    passages = {passage.id: passage for passage in dataset.passages}
    keys = {}
    for question in dataset.questions:
        gold = [passages[id_] for id_ in question.supporting_ids]
        if gold:
            facts = _facts(rows[question.id], gold) or _from_passages(question, gold)
            keys[question.question] = Key(question, _with_needs(facts))
    return keys


def _facts(row: Mapping[str, Any], gold: Sequence[PassageRow]) -> list[KnownFact]:
    if row.get("evidences"):
        return [_evidenced(triple, gold) for triple in row["evidences"]]
    facts: list[KnownFact] = []
    steps = row.get("decomposition") or ()
    for place, step in enumerate(steps):
        source = gold[place].id if len(gold) == len(steps) else ""
        facts.append(_decomposed(step, [fact.value for fact in facts], source))
    return facts


def _evidenced(triple: Sequence[Any], gold: Sequence[PassageRow]) -> KnownFact:
    subject, relation, value = map(str, triple)
    titled = (passage.id for passage in gold if same_name(passage.title, subject))
    return KnownFact(subject, relation, value, next(titled, ""))


def _decomposed(step: Mapping[str, str], earlier: Sequence[str], source: str) -> KnownFact:
    text = _PLACEHOLDER.sub(lambda match: earlier[int(match[1]) - 1], step["question"])
    subject, separator, relation = text.partition(" >> ")
    if separator:
        return KnownFact(subject, relation, step["answer"], source)
    return KnownFact("", text, step["answer"], source)


def _from_passages(question: QuestionRow, gold: Sequence[PassageRow]) -> list[KnownFact]:
    """Return two facts that lead from a passage to the one it names, else a part for each."""
    if len(gold) == 2 and not _are_compared(question, gold):
        for first, last in (gold, gold[::-1]):
            title = bare_name(last.title)
            if mentions(first.text, title) and mentions(last.text, question.answers[0]):
                return [
                    KnownFact(bare_name(first.title), "", title, first.id),
                    KnownFact(title, question.question, question.answers[0], last.id),
                ]
    return [KnownFact(bare_name(p.title), question.question, "", p.id) for p in gold]


def _are_compared(question: QuestionRow, gold: Sequence[PassageRow]) -> bool:
    return all(mentions(question.question, bare_name(passage.title)) for passage in gold)


def _with_needs(facts: Sequence[KnownFact]) -> tuple[KnownFact, ...]:
    completed: list[KnownFact] = []
    for fact in facts:
        needs = tuple(n for n, known in enumerate(completed) if _rests_on(fact, known.value))
        if fact.subject and needs:
            needs = needs[:1]
            fact = replace(fact, subject=completed[needs[0]].value)
        completed.append(replace(fact, needs=needs))
    return tuple(completed)


def _rests_on(fact: KnownFact, value: str) -> bool:
    if not value:
        return False
    return same_name(fact.subject, value) if fact.subject else value in fact.relation
