"""The strict proof checker: every step against the passages, and the answer against the steps.

A step is valid if code can see that it holds:

* lookup: the quote stands in the text of a passage that was given, word for word; it names the
  object and says more than it; the subject is named in the quote's sentence or in the passage's
  title (or further up, where a pronoun of the quote can mean it); the claim says of them what
  the quote says. A step it names as input shares a name with it.
* conjunction: two or more valid earlier steps, and a claim that says nothing they do not say.
* bridge: the same, and the object of each input is the subject of the next.
* comparison: two valid earlier steps; their objects are compared in code, and the claim is true.
* negation: what is denied was searched for: a passage names the subject, and no passage that
  does so names the object.

A proof is valid if all its steps are, the last one gives the answer (of the type asked for, and
in a step that speaks of what is asked), and a path leads from the question's names to that step.
It is partial if what the answer rests on holds, but the path has a gap, another step failed, or
the answer rests on an absence (the passages may be silent); refused if there is no answer to
prove; and else invalid.
"""

from collections.abc import Mapping, Sequence

from ..state.values import Passage, Proof, ProofStatus, ProofStep, QuestionFeatures
from .answer_link import answer_link
from .answers import is_abstention
from .proof_path import has_path, rests_on
from .step_checks import check_step


def check_proof(
    steps: Sequence[ProofStep],
    answer: str,
    passages: Sequence[Passage],
    features: QuestionFeatures,
) -> Proof:
    """Check `steps` as a proof of `answer` from `passages`.

    Args:
        steps: What a reader offers; its quotes need not be where it says they are.
        answer: The answer they are to prove.
        passages: What the reader was given; nothing else can be quoted.
        features: What the question asks.

    Returns:
        The steps with status and reason, and for each quote that was found its verbatim text
        and its offsets in the passage's text; and the status of the whole, with the reason.
    """
    by_id = {passage.id: passage for passage in passages}
    checked: list[ProofStep] = []
    for step in steps:
        checked.append(check_step(step, checked, by_id, features.comparison))
    status, reason = _verdict(checked, answer, by_id, features)
    return Proof(steps=tuple(checked), status=status, reason=reason)


def _verdict(
    steps: Sequence[ProofStep],
    answer: str,
    passages: Mapping[str, Passage],
    features: QuestionFeatures,
) -> tuple[ProofStatus, str]:
    if is_abstention(answer):
        return "refused", "there is no answer to prove"
    if not steps:
        return "invalid", "no step supports the answer"
    failed = [number for number, step in enumerate(steps, 1) if step.status != "valid"]
    under = rests_on(steps, len(steps))
    for number in failed:
        if number in under:
            return "invalid", f"step {number}: {steps[number - 1].reason}"
    link = answer_link(steps, answer, features)
    if link.status == "untied":
        return "invalid", link.reason
    if link.status == "open":
        return "partial", link.reason
    if failed:
        return "partial", f"step {failed[0]}, not needed: {steps[failed[0] - 1].reason}"
    if any(steps[number - 1].rule == "negation" for number in under):
        return "partial", "the answer rests on an absence"
    if not _connected(steps, passages, features):
        return "partial", "no path leads from the question's names to the answer"
    return "valid", link.reason


def _connected(
    steps: Sequence[ProofStep], passages: Mapping[str, Passage], features: QuestionFeatures
) -> bool:
    titles = [passages[s.passage_id].title if s.passage_id in passages else "" for s in steps]
    names = [*features.anchors, *features.options]
    names = names or [slot.subject for slot in features.slots if not slot.subject.startswith("#")]
    return has_path(steps, len(steps), [name for name in names if name], titles)
