"""Proofs a simulated reader can give: quotes around what it knows to be right."""

from collections.abc import Iterator, Sequence
from itertools import islice, product

from keys import KnownFact

from hopgraph.language.names import Name, find_names
from hopgraph.language.sentences import sentence_spans
from hopgraph.reasoning.answers import dates_in, numbers_in, says
from hopgraph.reasoning.comparison import comparison_word
from hopgraph.reasoning.matching import bare_name, mentions, same_name
from hopgraph.reasoning.text import words
from hopgraph.state.values import Passage, ProofStep, QuestionFeatures

_PAIRS_TRIED = 40


def fact_steps(
    facts: Sequence[KnownFact], passages: Sequence[Passage], names: Sequence[str] = ()
) -> list[ProofStep | None]:
    """Return a lookup of each fact, resting on the step that found its subject; None if unsaid.

    Args:
        facts: In the order in which they follow from each other.
        passages: What was given.
        names: Names of the question: what a fact without a subject may be about.
    """
    found: list[ProofStep | None] = []
    steps: list[ProofStep] = []
    for fact in facts:
        known = [*(step.object for step in steps), *names]
        step = _fact_step(fact, passages, known)
        if step is not None:
            inputs = [n for n, s in enumerate(steps, 1) if same_name(s.object, step.subject)]
            step = step.model_copy(update={"inputs": tuple(inputs[-1:])})
            steps.append(step)
        found.append(step)
    return found


def _fact_step(
    fact: KnownFact, passages: Sequence[Passage], known: Sequence[str]
) -> ProofStep | None:
    """Return the lookup whose sentence has most of the relation's words, or None."""
    asked = set(words(fact.relation))
    best: ProofStep | None = None
    most = -1
    for passage, sentence in sentences_of(passages):
        if not fact.value or not says(sentence, fact.value):
            continue
        subject = _subject(fact, passage, sentence, known)
        shared = len(asked & set(words(sentence)))
        if subject and shared > most:
            best, most = lookup(passage, sentence, subject, fact.value), shared
    return best


def _subject(fact: KnownFact, passage: Passage, sentence: str, known: Sequence[str]) -> str:
    """Return what the sentence is about, as far as it or the title says so, or ""."""
    candidates = [fact.subject] if fact.subject else [*known, passage.title]
    for name in candidates:
        about = same_name(passage.title, name) or mentions(sentence, bare_name(name))
        if about and not same_name(name, fact.value):
            return name
    return ""


def sentences_of(passages: Sequence[Passage]) -> Iterator[tuple[Passage, str]]:
    """Yield each sentence with its passage."""
    for passage in passages:
        for start, end in sentence_spans(passage.text):
            yield passage, passage.text[start:end].strip()


def told(passage: Passage, question: str) -> ProofStep:
    """Return a lookup of what a passage says that has most of the question's words."""
    asked = set(words(question))
    sentences = [sentence for _, sentence in sentences_of([passage])]
    sentence = max(sentences, key=lambda text: len(asked & set(words(text))))
    return lookup(passage, sentence, passage.title, sentence)


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


def proofs(
    facts: Sequence[KnownFact],
    gold: Sequence[Passage],
    answer: str,
    question: str,
    features: QuestionFeatures,
) -> Iterator[list[ProofStep]]:
    """Yield the proofs one can try: by the facts, by what the passages name, by two values."""
    names = (*features.anchors, *features.options)
    stated = fact_steps(facts, gold, names)
    for steps in (stated if None not in stated else [], chain(gold, answer, names)):
        known = [step for step in steps if step is not None]
        comparison = compared(known, answer, question, features.options)
        if known:
            yield known if comparison is None else [*known, comparison]
    if len(gold) == len(features.options) == 2:
        yield from _sides(gold, answer, question, features.options)


def chain(gold: Sequence[Passage], answer: str, names: Sequence[str]) -> list[ProofStep]:
    """Return one lookup per name or title that a gold passage names, and the answer's last."""
    titles = [bare_name(p.title) for p in gold]
    links = [
        KnownFact(passage.title, "", name)
        for passage in gold
        for name in dict.fromkeys((*names, *titles))
        if not same_name(name, passage.title) and not same_name(name, answer)
    ]
    facts = [*links, KnownFact("", "", answer)]
    return [step for step in fact_steps(facts, gold, [*titles, *names]) if step is not None]


def _sides(
    gold: Sequence[Passage], answer: str, question: str, options: Sequence[str]
) -> Iterator[list[ProofStep]]:
    """Yield comparisons of a date, number or name of one passage with one of the other."""
    for values in (dates_in, numbers_in, _names_in):
        sides = [
            [
                lookup(passage, sentence, bare_name(passage.title), value.text)
                for _, sentence in sentences_of([passage])
                for value in values(sentence)
            ]
            for passage in gold
        ]
        for steps in islice(product(*sides), _PAIRS_TRIED):
            comparison = compared(steps, answer, question, options)
            if comparison is not None:
                yield [*steps, comparison]


def _names_in(sentence: str) -> list[Name]:
    return find_names(sentence, "en")


def compared(
    steps: Sequence[ProofStep], answer: str, question: str, options: Sequence[str]
) -> ProofStep | None:
    """Return a comparison of the two values at the ends, or None where nothing is compared."""
    if len(options) != 2 or len(steps) < 2:
        return None
    left, right = _value_places(steps)
    if answer.lower() in ("yes", "no"):
        relation = "the same" if answer.lower() == "yes" else "different"
        claim = f"{steps[left - 1].object} and {steps[right - 1].object} are {relation}"
        return ProofStep(rule="comparison", claim=claim, inputs=(left, right))
    claim = f"{answer} is {comparison_word(question, options)}"
    return ProofStep(rule="comparison", claim=claim, subject=answer, inputs=(left, right))


def _value_places(steps: Sequence[ProofStep]) -> tuple[int, int]:
    """Return the numbers of the two steps whose value no other step goes on from."""
    used = {number for step in steps for number in step.inputs}
    ends = [number for number in range(1, len(steps) + 1) if number not in used]
    left, right = (ends if len(ends) >= 2 else [len(steps) - 1, len(steps)])[-2:]
    return left, right
