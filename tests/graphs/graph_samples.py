"""Invented people and places, and readers that say what a test scripts."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hopgraph.models.reading import Reading, ReadingTask
from hopgraph.state.values import Failure, ModelCall, ProofStep

QUESTION = "Where was the founder of Varnholt Mills born?"
FOUNDED = "Varnholt Mills was founded by Edda Quillfeather in 1871."
BORN = "Edda Quillfeather was born in Osterby."
PASSAGES = [
    ("mills", "Varnholt Mills", FOUNDED),
    ("edda", "Edda Quillfeather", BORN),
    ("osterby", "Osterby", "Osterby is a harbour town in Nordland."),
    ("loom", "Loom", "A loom is a machine that weaves cloth."),
    ("brack", "Brack Hollow", "Brack Hollow is a valley with many mills."),
    ("tarn", "Tarn Castle", "Tarn Castle was built by Ulf Stonebridge."),
    ("ulf", "Ulf Stonebridge", "Ulf Stonebridge was born in Kelmere."),
    ("choir", "Osterby Choir", "The Osterby Choir sings in the harbour."),
]

Script = Callable[[ReadingTask], Reading]


@dataclass
class ScriptedReader:
    """A reader that answers by a function of the task, and remembers what it was asked."""

    script: Script
    tasks: list[ReadingTask] = field(default_factory=list)
    name: str = "scripted"

    def read(self, task: ReadingTask) -> Reading:
        self.tasks.append(task)
        return self.script(task)

    async def aread(self, task: ReadingTask) -> Reading:
        return self.read(task)

    @property
    def kinds(self) -> list[str]:
        return [task.kind for task in self.tasks]


def quoted(task: ReadingTask, text: str, subject: str, found: str, **more: object) -> ProofStep:
    """A lookup step that quotes `text` from whichever passage holds it."""
    holder = next((p.id for p in task.passages if text in p.text), "not-given")
    return ProofStep(
        rule="lookup",
        claim=text,
        passage_id=holder,
        quote=text,
        subject=subject,
        object=found,
        **more,  # type: ignore[arg-type]
    )


def proved(task: ReadingTask) -> Reading:
    """The right answer with its proof."""
    steps = (
        quoted(task, FOUNDED, "Varnholt Mills", "Edda Quillfeather"),
        quoted(task, BORN, "Edda Quillfeather", "Osterby", inputs=(1,)),
    )
    return Reading(answer="Osterby", steps=steps, confidence=1.0, calls=(called(task),))


def abstaining(task: ReadingTask) -> Reading:
    """No answer, and what is missing."""
    missing = ("birthplace of the founder of Varnholt Mills",)
    return Reading(abstained=True, missing=missing, calls=(called(task),))


def failing(task: ReadingTask) -> Reading:
    """A provider that is down."""
    failure = Failure(stage=task.stage, kind="unreachable", message="no connection")
    return Reading(failures=(failure,))


def called(task: ReadingTask) -> ModelCall:
    """One request for each distinct task."""
    ids = ",".join(p.id for p in task.passages)
    return ModelCall(id=f"{task.kind}|{task.question}|{ids}", stage=task.stage, model="scripted")


class ProvingServer:
    """Replies of a chat model that proves the answer once both passages are before it.

    Attributes:
        plan: Whether a reply that abstains carries the sub-questions.
    """

    def __init__(self, plan: bool = True) -> None:
        self.plan = plan

    def __call__(self, request: dict[str, Any]) -> str:
        prompt = request["text"]
        places = {
            text: number
            for number, text in re.findall(r"<passage (\d+)>\n(?:Title: .*\n)?(.*)\n</", prompt)
        }
        if "sub_questions" in prompt and "Do not answer them" in prompt:
            return json.dumps({"sub_questions": SUB_QUESTIONS})
        question = prompt.rpartition("Question: ")[2].splitlines()[0]
        steps: list[dict[str, Any]] = []
        if FOUNDED in places and "found" in question:
            steps.append(_step(places[FOUNDED], FOUNDED, "Varnholt Mills", "Edda Quillfeather"))
        if BORN in places and ("born" in question):
            steps.append(_step(places[BORN], BORN, "Edda Quillfeather", "Osterby"))
        if question == SUB_QUESTIONS[0]["text"]:
            return _reply(steps[:1], "Edda Quillfeather" if steps else "")
        if question == "Where was Edda Quillfeather born?":
            return _reply(steps[-1:], "Osterby" if BORN in places else "")
        if len(steps) < 2:
            return _reply(steps, "", plan=self.plan)
        steps[1]["inputs"] = [1]
        return _reply(steps, "Osterby")


SUB_QUESTIONS: list[dict[str, Any]] = [
    {"id": "1", "text": "Who founded Varnholt Mills?", "depends_on": []},
    {"id": "2", "text": "Where was #1 born?", "depends_on": ["1"]},
]


def _step(number: str, text: str, subject: str, found: str) -> dict[str, Any]:
    return {
        "rule": "lookup",
        "claim": text,
        "passage": int(number),
        "quote": text,
        "subject": subject,
        "object": found,
        "inputs": [],
    }


def _reply(steps: list[dict[str, Any]], answer: str, plan: bool = False) -> str:
    missing = [] if answer else ["birthplace of Edda Quillfeather"]
    parts = SUB_QUESTIONS if plan and not answer else []
    return json.dumps(
        {"steps": steps, "answer": answer, "missing": missing, "sub_questions": parts}
    )
