"""Whether the last step of a proof gives the answer, by the type of answer asked for."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..state.values import AnswerType, ProofStep, QuestionFeatures
from .answers import answer_key, dates_in, numbers_in, option_named, says, yes_or_no
from .comparison import wanted
from .comparison_steps import claimed_word, sides_of
from .faithfulness import denies, says_any
from .life_events import asked_event, event_of
from .matching import mentions, same_name
from .proof_path import rests_on, ties, touches
from .relation_words import relation_words


class Link(NamedTuple):
    """How the answer hangs on the last step.

    Attributes:
        status: "tied" if the step gives it; "open" if code cannot tell; "untied" if it does not.
        reason: Why, in words.
    """

    status: Literal["tied", "open", "untied"]
    reason: str


def answer_link(steps: Sequence[ProofStep], answer: str, features: QuestionFeatures) -> Link:
    """Tell whether the last of `steps` gives `answer`.

    Args:
        steps: The steps, checked; at least one.
        answer: The answer, not an abstention.
        features: What the question asks.
    """
    last = steps[-1]
    if features.answer_type == "yes_no":
        return _yes_no_link(steps, answer, features)
    if features.answer_type == "choice" and features.options:
        answer = option_named(answer, features.options)
        if not answer:
            return Link("untied", "the answer is none of the options")
    if last.rule == "comparison":
        return _winner_link(steps, answer, features)
    if last.rule == "negation":
        return Link("untied", "an absence gives no answer")
    if not _gives(steps, answer, features):
        return Link("untied", "the last step does not give the answer")
    if not _has_type(answer, features.answer_type):
        return Link("untied", f"the answer is no {features.answer_type}")
    if _tells_other_event(last, features):
        return Link("untied", "the quote tells of birth where death is asked, or the reverse")
    if len(features.options) > 1 and _orders(features.comparison):
        return Link("open", "the question compares, the proof does not")
    if not _speaks_of_relation(steps, features):
        return Link("open", "the last step does not speak of what is asked")
    return Link("tied", "the last step gives the answer")


def _has_type(answer: str, answer_type: AnswerType) -> bool:
    measured = answer_type in ("date", "year", "number", "duration")
    return not measured or bool(dates_in(answer) or numbers_in(answer))


def _speaks_of_relation(steps: Sequence[ProofStep], features: QuestionFeatures) -> bool:
    """Tell whether a word of the last relation asked is said, where it has one that tells.

    The last step must say it; where the question was not taken apart, any step it rests on may.
    """
    telling = relation_words(features.slots[-1].relation) if features.slots else []
    under = rests_on(steps, len(steps)) if len(features.slots) == 1 else [len(steps)]
    said = " ".join(f"{steps[n - 1].claim} {steps[n - 1].quote}" for n in under)
    return not telling or says_any(telling, said)


def _tells_other_event(step: ProofStep, features: QuestionFeatures) -> bool:
    """Tell whether `step` quotes a birth where the question asks for a death, or the reverse."""
    if not features.slots or not step.quote:
        return False
    asked = asked_event(relation_words(features.slots[-1].relation))
    told = event_of(step.quote, step.object)
    return asked is not None and told is not None and told != asked


def _orders(word: str) -> bool:
    """Tell whether `word` puts values in an order ("older"), unlike "same"."""
    return bool(word) and wanted(word, "name") == "unknown"


def _gives(steps: Sequence[ProofStep], answer: str, features: QuestionFeatures) -> bool:
    """Tell whether the last step, or what it rests on if it is no lookup, gives `answer`."""
    last = steps[-1]
    if last.rule == "lookup":
        return gives_answer(last, answer, features)
    under = [steps[n - 1] for n in last.inputs]
    if last.rule == "bridge":
        under = under[-1:]
    said = says(last.claim, answer) or value_matches(answer, last.object, features.answer_type)
    return said and any(
        gives_answer(step, answer, features)
        if step.rule == "lookup"
        else value_matches(answer, step.object, features.answer_type)
        for step in under
    )


def gives_answer(step: ProofStep, answer: str, features: QuestionFeatures) -> bool:
    """Tell whether `answer` is the object of a lookup, or a subject the question does not name.

    An answer may say more than the object if the quote says it all.
    """
    kind = features.answer_type
    if value_matches(answer, step.object, kind):
        return True
    if mentions(answer, step.object) and says(step.quote, answer):
        return True
    known = any(same_name(answer, name) for name in features.anchors) and kind != "choice"
    return not known and (same_name(answer, step.subject) or mentions(step.subject, answer))


def value_matches(answer: str, value: str, answer_type: AnswerType) -> bool:
    """Tell whether `value` says `answer`: the same name, date or number, or a year in a date."""
    if not value:
        return False
    if answer_key(answer, answer_type) == answer_key(value, answer_type):
        return True
    if answer_type in ("date", "year"):
        asked, found = dates_in(answer), dates_in(value)
        if len(asked) == 1 and found:
            return any(asked[0].first <= d.first and d.last <= asked[0].last for d in found)
    return says(value, answer)


def _winner_link(steps: Sequence[ProofStep], answer: str, features: QuestionFeatures) -> Link:
    last = steps[-1]
    sides = sides_of(last, steps, features.comparison)
    word = features.comparison or claimed_word(last, sides.names)
    if wanted(word, "name") == "same":
        shared = all(value_matches(answer, value, features.answer_type) for value in sides.values)
        return Link("tied", "both have it") if shared else Link("untied", "not what both have")
    winner = sides.winner(word)
    if winner is None:
        return Link("untied", "the two do not differ as asked")
    told = [event_of(steps[n - 1].quote, steps[n - 1].object) for n in last.inputs]
    if set(told) == {"born", "died"}:
        return Link("untied", "a date of birth is held against one of death")
    terms = sides.names[winner]
    if sides.side_of(answer) != winner and not (
        value_matches(answer, sides.values[winner], features.answer_type)
        or any(same_name(answer, term) for term in terms)
    ):
        return Link("untied", "the comparison comes out for the other side")
    if not features.comparison:
        return Link("open", "the question does not say how to compare")
    return Link("tied", "the comparison comes out so")


def _yes_no_link(steps: Sequence[ProofStep], answer: str, features: QuestionFeatures) -> Link:
    said = yes_or_no(answer)
    if not said:
        return Link("untied", "the answer is neither yes nor no")
    last = steps[-1]
    if last.rule == "comparison":
        return _computed_link(steps, said, features)
    if last.rule == "negation":
        status: Literal["open", "untied"] = "open" if said == "no" else "untied"
        return Link(status, "the passages are silent, which is no denial")
    under = [steps[n - 1] for n in rests_on(steps, len(steps))]
    names = features.options or features.anchors
    unsaid = [name for name in names if not any(touches(step, name) for step in under)]
    denied = denies(last)
    if denied == (said == "yes"):
        if denied:
            return Link("untied", "the last step denies it")
        return Link("open", "no step denies it") if unsaid else Link("untied", "a step affirms it")
    if unsaid:
        return Link("open", f"no step names {unsaid[0]!r}")
    if not features.options and not ties(under, names):
        return Link("open", "no step ties the names together")
    return Link("tied", "the last step says so")


def _computed_link(steps: Sequence[ProofStep], said: str, features: QuestionFeatures) -> Link:
    asked = features.comparison
    sides = sides_of(steps[-1], steps, asked)
    named = [sides.side_of(name) for name in (*features.options, *features.anchors)]
    first = next((side for side in named if side is not None), None)
    true = sides.holds(asked, first) if asked else None
    if true is None:
        return Link("open", "the question does not say how to compare")
    if true != (said == "yes"):
        return Link("untied", "the comparison comes out the other way")
    return Link("tied", "the comparison comes out so")
