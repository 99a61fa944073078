"""Proofs a simulated reader can give: quotes around what it knows to be right."""

from collections.abc import Sequence

from keys import KnownFact

from hopgraph.language.sentences import sentence_spans
from hopgraph.reasoning.answers import says
from hopgraph.reasoning.comparison import comparison_word
from hopgraph.reasoning.matching import bare_name, mentions, same_name
from hopgraph.state.values import Passage, ProofStep, QuestionFeatures


def fact_step(fact: KnownFact, passages: Sequence[Passage]) -> ProofStep | None:
    """Return a lookup of `fact` in the first passage that says it, or None."""
    for passage in passages:
        about = same_name(passage.title, fact.subject) or not fact.subject
        if not about and not mentions(passage.text, bare_name(fact.subject)):
            continue
        for start, end in sentence_spans(passage.text):
            sentence = passage.text[start:end].strip()
            if not says(sentence, fact.value):
                continue
            if about or mentions(sentence, bare_name(fact.subject)):
                subject = fact.subject or passage.title
                return lookup(passage, sentence, subject, fact.value)
    return None


def lookup(passage: Passage, sentence: str, subject: str, value: str) -> ProofStep:
    """Return a lookup step that quotes a whole sentence and claims no more than it says."""
    return ProofStep(
        rule="lookup",
        claim=sentence,
        passage_id=passage.id,
        quote=sentence,
        subject=subject,
        object=value,
    )


def chain(gold: Sequence[Passage], answer: str) -> list[ProofStep]:
    """Return one lookup per gold passage that names another's title, the answer's last."""
    steps = []
    for passage in gold:
        others = [bare_name(other.title) for other in gold if other.id != passage.id]
        for value in others:
            step = fact_step(KnownFact(passage.title, "", value), [passage])
            if step is not None and not same_name(value, answer):
                steps.append(step)
                break
    holding = (fact_step(KnownFact(p.title, "", answer), [p]) for p in gold)
    return steps + [step for step in holding if step is not None][-1:]


def compared(
    steps: Sequence[ProofStep], answer: str, features: QuestionFeatures
) -> ProofStep | None:
    """Return a comparison of the last two values, or None where nothing is compared."""
    asked = (*features.relations, *(slot.relation for slot in features.slots), features.head)
    word = comparison_word(" ".join(asked))
    yes_no = answer.lower() in ("yes", "no")
    if len(steps) < 2 or not (word or yes_no):
        return None
    left, right = _value_places(steps)
    claim, subject = f"{answer} is {word}", answer
    if yes_no:
        relation = "the same" if answer.lower() == "yes" else "different"
        values = f"{steps[left - 1].object} and {steps[right - 1].object}"
        claim, subject = f"{values} are {relation}", ""
    return ProofStep(rule="comparison", claim=claim, subject=subject, inputs=(left, right))


def _value_places(steps: Sequence[ProofStep]) -> tuple[int, int]:
    """Return the numbers of the two steps whose value no other step goes on from."""
    subjects = [step.subject for step in steps]
    ends = [
        number
        for number, step in enumerate(steps, 1)
        if not any(same_name(step.object, subject) for subject in subjects)
    ]
    left, right = (ends if len(ends) >= 2 else [len(steps) - 1, len(steps)])[-2:]
    return left, right
