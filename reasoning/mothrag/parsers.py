"""How MothRag reads the replies of its models."""

import json
import math
import re
from typing import Any

MAX_SUB_QUESTIONS = 6
JUDGE_SCALE = 10.0
UNJUDGED = 5.0
"""The score of a passage the judge said nothing readable about."""

_MARKER = re.compile(r"(?:Final answer|Final Answer|FINAL ANSWER|final answer):")


def parse_svo(reply: str, most: int = 3) -> list[str]:
    """Return the first `most` different phrases of the JSON array in `reply`; [] on failure."""
    phrases = [item.strip() for item in _array(reply) or () if isinstance(item, str)]
    different = {phrase.lower(): phrase for phrase in reversed(phrases) if phrase}
    first = [phrase for phrase in phrases if different.pop(phrase.lower(), None) is not None]
    return first[:most]


def parse_entities(reply: str) -> tuple[str, str]:
    """Return what the bridge establishes (e1) and what is asked for (e2); "" where unsaid."""
    found = _json_between(reply, "{", "}")
    if not isinstance(found, dict):
        return "", ""
    first, second = ("" if found.get(k) is None else str(found[k]).strip() for k in ("e1", "e2"))
    return first, second


def parse_judge_scores(reply: str, count: int) -> list[float]:
    """Return one score in [0, 10] for each of `count` passages; 5 where there is none."""
    scores = [_score(item) for item in (_array(reply) or ())[:count]]
    return scores + [UNJUDGED] * (count - len(scores))


def parse_sub_questions(reply: str) -> list[str]:
    """Return the sub-questions of the JSON array in `reply`; [] unless all are non-blank text."""
    items = _array(reply) or []
    if not all(isinstance(item, str) and item.strip() for item in items):
        return []
    return [item.strip() for item in items]


def parse_plan(reply: str, question: str) -> list[str]:
    """Return the sub-questions of `reply`, or only `question` if it has none or more than six."""
    found = parse_sub_questions(reply)
    return found if 0 < len(found) <= MAX_SUB_QUESTIONS else [question]


def parse_final_answer(reply: str) -> str:
    """Return the line after the first marker, or else the last line, without its full stop."""
    marker = _MARKER.search(reply)
    lines = (reply[marker.end() :] if marker else reply).strip().splitlines()
    if not lines:
        return ""
    line = lines[0] if marker else lines[-1]
    return line.strip().rstrip(".").strip()


def _array(reply: str) -> list[Any] | None:
    found = _json_between(reply, "[", "]")
    return found if isinstance(found, list) else None


def _json_between(reply: str, opening: str, closing: str) -> Any:
    """Return the JSON from the first `opening` to the last `closing`, or None."""
    start, end = reply.find(opening), reply.rfind(closing)
    try:
        return json.loads(reply[start : end + 1]) if 0 <= start < end else None
    except ValueError:
        return None


def _score(item: Any) -> float:
    try:
        score = float(item)
    except (TypeError, ValueError):
        return UNJUDGED
    return UNJUDGED if math.isnan(score) else min(JUDGE_SCALE, max(0.0, score))
