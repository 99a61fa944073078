"""How MothRag reads the replies of its judge."""

import json
import math
from typing import Any

JUDGE_SCALE = 10.0
UNJUDGED = 5.0
"""The score of a passage the judge said nothing readable about."""


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
