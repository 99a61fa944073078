"""Names found in questions, by the rules and by Stanza, against the titles they should name.

python benchmarks/language/anchors.py DATA [--stanza-dir DIR]: DATA holds folders of data sets;
DIR holds Stanza models, else tiny ones are trained as the tests do. A title of a supporting
passage that stands in the question word for word is a name to find.
"""

import argparse
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from hopgraph.language.decomposer import QueryDecomposer
from hopgraph.reasoning.question import analyze_question
from hopgraph.reasoning.text import fold

SETS = ("musique", "hotpotqa", "2wikimultihopqa_hippo1000")
SHORTEST = 4
_QUALIFIER = re.compile(r"\s*\(.*|,.*")

Asked = tuple[str, tuple[str, ...]]
Find = Callable[[str], Sequence[str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--stanza-dir", type=Path)
    given = parser.parse_args()
    taken = itertools.islice(
        _alternating([_asked(given.data / name) for name in SETS]), given.questions
    )
    questions = list(taken)
    titles = sum(len(names) for _, names in questions)
    print(f"{len(questions)} questions, {titles} names\n")
    print("| finder | exact | found whole or in part | other names a question |")
    print("|---|---|---|---|")
    finders: dict[str, Find] = {
        "rules, anchors of the parse": lambda question: analyze_question(question).anchors,
        "rules, extract_entities": QueryDecomposer().extract_entities,
        "Stanza, extract_entities": _stanza(given.stanza_dir),
    }
    for name, find in finders.items():
        print(f"| {name} | {_row(questions, find)} |")


def _stanza(folder: Path | None) -> Find:
    if folder is None:
        sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "language"))
        from tiny_stanza import cached_models

        folder = cached_models()
    return QueryDecomposer(use_stanza=True, stanza_dir=folder).extract_entities


def _alternating(sets: Sequence[Iterator[Asked]]) -> Iterator[Asked]:
    """Yield a question of each set in turn."""
    for turn in itertools.zip_longest(*sets):
        yield from (asked for asked in turn if asked)


def _asked(folder: Path) -> Iterator[Asked]:
    """Yield the questions that name supporting passages, with those names."""
    titles = {row["id"]: _QUALIFIER.sub("", row["title"]) for row in _rows(folder / "corpus.jsonl")}
    for row in _rows(folder / "questions.jsonl"):
        question = fold(row["question"])
        named = dict.fromkeys(titles.get(one, "") for one in row.get("supporting_ids") or [])
        found = tuple(t for t in named if len(t) >= SHORTEST and fold(t) in question)
        if found:
            yield row["question"], found


def _rows(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def _row(questions: Sequence[Asked], find: Find) -> str:
    exact = partly = other = total = 0
    for question, names in questions:
        found = [fold(_QUALIFIER.sub("", name)) for name in find(question)]
        wanted = [fold(name) for name in names]
        total += len(wanted)
        exact += sum(name in found for name in wanted)
        partly += sum(any(_overlap(name, other) for other in found) for name in wanted)
        other += sum(not any(_overlap(name, one) for name in wanted) for one in found)
    return f"{100 * exact / total:.1f} | {100 * partly / total:.1f} | {other / len(questions):.2f}"


def _overlap(a: str, b: str) -> bool:
    return a in b or (len(b) >= SHORTEST and b in a)


if __name__ == "__main__":
    main()
