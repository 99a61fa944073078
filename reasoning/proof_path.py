"""The paths of a proof: which steps a step rests on, and whether the question leads to it."""

from collections.abc import Sequence

from ..state.values import ProofStep
from .matching import mentions, same_name


def shares_name(a: ProofStep, b: ProofStep) -> bool:
    """Tell whether subject or object of one step is that of the other."""
    return any(same_name(x, y) for x in (a.subject, a.object) for y in (b.subject, b.object))


def leads_to(a: ProofStep, b: ProofStep) -> bool:
    """Tell whether the object of `a` is the subject of `b`: the link of a chain."""
    return same_name(a.object, b.subject)


def rests_on(steps: Sequence[ProofStep], number: int) -> list[int]:
    """Return the numbers (from 1) of the steps that step `number` rests on, itself included.

    These are its inputs and theirs; a lookup that names no input rests on the latest earlier
    lookup whose object is its subject.
    """
    found: set[int] = set()
    todo = [number]
    while todo:
        current = todo.pop()
        if current not in found:
            found.add(current)
            todo += inputs_of(steps, current)
    return sorted(found)


def has_path(
    steps: Sequence[ProofStep], number: int, names: Sequence[str], titles: Sequence[str]
) -> bool:
    """Tell whether step `number` or one it can be reached from names one of `names`.

    A step can be reached from its inputs and from each earlier step it shares a name with.

    Args:
        steps: The steps of the proof.
        number: The step to reach, from 1.
        names: The question's names.
        titles: The title of the passage that each step quotes, or "".
    """
    reached: set[int] = set()
    todo = [number]
    while todo:
        current = todo.pop()
        if current in reached:
            continue
        reached.add(current)
        step = steps[current - 1]
        if _names_any(step, titles[current - 1], names):
            return True
        todo += inputs_of(steps, current)
        todo += [n for n in range(1, current) if shares_name(steps[n - 1], step)]
    return False


def touches(step: ProofStep, name: str) -> bool:
    """Tell whether `step` is about `name` or quotes it."""
    return any(same_name(term, name) for term in (step.subject, step.object)) or mentions(
        step.quote, name
    )


def ties(steps: Sequence[ProofStep], names: Sequence[str]) -> bool:
    """Tell whether lookups that share names lead from the first of `names` to all others."""
    lookups = [step for step in steps if step.rule == "lookup"]
    reached = [step for step in lookups if touches(step, names[0])] if names else lookups
    for step in reached:
        reached += [s for s in lookups if s not in reached and shares_name(s, step)]
    return all(any(touches(step, name) for step in reached) for name in names)


def _names_any(step: ProofStep, title: str, names: Sequence[str]) -> bool:
    return any(touches(step, name) or same_name(title, name) for name in names)


def inputs_of(steps: Sequence[ProofStep], number: int) -> list[int]:
    """Return the steps that step `number` rests on directly; see `rests_on`."""
    step = steps[number - 1]
    given = [n for n in step.inputs if 0 < n < number]
    if given or step.rule != "lookup":
        return given
    for earlier in range(number - 1, 0, -1):
        if steps[earlier - 1].rule == "lookup" and leads_to(steps[earlier - 1], step):
            return [earlier]
    return []
