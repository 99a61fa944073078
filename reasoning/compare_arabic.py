"""Arabic comparisons: the two sides, and the question to ask of each."""

from collections.abc import Sequence

from .lexicon_arabic import AGENTS, ELATIVES, PREPOSITIONS, VERBS, bare, noun_type
from .parsing import Comparison, FoundSides, SideQuestion, Step, Token, joined
from .phrases_arabic import bare_noun, content, is_verb
from .text import fold

_OR = frozenset({"ام", "او"})
_CHOOSING = frozenset(
    fold(word) for word in ("من", "أي", "أية", "أيهما", "أيهم", "هل", "في", "متى")
)
_ORDER = frozenset(fold(word) for word in ("قبل", "بعد", "أولا", "لاحقا", "أخيرا", "سابقا"))
_AGE = fold("سنا")
_SAME = frozenset(fold(word) for word in ("نفس", "نفسه", "نفسها", "ذاته", "ذاتها", "بنفس"))
_BOTH = frozenset(fold(word) for word in ("كلا", "كلتا", "كل", "كلاهما", "كلتاهما", "من"))
_MEASURES = {
    fold(elative): measure
    for elative, measure in {
        "أطول": "طول",
        "أقصر": "طول",
        "أعلى": "ارتفاع",
        "أعمق": "عمق",
        "أكبر": "مساحة",
        "أصغر": "مساحة",
        "أثقل": "وزن",
        "أسرع": "سرعة",
    }.items()
}


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
    agent = _agent(rest)
    asked = _question(rest, comparative, bool(agent))
    steps: list[Step] = []
    sides = [(side[0].text, side[0].subject) for side in options]
    if agent:
        for number, (subject, name) in enumerate(sides):
            verb = AGENTS.get(bare(agent))
            text = f"من {verb} {subject}؟" if verb else f"من {agent} {subject}؟"
            steps.append(Step(text, name, agent, "person", number))
        sides = [(f"#{offset + n + 1}", f"#{offset + n + 1}") for n in range(len(options))]
    for number, (subject, name) in enumerate(sides):
        text = f"{asked.before} {subject} {asked.after}".strip()
        steps.append(Step(f"{text}؟", name, asked.relation, asked.answer_type, number))
    return Comparison(steps, options, comparative, chooses=either is not None)


def _either(tokens: Sequence[Token]) -> FoundSides | None:
    """Find "A أم B", and the question without them; "ما A أو B" asks for one thing."""
    chooses = bool(tokens) and tokens[0].low in _CHOOSING
    for place in range(1, len(tokens) - 1):
        if tokens[place].low not in _OR or not (chooses or tokens[place].text == "أم"):
            continue
        if not (tokens[place - 1].atom and tokens[place + 1].atom):
            continue
        start = place - 1
        while (
            start >= 2
            and tokens[start - 1].low in {"،", ","}
            and tokens[start - 2].atom
            and _in_list(tokens, start)
        ):
            start -= 2
        options = [[t] for t in tokens[start : place + 2] if t.atom]
        rest = [*tokens[:start], *tokens[place + 2 :]]
        return options, [t for t in rest if t.kind != "mark"], _comparative(rest)
    return None


def _in_list(tokens: Sequence[Token], start: int) -> bool:
    """Tell whether a comma and one more side come before `start`: not in "في X، A أم B"."""
    if start < 2 or tokens[start - 1].low not in {"،", ","} or not tokens[start - 2].atom:
        return False
    return start < 3 or tokens[start - 3].low not in PREPOSITIONS


def _than(tokens: Sequence[Token]) -> FoundSides | None:
    """Find "هل ولد A قبل B" and "هل A أكبر سنا من B"."""
    atoms = [place for place, token in enumerate(tokens) if token.atom]
    if not tokens or tokens[0].low != "هل" or len(atoms) != 2:
        return None
    rest = [token for token in tokens if not token.atom]
    compares = _comparative(rest)
    linked = tokens[atoms[1] - 1].low in {"من", "قبل", "بعد"}
    if not linked or not compares or tokens[atoms[0] - 1].low == "من":
        return None
    return [[tokens[place]] for place in atoms], rest, compares


def _same(tokens: Sequence[Token]) -> FoundSides | None:
    """Find "هل A وB من البلد نفسه" and "هل كل من A وB شركة"."""
    if not tokens or tokens[0].low != "هل":
        return None
    for place in range(1, len(tokens) - 1):
        if tokens[place].low != "و":
            continue
        if tokens[place - 1].atom and tokens[place + 1].atom:
            rest = [*tokens[: place - 1], *tokens[place + 2 :]]
            same = any(token.low in _SAME for token in rest)
            options = [[tokens[place - 1]], [tokens[place + 1]]]
            return options, rest, "same" if same else "both"
    return None


def _comparative(rest: Sequence[Token]) -> str:
    words = [token.text for token in rest if token.low in ELATIVES | _ORDER]
    words += [token.text for token in rest if bare(token.text) in ELATIVES]
    return words[0] if words else ""


def _agent(rest: Sequence[Token]) -> str:
    """Return the person to find first: "أي فيلم مخرجه أكبر سنا" asks for the "مخرج"."""
    for place, token in enumerate(rest):
        person = token.kind == "word" and noun_type(token.text) == "person"
        if person and place and rest[0].low != "هل":
            return token.text
    return ""


def _question(rest: Sequence[Token], comparative: str, person: bool) -> SideQuestion:
    low = [token.low for token in rest]
    if comparative in {"same", "both"}:
        return _shared(rest, comparative)
    verb = next((token.text for token in rest if is_verb(token)), "")
    if not comparative:
        first = next((place for place, token in enumerate(rest) if is_verb(token)), 1)
        return SideQuestion("هل", joined(rest[first:]), content(rest[first:]), "yes_no")
    if verb:
        return SideQuestion(f"متى {verb}", "", verb, "date")
    if "سكانا" in low:
        return SideQuestion("كم عدد سكان", "", "عدد سكان", "number")
    if _AGE in low or person:
        return SideQuestion("متى ولد", "", "ولد", "date")
    measure = _MEASURES.get(bare(comparative))
    if measure:
        return SideQuestion(f"كم {measure}", "", measure, "number")
    works = any(noun_type(token.text.removesuffix("ين")) == "work" for token in rest)
    verb = "صدر" if works else "تأسس"
    return SideQuestion(f"متى {verb}", "", verb, "date")


def _shared(rest: Sequence[Token], comparative: str) -> SideQuestion:
    """Return what to ask of each side of "نفس البلد" or "كلاهما شركة"."""
    verb = next((token.text for token in rest if token.low in VERBS), "")
    if comparative == "same":
        noun = next((bare_noun(t.text) for t in rest if noun_type(t.text) or _is_value(t)), "بلد")
        kind = noun_type(noun) or "entity"
        if verb:
            return SideQuestion(f"في أي {noun} {verb}", "", f"{noun} {verb}", kind)
        if any(token.low == "من" for token in rest):
            return SideQuestion(f"من أي {noun}", "", noun, kind)
        return SideQuestion(f"ما {noun}", "", noun, "nationality" if noun == "جنسية" else kind)
    words = [token for token in rest[1:] if token.low not in _BOTH]
    return SideQuestion("هل", joined(words), joined(words), "yes_no")


def _is_value(token: Token) -> bool:
    return bare(token.text) == "جنسيه"
