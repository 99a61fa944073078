"""MothRag's proof verifier, gaps included; `reasoning.grounding` is the strict one."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...state.values import Candidate, MothragStatus, Passage, ProofStep, Rule, StepStatus

# MothRag types a chain by its predicate, which our steps have none of: theirs is a conjunction.
_RULES: dict[Rule, str] = {
    "lookup": "lookup",
    "conjunction": "conjunction",
    "bridge": "conjunction",
    "comparison": "comparison_before",
    "negation": "negation_as_failure",
}
_TRANSITIVE = ("located_in", "subset_of", "instance_of")


@dataclass(frozen=True)
class ProofTree:
    """A proof as the model wrote it.

    Attributes:
        steps: The steps, as JSON objects.
        answer: The short answer.
        is_complete: True if the model says that nothing is missing.
    """

    steps: tuple[Mapping[str, Any], ...]
    answer: str
    is_complete: bool


@dataclass(frozen=True)
class Verification:
    """What the verifier says of a proof.

    Attributes:
        overall: The status of the whole.
        steps: The status of each step.
        reasons: Why, for each step.
    """

    overall: MothragStatus
    steps: tuple[StepStatus, ...]
    reasons: tuple[str, ...]


@dataclass
class _Earlier:
    """The steps verified so far: those that are valid, by their number."""

    valid: dict[int, Mapping[str, Any]] = field(default_factory=dict)


def parse_proof(reply: str) -> ProofTree | None:
    """Read the first JSON object of `reply`; None if there is none."""
    start = reply.find("{")
    try:
        found, _ = json.JSONDecoder().raw_decode(reply[max(0, start) :])
    except ValueError:
        return None
    if not isinstance(found, dict):
        return None
    names = ("naturalized_answer", "naturalised_answer", "answer")
    answer = next((found[name] for name in names if found.get(name) is not None), "")
    steps = found.get("steps")
    return ProofTree(
        steps=tuple(s for s in steps if isinstance(s, dict)) if isinstance(steps, list) else (),
        answer=str(answer),
        is_complete=bool(found.get("is_complete", False)),
    )


def verify(tree: ProofTree, passages: Sequence[tuple[str, str]]) -> Verification:
    """Verify `tree` against `passages`, given as pairs of document id and text."""
    texts: dict[str, str] = {}
    for doc_id, text in passages:
        texts.setdefault(doc_id, text)
    earlier = _Earlier()
    verdicts: list[StepStatus] = []
    reasons: list[str] = []
    for place, step in enumerate(tree.steps, 1):
        valid, reason = _verify_step(step, texts, earlier)
        if valid:
            earlier.valid[_number(step.get("step"), place)] = step
        verdicts.append("valid" if valid else "invalid")
        reasons.append(reason)
    return Verification(_overall(tree, verdicts), tuple(verdicts), tuple(reasons))


def status_of(candidate: Candidate, passages: Sequence[Passage]) -> MothragStatus:
    """Return MothRag's verdict on the proof of `candidate`, from those `passages` it read.

    A proof is complete for MothRag if the model says so: if it answers and misses nothing.
    """
    tree = ProofTree(
        steps=tuple(_as_mothrag(step) for step in candidate.proof.steps),
        answer=candidate.answer,
        is_complete=not candidate.abstained and not candidate.missing,
    )
    read = [(p.id, p.text) for p in passages if p.id in candidate.evidence]
    return verify(tree, read).overall


def _as_mothrag(step: ProofStep) -> dict[str, Any]:
    return {
        "rule": _RULES[step.rule],
        "claim_text": step.claim,
        "subject": step.subject,
        "object": step.object,
        "source": {"doc_id": step.passage_id, "span_text": step.quote},
        "inputs": list(step.inputs),
        # What kind of value is compared is not told, and MothRag compares nothing.
        "type_tag": "numeric",
    }


def _overall(tree: ProofTree, verdicts: Sequence[StepStatus]) -> MothragStatus:
    if tree.steps and all(step.get("rule") == "negation_as_failure" for step in tree.steps):
        return "refuse"
    if "invalid" in verdicts:
        return "invalid"
    return "valid" if tree.is_complete else "partial"


def _verify_step(
    step: Mapping[str, Any], texts: Mapping[str, str], earlier: _Earlier
) -> tuple[bool, str]:
    rule = step.get("rule")
    if rule == "lookup":
        return _verify_lookup(step, texts)
    if rule == "negation_as_failure":
        return True, "structured refusal carrying partial-proof state"
    check = _DERIVED.get(str(rule))
    return check(step, earlier) if check else (False, f"unknown rule {rule!r}")


def _verify_lookup(step: Mapping[str, Any], texts: Mapping[str, str]) -> tuple[bool, str]:
    source = _source(step)
    if source is None:
        return False, "no source for lookup step"
    doc_id, span = source
    if doc_id not in texts:
        return False, f"cited doc_id {doc_id!r} not in provided passages"
    text, span = _folded(texts[doc_id]), _folded(span)
    if not span or span not in text:
        return False, f"span not verbatim substring of {doc_id}"
    if not _occurs(step.get("subject"), text):
        return False, f"subject {step.get('subject')!r} not grounded in passage"
    if not _occurs(step.get("object"), span):
        return False, f"object {step.get('object')!r} not grounded in span"
    if not str(step.get("claim_text") or "").strip():
        return False, "empty claim_text"
    return True, "lookup grounded in span; subject in passage; object in span"


def _source(step: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return document id and span of the first source, however it is written."""
    given = step.get("source") or step.get("sources")
    first = given[0] if isinstance(given, list) and given else given
    if isinstance(first, str):
        return first, ""
    if not isinstance(first, dict):
        return None
    return str(first.get("doc_id") or ""), str(first.get("span_text") or "")


def _conjunction(step: Mapping[str, Any], earlier: _Earlier) -> tuple[bool, str]:
    inputs = _inputs(step)
    if len(inputs) < 2:
        return False, "conjunction needs ≥2 inputs"
    return _all_valid(inputs, earlier) or (True, f"conjunction over valid steps {inputs}")


def _transitivity(step: Mapping[str, Any], earlier: _Earlier) -> tuple[bool, str]:
    inputs, predicate = _inputs(step), step.get("predicate")
    if len(inputs) != 2:
        return False, "transitivity needs 2 inputs"
    missing = _all_valid(inputs, earlier)
    if missing:
        return missing
    if predicate not in _TRANSITIVE:
        return False, f"predicate {predicate!r} not in typed-transitive set"
    first, second = (earlier.valid[number] for number in inputs)
    if not set(_long_tokens(first.get("object"))) & set(_long_tokens(second.get("subject"))):
        return False, "object of the first input is not the subject of the second"
    return True, "typed transitivity over valid inputs"


def _comparison(step: Mapping[str, Any], earlier: _Earlier) -> tuple[bool, str]:
    inputs, tag = _inputs(step), step.get("type_tag")
    if len(inputs) != 2:
        return False, "comparison_before needs 2 inputs"
    missing = _all_valid(inputs, earlier)
    if missing:
        return missing
    if tag not in ("temporal", "numeric"):
        return False, "comparison_before requires type_tag temporal|numeric"
    return True, f"comparison_before {tag} over valid inputs"


_DERIVED: dict[str, Callable[[Mapping[str, Any], _Earlier], tuple[bool, str]]] = {
    "conjunction": _conjunction,
    "transitivity": _transitivity,
    "comparison_before": _comparison,
}


def _all_valid(inputs: Sequence[int], earlier: _Earlier) -> tuple[bool, str] | None:
    for number in inputs:
        if number not in earlier.valid:
            return False, f"input step {number} missing or not valid"
    return None


def _inputs(step: Mapping[str, Any]) -> list[int]:
    given = step.get("inputs")
    return [_number(item, 0) for item in given] if isinstance(given, list) else []


def _number(value: Any, otherwise: int) -> int:
    return value if isinstance(value, int) else otherwise


def _occurs(term: Any, text: str) -> bool:
    """Tell whether one long token of `term` occurs in `text`; a term without any passes."""
    tokens = _long_tokens(term)
    return not tokens or any(token in text for token in tokens)


def _long_tokens(term: Any) -> list[str]:
    return [token for token in re.findall(r"\w+", str(term or "").lower()) if len(token) > 2]


def _folded(text: str) -> str:
    return " ".join(text.lower().split())
