"""An invented corpus, and a server's replies to prompts about it: proved at once, or never."""

import json
import re
from typing import Any

QUESTION = "Where was the founder of Varnholt Mills born?"
FOUNDED = "Varnholt Mills was founded by Edda Quillfeather in 1871."
BORN = "Edda Quillfeather was born in Osterby."
PASSAGES = [
    ("mills", "Varnholt Mills", FOUNDED),
    ("edda", "Edda Quillfeather", BORN),
    *((f"{n}", f"Mill {n}", f"The founder of mill {n} was born in town {n}.") for n in range(60)),
]
_PARTS = [
    {"id": "1", "text": "Who founded Varnholt Mills?", "depends_on": []},
    {"id": "2", "text": "Where was #1 born?", "depends_on": ["1"]},
]
_NUMBERED = re.compile(r"<passage (\d+)>\n(?:Title: .*\n)?(.*)\n</")


def proving(request: dict[str, Any]) -> str:
    """Reply with the answer and its proof."""
    places = {text: int(number) for number, text in _NUMBERED.findall(request["text"])}
    steps = [
        _step(places.get(FOUNDED, 0), FOUNDED, "Varnholt Mills", "Edda Quillfeather"),
        {**_step(places.get(BORN, 0), BORN, "Edda Quillfeather", "Osterby"), "inputs": [1]},
    ]
    return _reply(steps, "Osterby")


def failing(request: dict[str, Any]) -> str:
    """Reply as the model that costs most: never proves, always has something to search for.

    Its sub-questions are answered with quotes that stand nowhere, so that they must be
    synthesised; its best guess is unproved.
    """
    asked = request["system"]
    if "Do not answer them" in asked:
        return json.dumps({"sub_questions": _PARTS})
    if "Nothing more can be searched for" in asked:
        return _reply([], "Osterby")
    if "Parts of the question have been answered" in asked:
        return _reply([], "", missing="proof of the birthplace")
    if '"sub_questions" is []' in asked:
        found = "Edda Quillfeather" if "Who founded" in request["user"] else "Osterby"
        return _reply([_step(1, f"It says so: {found}.", "It", found)], found)
    held = len(_NUMBERED.findall(request["text"]))
    return _reply([], "", missing=f"birthplace of founder {held}", parts=_PARTS)


def _step(passage: int, quote: str, subject: str, found: str) -> dict[str, Any]:
    place = {"rule": "lookup", "claim": quote, "passage": passage, "quote": quote}
    return {**place, "subject": subject, "object": found, "inputs": []}


def _reply(steps: list[Any], answer: str, missing: str = "", parts: list[Any] | None = None) -> str:
    lacking = [missing] if missing else []
    reply = {"steps": steps, "answer": answer, "missing": lacking, "sub_questions": parts or []}
    return json.dumps(reply)
