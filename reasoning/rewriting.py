"""The rewriting loop: the innermost phrase of a question becomes a step and then "#n"."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from .parsing import Comparison, Parse, Phrase, Step, Token, joined


@dataclass(frozen=True)
class Grammar:
    """What the loop needs to know of a language.

    Attributes:
        tokens: Cuts a question into tokens.
        facts: Splits questions that are only joined by "and".
        resolved: Puts names and references for the pronouns of a later part, given the steps
            before it and the names of the question.
        innermost: Finds the first phrase that must be answered before the rest.
        asks_only: Tells whether a question asks for nothing but a phrase.
        comparison: Finds the sides of a comparison, given how many steps come before.
        conditions: Splits what is left into the several things it asks of one name.
        listed: Splits what is left into a question for each of several names.
        step: Makes a step of one question.
    """

    tokens: Callable[[str], list[Token]]
    facts: Callable[[list[Token]], list[list[Token]]]
    resolved: Callable[[list[Token], Sequence[Step], Sequence[Token]], list[Token]]
    innermost: Callable[[Sequence[Token]], Phrase | None]
    asks_only: Callable[[Sequence[Token], Phrase], bool]
    comparison: Callable[[Sequence[Token], int], Comparison | None]
    conditions: Callable[[Sequence[Token]], list[list[Token]]]
    listed: Callable[[Sequence[Token]], list[list[Token]]]
    step: Callable[[Sequence[Token]], Step]

    def last_steps(self, tokens: Sequence[Token]) -> list[Step]:
        """Make steps of what is left: one, or one for each part that is asked for."""
        parts = self.conditions(tokens) or self.listed(tokens) or [list(tokens)]
        return [self.step(part) for part in parts]


@dataclass
class _Work:
    """The question as far as it is rewritten."""

    tokens: list[Token] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    wording: dict[str, str] = field(default_factory=dict)

    def replace(self, phrase: Phrase) -> None:
        """Make `phrase` a step and leave "#n" in its place."""
        self.steps.append(Step(phrase.text, phrase.subject, phrase.relation, phrase.answer_type))
        reference = Token(f"#{len(self.steps)}", "time" if phrase.lead else "ref")
        self.wording[reference.text] = self.words(self.tokens[phrase.start : phrase.end])
        lead = [Token(phrase.lead)] if phrase.lead else []
        self.tokens[phrase.start : phrase.end] = [*lead, reference]

    def words(self, tokens: Sequence[Token]) -> str:
        """Write `tokens` in the question's own words."""
        return joined(
            Token(self.wording[token.text]) if token.text in self.wording else token
            for token in tokens
        )


def parse(question: str, grammar: Grammar) -> Parse:
    """Return the steps, anchors and options of `question`."""
    tokens = grammar.tokens(question)
    names = [token for token in tokens if token.kind == "name"]
    work = _Work()
    options: tuple[str, ...] = ()
    comparative, chooses = "", False
    for part in grammar.facts(tokens):
        work.tokens = grammar.resolved(part, work.steps, names)
        while phrase := grammar.innermost(work.tokens):
            if grammar.asks_only(work.tokens, phrase):
                break
            work.replace(phrase)
        sides = grammar.comparison(work.tokens, len(work.steps))
        if sides:
            work.steps += sides.steps
            options = tuple(work.words(side) for side in sides.options)
            comparative, chooses = sides.comparative, sides.chooses
        else:
            work.steps += grammar.last_steps(work.tokens)
    steps = _with_sides(work.steps)
    if len(steps) == 1:
        steps = (replace(steps[0], text=question.strip()),)
    anchors = tuple(dict.fromkeys(name.subject for name in names))
    return Parse(steps, anchors, options, comparative, chooses)


def _with_sides(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Give the steps that only one side of a comparison needs to that side."""
    sides = {str(number): step.side for number, step in enumerate(steps, start=1)}
    for number in range(len(steps), 0, -1):
        for needed in steps[number - 1].depends_on:
            sides[needed] = sides[str(number)]
    return tuple(replace(step, side=sides[str(n)]) for n, step in enumerate(steps, start=1))
