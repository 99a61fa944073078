"""Prints what each question was answered, and how, in every way of asking: a hash of each.

python byte_equal_child.py DATA QUESTIONS
"""

import asyncio
import hashlib
import json
import re
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from pydantic_core import to_json

from hopgraph import Corpus, build_graph
from hopgraph.evaluation import load_dataset
from hopgraph.evaluation.datasets import PassageRow

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from scripted import Said, ScriptedChat, StatusError

SETS = ("2wikimultihopqa", "hotpotqa", "musique", "xquad_ar")
# Passages of each set, at least, beside those that its questions rest on.
OTHERS = 100
AT_ONCE = (1, 8)

_PASSAGE = re.compile(r"<passage (\d+)>\n(?:Title: (.*)\n)?(.*)\n</")

State = dict[str, Any]


def reply(prompt: str) -> Said:
    """Prove, misquote, plan, guess or fail, as the prompt's hash has it: every arm comes to run."""
    draw = hashlib.sha256(prompt.encode()).digest()
    given = _PASSAGE.findall(prompt)
    if draw[0] < 10:
        return StatusError(422)
    if draw[0] < 20 or not given:
        return "I do not know."
    number, title, text = given[draw[1] % len(given)]
    sentence = text.partition(". ")[0]
    words = re.findall(r"\w+", sentence) or [""]
    found = words[draw[2] % len(words)]
    quote = sentence if draw[0] < 200 else f"{sentence} indeed"
    step = {"rule": "lookup", "claim": quote, "passage": number, "quote": quote, "subject": title}
    return json.dumps(
        {
            "steps": [{**step, "object": found, "inputs": []}] if draw[0] < 220 else [],
            "answer": found if draw[3] < 128 else "",
            "missing": [f"the {found} of {title}"] if draw[0] > 80 else [],
            "sub_questions": [
                {"id": "1", "text": f"What is {title}?", "depends_on": []},
                {"id": "2", "text": f"Who is {words[0]}?", "depends_on": []},
                {"id": "3", "text": "Where are #1 and #2?", "depends_on": ["1", "2"]},
            ],
        }
    )


def read_set(folder: Path, count: int) -> tuple[list[str], list[PassageRow], Any]:
    """Return the first `count` questions of a set, passages for them, and ready-made vectors."""
    dataset = load_dataset(folder)
    file = folder / "minilm_int8.npy"
    asked = dataset.questions[:count]
    gold = {name for question in asked for name in question.supporting_ids}
    # Without ready-made vectors the passages must be encoded: only those that are needed.
    others = OTHERS if file.exists() else 0
    places = [n for n, p in enumerate(dataset.passages) if n < others or p.id in gold]
    vectors = np.load(file, mmap_mode="r")[places].astype(np.float32) if file.exists() else None
    return [q.question for q in asked], [dataset.passages[place] for place in places], vectors


def filled(corpus: Corpus, data: Path, count: int) -> list[str]:
    """Ingest passages of each set, and return the questions to ask."""
    questions: list[str] = []
    for number, name in enumerate(SETS):
        share = len(range(number, count, len(SETS)))
        asked, passages, vectors = read_set(data / name, share)
        corpus.ingest_passages(
            ((f"{name}/{p.id}", p.title, p.text, {}) for p in passages), vectors=vectors
        )
        questions += asked
    return questions


def told(question: str, states: Sequence[State]) -> dict[str, Any]:
    """Hash the answer with its proof, and the states after each step: all that is traced."""
    answer = states[-1]["answer"]
    return {
        "question": question,
        "answer": hashlib.sha256(to_json(answer)).hexdigest(),
        "trace": hashlib.sha256(to_json(states)).hexdigest(),
        "arms": [candidate.arm for candidate in answer.arms],
        "status": answer.proof.status,
    }


def in_threads(graph: Any, questions: Sequence[str], at_once: int) -> list[dict[str, Any]]:
    """Ask through the synchronous door."""

    def ask(question: str) -> dict[str, Any]:
        return told(question, list(graph.stream({"question": question}, stream_mode="values")))

    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(ask, questions))


def in_tasks(graph: Any, questions: Sequence[str], at_once: int) -> list[dict[str, Any]]:
    """Ask through the asynchronous door."""

    async def ask(question: str, turns: asyncio.Semaphore) -> dict[str, Any]:
        async with turns:
            states = graph.astream({"question": question}, stream_mode="values")
            return told(question, [state async for state in states])

    async def ask_all() -> list[dict[str, Any]]:
        turns = asyncio.Semaphore(at_once)
        return await asyncio.gather(*(ask(question, turns) for question in questions))

    return asyncio.run(ask_all())


def main(data: Path, count: int) -> None:
    with Corpus.open(None, "embedded") as corpus:
        questions = filled(corpus, data, count)
        for reader, asked in (("extractive", questions[::2]), ("scripted", questions[1::2])):
            for ask in (in_threads, in_tasks):
                for at_once in AT_ONCE:
                    chat: Any = ScriptedChat(script=reply) if reader == "scripted" else reader
                    graph = build_graph(corpus=corpus, chat=chat)
                    way = {"reader": reader, "way": f"{ask.__name__}, {at_once} at once"}
                    for line in ask(graph, asked, at_once):
                        print(json.dumps(way | line), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
