"""MothRag's question classifier: five counts from patterns, and the label they give."""

import re
from dataclasses import dataclass
from typing import Literal

QuestionClass = Literal["semantic_rich", "bridge_entity", "chain_deep"]

_RELATION_WORDS = (
    "directed direct directs wrote written writes writing born birth died death married marries "
    "marriage founded founding owned owns owning starred stars starring played plays playing "
    "published publishes publishing created creates creating authored authors produced produces "
    "producing composed composes designed designs adapted adapts adaptation succeeded preceded "
    "director actor actress spouse wife husband mother father parent son daughter child "
    "children brother sister sibling founder creator owner author publisher composer producer "
    "designer predecessor successor star grandfather grandmother grandparent grandparents "
    "grandson granddaughter grandchild grandchildren aunt uncle nephew niece cousin cousins "
    "stepfather stepmother stepsister stepbrother stepson stepdaughter stepchild godfather "
    "godmother godson goddaughter"
)
_RELATION_PHRASES = ("directed by", "written by", "produced by", "composed by", "founded by")
_LEXICON = sorted(
    (*_RELATION_WORDS.split(), *_RELATION_PHRASES), key=lambda entry: (-len(entry), entry)
)
_RELATION = re.compile(r"\b(?:" + "|".join(_LEXICON).replace(" ", r"\s+") + r")\b", re.IGNORECASE)
_NESTED = re.compile(r"\bof\s+(?:the\s+)?(?:\w+\s+){1,3}(?:who|which|that)\b", re.IGNORECASE)
_OF = re.compile(r"\bof\b", re.IGNORECASE)
_CAPITALISED = r"[A-Z][A-Za-z0-9'-]+"
_RUN = re.compile(rf"\b{_CAPITALISED}(?:\s+(?:{_CAPITALISED}|of|the|de|la|le|du|von|van|and|&))*")
_QUESTION_WORDS = (
    "who what when where why how which whose whom is are was were did do does the an a in of on "
    "at to by"
)
_NO_ENTITY = frozenset(_QUESTION_WORDS.split())


@dataclass(frozen=True)
class QuestionCounts:
    """What the classifier counts in a question.

    Attributes:
        n_entities: Distinct capitalised runs.
        n_relations: Distinct words of the relation lexicon.
        has_chain: Two "of" or more, or a nested description ("of the man who").
        n_tokens: Words.
        np_depth: How often "of" occurs, one more for a nested description.
    """

    n_entities: int
    n_relations: int
    has_chain: bool
    n_tokens: int
    np_depth: int


def count(question: str) -> QuestionCounts:
    """Count what the classifier needs in the raw `question`."""
    of = len(_OF.findall(question))
    nested = bool(_NESTED.search(question))
    return QuestionCounts(
        n_entities=len(_entities(question)),
        n_relations=len({match.lower() for match in _RELATION.findall(question)}),
        has_chain=of >= 2 or nested,
        n_tokens=len(re.findall(r"\w+", question)),
        np_depth=of + nested,
    )


def classify(counts: QuestionCounts) -> QuestionClass:
    """Return the label of the second version of the classifier, which routing uses."""
    if counts.np_depth >= 3 or counts.n_relations >= 3:
        return "chain_deep"
    return classify_v1(counts)


def classify_v1(counts: QuestionCounts) -> QuestionClass:
    """Return the label of the first version, which knows no deep chains."""
    related = (counts.n_relations >= 2 and counts.n_tokens >= 8) or (
        counts.n_relations >= 1 and counts.n_entities >= 2
    )
    short = counts.n_tokens < 15
    return "bridge_entity" if short and (counts.has_chain or related) else "semantic_rich"


def _entities(question: str) -> set[str]:
    runs = {run.strip().lower() for run in _RUN.findall(question)}
    return {run for run in runs if len(run) >= 2 and run not in _NO_ENTITY}
