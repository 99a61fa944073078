"""Lenient parsing: what a model meant to say as JSON, or the news that it said none."""

import ast
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..state.values import Rule, SubQuestion

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_THOUGHT_BEFORE = re.compile(r"^.*</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_THOUGHT_AFTER = re.compile(r"<(?:think|thinking|reasoning)>.*$", re.DOTALL | re.IGNORECASE)
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_BACKSLASH = re.compile(r"\\([\"'\\/bfnrtu]?)")
_PLACEHOLDER = re.compile(r"#(\d+)")
_OPENING = re.compile(r"[{\[]")
_BRACKETS = {"{": "}", "[": "]"}
_CONSTANTS = {"true": True, "false": False, "null": None}
_MOST_OPENINGS = 100
_DEEPEST = 50

_KEYS: dict[str, tuple[str, ...]] = {
    "answer": ("answer", "final_answer", "short_answer"),
    "steps": ("steps", "proof", "proof_steps", "reasoning", "chain"),
    "missing": ("missing", "missing_info", "missing_information", "gaps"),
    "sub_questions": ("sub_questions", "subquestions", "questions", "plan"),
}
_STEP_KEYS: dict[str, tuple[str, ...]] = {
    "rule": ("rule", "type"),
    "claim": ("claim", "claim_text", "statement"),
    "passage": ("passage", "passage_id", "source", "doc", "doc_id", "sources"),
    "quote": ("quote", "span", "verbatim", "evidence", "text"),
    "subject": ("subject",),
    "object": ("object", "value"),
    "inputs": ("inputs", "premises", "depends_on"),
}
_RULES: dict[str, Rule] = {
    "lookup": "lookup",
    "conjunction": "conjunction",
    "bridge": "bridge",
    "transitivity": "bridge",
    "comparison": "comparison",
    "comparison_before": "comparison",
    "negation": "negation",
    "negation_as_failure": "negation",
}


@dataclass(frozen=True)
class StepReply:
    """A proof step as a model gave it; `passage` is what it cited, a number as a rule."""

    rule: Rule
    claim: str
    passage: str = ""
    quote: str = ""
    subject: str = ""
    object: str = ""
    inputs: tuple[int, ...] = ()


@dataclass(frozen=True)
class ReadReply:
    """A reader's reply, as far as it could be understood."""

    answer: str = ""
    steps: tuple[StepReply, ...] = ()
    missing: tuple[str, ...] = ()
    sub_questions: tuple[SubQuestion, ...] = ()


def parse_reading(text: str) -> ReadReply | None:
    """Return a reader's reply, or None if `text` holds none.

    Reads past thinking, prose, code fences, single quotes and trailing commas; takes other
    usual key names, one object where a list is asked, and a list around the object.
    """
    for value in _values(text):
        reply = _named(value[0] if _is_single(value) else value, _KEYS)
        if "answer" in reply or reply.get("missing") or reply.get("sub_questions"):
            return ReadReply(
                answer=_words(reply.get("answer")),
                steps=tuple(map(_step, _objects(reply.get("steps")))),
                missing=tuple(filter(None, map(_words, _listed(reply.get("missing"))))),
                sub_questions=_sub_questions(reply.get("sub_questions")),
            )
    return None


def parse_plan(text: str) -> tuple[SubQuestion, ...] | None:
    """Return the sub-questions of a plan, or None if `text` holds none; () splits nothing."""
    for value in _values(text):
        if _is_list_of_questions(value):
            return _sub_questions(value)
        reply = _named(value[0] if _is_single(value) else value, _KEYS)
        if "sub_questions" in reply:
            return _sub_questions(reply["sub_questions"])
    return None


def without_thinking(text: str) -> str:
    """Return `text` without what a reasoning model thinks aloud, finished or cut off."""
    said = _THOUGHT_BEFORE.sub("", _THINKING.sub("", text))
    return _THOUGHT_AFTER.sub("", said).strip()


def _values(text: str) -> Iterator[Any]:
    """Yield the objects and lists of `text`, the last first: drafts come before the reply."""
    pieces = list(_bracketed(without_thinking(text)))
    for value in map(_loaded, reversed(pieces)):
        if isinstance(value, dict | list):
            yield value


def _bracketed(text: str) -> Iterator[str]:
    """Yield the outermost balanced {...} and [...] of `text`, brackets in strings aside."""
    place = 0
    for _ in range(_MOST_OPENINGS):
        opening = _OPENING.search(text, place)
        if opening is None:
            return
        start = opening.start()
        end = _closing(text, start)
        if end > start:
            yield text[start : end + 1]
        place = max(end, start) + 1


def _closing(text: str, start: int) -> int:
    open_brackets: list[str] = []
    in_string = escaped = False
    for place in range(start, len(text)):
        char = text[place]
        if in_string:
            in_string = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            in_string = True
        elif char in _BRACKETS:
            open_brackets.append(_BRACKETS[char])
            if len(open_brackets) > _DEEPEST:
                return -1
        elif char in "}]":
            if char != open_brackets.pop():
                return -1
            if not open_brackets:
                return place
    return -1


def _loaded(piece: str) -> Any:
    mended = _BACKSLASH.sub(lambda m: m[0] if m[1] else r"\\", _TRAILING_COMMA.sub("", piece))
    # What is JSON already is not mended: a quote may hold what looks like a trailing comma.
    for text in (piece, mended):
        with suppress(ValueError):
            return json.loads(text, strict=False)
    # Not JSON: perhaps it is the same as a Python literal.
    try:
        return ast.literal_eval(_JsonNames().visit(ast.parse(mended, mode="eval")))
    except (ValueError, SyntaxError):
        return None


class _JsonNames(ast.NodeTransformer):
    """Lets JSON's constants stand in a Python literal."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace true, false and null."""
        if node.id in _CONSTANTS:
            return ast.copy_location(ast.Constant(_CONSTANTS[node.id]), node)
        return node


def _named(value: Any, names: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    if not isinstance(value, dict):
        return {}
    given = {re.sub(r"[\s-]+", "_", str(k)).lower().strip("_"): v for k, v in value.items()}
    return {
        name: next(given[key] for key in keys if key in given)
        for name, keys in names.items()
        if any(key in given for key in keys)
    }


def _is_single(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict)


def _is_list_of_questions(value: Any) -> bool:
    # A list of single words is no list of questions: code and examples hold such lists.
    texts = [_question_text(item) for item in value] if isinstance(value, list) else []
    return bool(texts) and all(" " in text or not text.isascii() for text in texts)


def _listed(value: Any) -> list[Any]:
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in _listed(value) if isinstance(item, dict)]


def _words(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(filter(None, map(_words, value)))
    if isinstance(value, dict):
        return _words(next(iter(value.values()), None))
    return str(value).strip()


def _step(value: dict[str, Any]) -> StepReply:
    given = _named(value, _STEP_KEYS)
    source = given.get("passage")
    if isinstance(source, list):
        source = source[0] if source else None
    if isinstance(source, dict):
        # A source as an object holds both the passage and the quote.
        given = {**_named(source, _STEP_KEYS), **{k: v for k, v in given.items() if k != "passage"}}
        source = given.get("passage")
    return StepReply(
        rule=_rule(given),
        claim=_words(given.get("claim")),
        passage=_words(source),
        quote=_words(given.get("quote")),
        subject=_words(given.get("subject")),
        object=_words(given.get("object")),
        inputs=tuple(_numbers(given.get("inputs"))),
    )


def _rule(given: dict[str, Any]) -> Rule:
    said = _words(given.get("rule")).lower().replace(" ", "_").replace("-", "_")
    # A rule that is none of ours is held to the strictest that fits: quote or inputs.
    return _RULES.get(said) or ("lookup" if given.get("quote") else "conjunction")


def _numbers(value: Any) -> Iterator[int]:
    for item in _listed(value):
        found = re.search(r"\d+", str(item))
        if found:
            yield int(found[0])


def _sub_questions(value: Any) -> tuple[SubQuestion, ...]:
    """Read sub-questions; they are numbered anew from 1, in the order given."""
    asked: list[SubQuestion] = []
    for item in _listed(value):
        text = _question_text(item)
        if not text:
            continue
        given = item if isinstance(item, dict) else {}
        earlier = {s.id for s in asked}
        needs = [*_numbers(given.get("depends_on")), *map(int, _PLACEHOLDER.findall(text))]
        depends_on = tuple(str(n) for n in sorted(set(needs)) if str(n) in earlier)
        asked.append(SubQuestion(id=str(len(asked) + 1), text=text, depends_on=depends_on))
    return tuple(asked)


def _question_text(item: Any) -> str:
    if not isinstance(item, dict):
        return _words(item)
    return _words(item.get("text") or item.get("question") or item.get("sub_question"))
