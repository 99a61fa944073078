"""English comparisons: the two sides, and the question to ask of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..state.values import AnswerType
from .lexicon_english import (
    AGENT_VERBS,
    ARTICLES,
    AUXILIARIES,
    BASE_OF,
    BE,
    COMMON,
    ENTITY_NOUNS,
    PARTICIPLES,
    PREPOSITIONS,
    VERB_FORMS,
)
from .parsing import Comparison, Step, Token, joined

_ORDER = frozenset(
    {"first", "earlier", "earliest", "later", "latest", "last", "before", "after", "sooner"}
    | {"recently", "older", "younger", "oldest", "youngest", "newer", "newest", "longest", "longer"}
)
_AGES = frozenset({"older", "younger", "oldest", "youngest", "elder"})
_MEASURES = {
    "taller": "tall",
    "tallest": "tall",
    "higher": "high",
    "highest": "high",
    "longer": "long",
    "longest": "long",
    "shorter": "long",
    "shortest": "long",
    "larger": "large",
    "largest": "large",
    "bigger": "large",
    "biggest": "large",
    "smaller": "large",
    "smallest": "large",
    "deeper": "deep",
    "deepest": "deep",
    "wider": "wide",
    "heavier": "heavy",
    "faster": "fast",
    "fastest": "fast",
}
_MORE = frozenset({"more", "most", "fewer", "fewest", "less", "least"})
_RELEASED = frozenset({"film", "movie", "song", "album", "book", "novel", "series", "show", "game"})
_FOUNDED = frozenset({"company", "magazine", "university", "band", "school", "college", "club"})


@dataclass(frozen=True)
class _Asked:
    """A question to put to each side: text before and after the side."""

    before: str
    after: str
    relation: str
    answer_type: AnswerType

    def step(self, subject: str, side: int) -> Step:
        text = f"{self.before} {subject} {self.after}".strip()
        name = subject
        return Step(f"{text}?", name, self.relation, self.answer_type, side)


def comparison(tokens: Sequence[Token], offset: int) -> Comparison | None:
    """Return the comparison that `tokens` ask for, or None.

    Args:
        tokens: The question, its inner phrases replaced by references.
        offset: How many steps come before.
    """
    either = _either(tokens)
    found = either or _than(tokens) or _same(tokens)
    if found is None:
        return None
    options, rest, comparative = found
    asked, agent = _question(rest, comparative, options)
    steps: list[Step] = []
    subjects = [joined(option) for option in options]
    names = [next((t.subject for t in option if t.atom), joined(option)) for option in options]
    if agent:
        verb = AGENT_VERBS.get(agent)
        for side, (subject, name) in enumerate(zip(subjects, names, strict=True)):
            text = f"Who {verb} {subject}?" if verb else f"Who is the {agent} of {subject}?"
            steps.append(Step(text, name, agent, "person", side))
        subjects = names = [f"#{offset + side + 1}" for side in range(len(options))]
    for side, (subject, name) in enumerate(zip(subjects, names, strict=True)):
        step = asked.step(subject, side)
        steps.append(Step(step.text, name, step.relation, step.answer_type, side))
    return Comparison(steps, options, comparative, chooses=either is not None)


_Found = tuple[list[list[Token]], list[Token], str]


def _either(tokens: Sequence[Token]) -> _Found | None:
    """Find "..., A or B" and "between A and B, ...", and the question without them."""
    for place in range(1, len(tokens) - 1):
        word = tokens[place].low
        left, right = tokens[place - 1], tokens[place + 1 : place + 3]
        atom = next((i for i, t in enumerate(right) if t.atom), None)
        if not left.atom or atom is None or (atom and right[0].low not in ARTICLES):
            continue
        start = place - 1
        while (
            start >= 2
            and tokens[start - 1].low == ","
            and tokens[start - 2].atom
            and _in_list(tokens, start)
        ):
            start -= 2
        while start and tokens[start - 1].low in ARTICLES | {"either"}:
            start -= 1
        end = place + 2 + atom
        between = start > 0 and tokens[start - 1].low in {"between", "of", "among"}
        rest = [*tokens[: start - 1 if between else start], *tokens[end:]]
        compares = _comparative(rest)
        if word == "or" or (word == "and" and between and compares):
            options = _sides(tokens[start:end])
            return options, [t for t in rest if t.low != ","], compares
    return None


def _in_list(tokens: Sequence[Token], start: int) -> bool:
    """Tell whether a comma and one more side come before `start`: not in "in X, A or B"."""
    if start < 2 or tokens[start - 1].low != "," or not tokens[start - 2].atom:
        return False
    return start < 3 or tokens[start - 3].low not in PREPOSITIONS | ARTICLES


def _sides(tokens: Sequence[Token]) -> list[list[Token]]:
    """Cut "the Hound, the Setter or Rex" into sides, articles included."""
    sides: list[list[Token]] = [[]]
    for token in tokens:
        if token.atom or token.low in ARTICLES:
            sides[-1].append(token)
        if token.atom:
            sides.append([])
    return [side for side in sides if side]


def _than(tokens: Sequence[Token]) -> _Found | None:
    """Find "is A older than B" and "was A born before B"."""
    if not tokens or tokens[0].low not in AUXILIARIES:
        return None
    atoms = [i for i, token in enumerate(tokens) if token.atom]
    if len(atoms) != 2 or atoms[1] == 0:
        return None
    link = tokens[atoms[1] - 1].low
    if link not in {"than", "before", "after"}:
        return None
    rest = [t for i, t in enumerate(tokens) if i not in atoms]
    compares = _comparative(rest)
    return ([[tokens[i]] for i in atoms], rest, compares or link) if compares else None


def _same(tokens: Sequence[Token]) -> _Found | None:
    """Find "are A and B from the same country", "did A and B both ..."."""
    low = [token.low for token in tokens]
    if (
        not low
        or low[0] not in AUXILIARIES
        or (not {"same", "both"} & set(low) and low[0] not in {"are", "were", "do", "have"})
    ):
        return None
    for place in range(1, len(tokens) - 1):
        if low[place] == "and" and tokens[place - 1].atom and tokens[place + 1].atom:
            rest = [*tokens[: place - 1], *tokens[place + 2 :]]
            options = [[tokens[place - 1]], [tokens[place + 1]]]
            return (
                options,
                [t for t in rest if t.low != "both"],
                "same" if "same" in low else "both",
            )
    return None


def _comparative(rest: Sequence[Token]) -> str:
    words = [t.low for t in rest if t.low in _ORDER | _AGES | _MORE or t.low in _MEASURES]
    return words[0] if words else "same" if any(t.low == "same" for t in rest) else ""


def _question(
    rest: Sequence[Token], comparative: str, options: Sequence[Sequence[Token]]
) -> tuple[_Asked, str]:
    """Return what to ask of each side, and the agent to find first ("director") or ""."""
    low = [token.low for token in rest]
    agent = next(
        (
            word
            for i, word in enumerate(low)
            if ENTITY_NOUNS.get(word) == "person" and i and low[0] not in BE and _has_before(low, i)
        ),
        "",
    )
    if comparative in {"same", "both"}:
        return _shared(rest, comparative), agent if "same" not in low else ""
    return _compared(low, comparative, bool(agent)) or _plain(rest, options), agent


def _has_before(low: Sequence[str], place: int) -> bool:
    return bool({"has", "have", "had", "whose"} & set(low[:place]))


def _compared(low: list[str], comparative: str, person: bool) -> _Asked | None:
    verb = next((w for w in low if w in VERB_FORMS - AUXILIARIES), "")
    verb = "" if verb in ENTITY_NOUNS else verb
    if not comparative:
        return None
    if comparative in _MORE:
        place = low.index(comparative)
        noun = " ".join(w for w in low[place + 1 :] if w not in {"than", "had", "has", "have"})
        return _Asked("How many", "", "", "number") if not noun else _count(noun)
    if {"lived", "live"} & set(low):
        return _Asked("How long did", "live", "lived", "duration")
    if comparative in _MEASURES and not (verb and comparative in {"longer", "longest"}):
        adjective = _MEASURES[comparative]
        return _Asked(f"How {adjective} is", "", adjective, "number")
    if comparative in _AGES and not verb:
        verb = _beginning(low, person)
    if not verb:
        verb = _beginning(low, person)
    if verb in PARTICIPLES and verb not in {"came", "come", "died", "lived", "started", "began"}:
        return _Asked("When was", verb, verb, "date")
    base = BASE_OF.get(verb, verb)
    tail = " out" if "out" in low else ""
    return _Asked("When did", base + tail, verb + tail, "date")


def _beginning(low: list[str], person: bool) -> str:
    """Return the verb of what is older or first where the question names none."""
    if not person and _RELEASED & set(low):
        return "released"
    return "founded" if not person and _FOUNDED & set(low) else "born"


def _count(noun: str) -> _Asked:
    return _Asked(f"How many {noun} does", "have", noun, "number")


def _shared(rest: Sequence[Token], comparative: str) -> _Asked:
    """Return what to ask of each side of "the same country" or "both magazines"."""
    low = [token.low for token in rest]
    if comparative == "same" and low.index("same") + 1 < len(low):
        noun = low[low.index("same") + 1]
        verb = next((w for w in low[1 : low.index("same")] if w in VERB_FORMS - AUXILIARIES), "")
        kind = ENTITY_NOUNS.get(noun, "nationality" if noun == "nationality" else "entity")
        link = low[low.index("same") - 2] if low.index("same") > 1 else ""
        if verb and low[0] in BE:
            return _Asked(f"In which {noun} is", verb, f"{noun} {verb}", kind)
        if verb:
            return _Asked(f"In which {noun} did", verb, f"{noun} {verb}", kind)
        if link == "from":
            return _Asked(f"Which {noun} is", "from", noun, kind)
        return _Asked(f"What is the {noun} of", "", noun, kind)
    words = [t for t in rest[1:] if t.low not in {"both", ","}]
    text, relation = joined(words), " ".join(t.low for t in words if t.low not in COMMON)
    if low[0] in BE:
        plural = (
            len(words)
            and words[-1].low.endswith("s")
            and not any(t.low in VERB_FORMS for t in words)
        )
        singular = f"{text[:-3]}y" if text.endswith("ies") else text[:-1]
        text = f"a {singular}" if plural and not text.endswith("series") else text
        return _Asked("Is" if low[0] in {"are", "is"} else "Was", text, relation, "yes_no")
    return _Asked(
        rest[0].text.capitalize().replace("Do", "Does").replace("Doesid", "Did"),
        text,
        relation,
        "yes_no",
    )


def _plain(rest: Sequence[Token], options: Sequence[Sequence[Token]]) -> _Asked:
    """Return the yes-no question that decides a choice: "is ... native to France"."""
    del options
    words = list(rest)
    verb = next((i for i, t in enumerate(words) if t.low in AUXILIARIES | VERB_FORMS), 0)
    lead, tail = words[verb], words[verb + 1 :]
    relation = " ".join(t.low for t in words[verb:] if t.low not in COMMON | AUXILIARIES and t.low)
    if lead.low in AUXILIARIES - {"has", "had", "have"}:
        return _Asked(lead.text.capitalize(), joined(tail), relation, "yes_no")
    base = BASE_OF.get(lead.low, lead.low)
    return _Asked("Did", joined([Token(base), *tail]), relation, "yes_no")
