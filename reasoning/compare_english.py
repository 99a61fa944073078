"""English comparisons: the two sides, and the question to ask of each."""

from collections.abc import Sequence

from .lexicon_english import (
    AGENT_VERBS,
    ARTICLES,
    ATTRIBUTE_NOUNS,
    AUXILIARIES,
    BASE_OF,
    BE,
    COMMON,
    ENTITY_NOUNS,
    HAVE,
    PARTICIPLES,
    PREPOSITIONS,
    VERB_FORMS,
)
from .parsing import Comparison, FoundSides, SideQuestion, Step, Token, joined

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

_ACTIVE = frozenset({"come", "died", "lived", "started"})


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
    asked, agent = _question(rest, comparative)
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
        text = f"{asked.before} {subject} {asked.after}".strip()
        steps.append(Step(f"{text}?", name, asked.relation, asked.answer_type, side))
    return Comparison(steps, options, comparative, chooses=either is not None)


def _either(tokens: Sequence[Token]) -> FoundSides | None:
    """Find "..., A or B" and "between A and B, ...", and the question without them."""
    for place in range(1, len(tokens) - 1):
        word = tokens[place].low
        left, right = tokens[place - 1], tokens[place + 1 : place + 3]
        atom = next((i for i, t in enumerate(right) if t.atom), None)
        if not left.atom or atom is None or (atom and right[0].low not in ARTICLES):
            continue
        start = place - 1
        while _in_list(tokens, start):
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


def _than(tokens: Sequence[Token]) -> FoundSides | None:
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


def _same(tokens: Sequence[Token]) -> FoundSides | None:
    """Find "are A and B from the same country", "did A and B both ..."."""
    low = [token.low for token in tokens]
    of_two = {"same", "both"} & set(low) or low[:1] in (["are"], ["were"], ["do"], ["have"])
    if not of_two or low[0] not in AUXILIARIES:
        return None
    shared = "same" if "same" in low else "both"
    for place in range(1, len(tokens) - 1):
        if low[place] == "and" and tokens[place - 1].atom and tokens[place + 1].atom:
            rest = [*tokens[: place - 1], *tokens[place + 2 :]]
            options = [[tokens[place - 1]], [tokens[place + 1]]]
            return options, [t for t in rest if t.low != "both"], shared
    return None


def _comparative(rest: Sequence[Token]) -> str:
    words = [t.low for t in rest if t.low in _ORDER | _AGES | _MORE or t.low in _MEASURES]
    return words[0] if words else "same" if any(t.low == "same" for t in rest) else ""


def _question(rest: Sequence[Token], comparative: str) -> tuple[SideQuestion, str]:
    """Return what to ask of each side, and the agent to find first ("director") or ""."""
    low = [token.low for token in rest]
    if comparative == "same":
        return _shared(low), ""
    if comparative == "both":
        return _decided(rest), ""
    agent = _agent(low)
    return _compared(low, comparative, bool(agent)) if comparative else _decided(rest), agent


def _agent(low: list[str]) -> str:
    """Return the person to find first: "the film that has the director who ...", or ""."""
    owning = next((i for i, w in enumerate(low) if w in {"has", "have", "had", "whose"}), len(low))
    return next((word for word in low[owning + 1 :] if ENTITY_NOUNS.get(word) == "person"), "")


def _compared(low: list[str], comparative: str, person: bool) -> SideQuestion:
    """Return what to measure of each side, or which day to ask for."""
    verb = next((w for w in low if w in VERB_FORMS - AUXILIARIES and w not in ENTITY_NOUNS), "")
    if comparative in _MORE:
        place = low.index(comparative)
        noun = " ".join(w for w in low[place + 1 :] if w not in {"than", "had", "has", "have"})
        return SideQuestion(f"How many {noun} does".replace("  ", " "), "have", noun, "number")
    if {"lived", "live"} & set(low):
        return SideQuestion("How long did", "live", "lived", "duration")
    if comparative in _MEASURES and not (verb and comparative in {"longer", "longest"}):
        adjective = _MEASURES[comparative]
        return SideQuestion(f"How {adjective} is", "", adjective, "number")
    verb = verb or _beginning(low, person)
    if verb in PARTICIPLES - _ACTIVE:
        return SideQuestion("When was", verb, verb, "date")
    out = " out" if "out" in low else ""
    return SideQuestion("When did", f"{BASE_OF.get(verb, verb)}{out}", f"{verb}{out}", "date")


def _beginning(low: list[str], person: bool) -> str:
    """Return the verb of what is older or first where the question names none."""
    if not person and _RELEASED & set(low):
        return "released"
    return "founded" if not person and _FOUNDED & set(low) else "born"


def _shared(low: list[str]) -> SideQuestion:
    """Return what to ask of each side of "the same country"."""
    place = low.index("same")
    noun = next(iter(low[place + 1 :]), "thing")
    verb = next((word for word in low[1:place] if word in VERB_FORMS - AUXILIARIES), "")
    kind = ENTITY_NOUNS.get(noun) or ATTRIBUTE_NOUNS.get(noun, "entity")
    if verb:
        lead = "is" if low[0] in BE else "did"
        return SideQuestion(f"In which {noun} {lead}", verb, f"{noun} {verb}", kind)
    if "from" in low[:place]:
        return SideQuestion(f"Which {noun} is", "from", noun, kind)
    return SideQuestion(f"What is the {noun} of", "", noun, kind)


def _decided(rest: Sequence[Token]) -> SideQuestion:
    """Return the yes-no question that decides: "is ... native to France", "is ... a magazine"."""
    verb = next((i for i, t in enumerate(rest) if t.low in AUXILIARIES | VERB_FORMS), 0)
    lead, tail = rest[verb], list(rest[verb + 1 :])
    words = [token.low for token in rest[verb:] if token.low]
    relation = " ".join(word for word in words if word not in COMMON | AUXILIARIES)
    if lead.low not in AUXILIARIES - HAVE:
        text = joined([Token(BASE_OF.get(lead.low, lead.low)), *tail])
        return SideQuestion("Did", text, relation, "yes_no")
    plural = {"are": "Is", "were": "Was", "do": "Does"}
    text = joined(tail)
    if lead.low in {"are", "were"} and _is_plural_noun(tail):
        text = f"a {text[:-3]}y" if text.endswith("ies") else f"a {text[:-1]}"
    return SideQuestion(plural.get(lead.low, lead.text.capitalize()), text, relation, "yes_no")


def _is_plural_noun(tokens: Sequence[Token]) -> bool:
    """Tell whether `tokens` are a plain plural such as "magazines"."""
    last = tokens[-1].low if tokens else ""
    verbal = any(token.low in VERB_FORMS for token in tokens)
    return last.endswith("s") and not last.endswith("series") and not verbal
