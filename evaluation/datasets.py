"""Questions and passages to measure with, read from the formats in use."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..state.errors import InputError
from ..state.values import MetadataValue


@dataclass(frozen=True)
class PassageRow:
    """One line of a corpus: a passage that is never cut."""

    id: str
    title: str
    text: str
    metadata: Mapping[str, MetadataValue] = field(default_factory=dict)


@dataclass(frozen=True)
class QuestionRow:
    """One question with what is right.

    Attributes:
        answers: The right answer and its aliases.
        supporting_ids: Ids of the passages that hold the evidence; empty if not labelled.
        type: The data set's own question type, or "".
        hops: How many passages the answer needs, where the data set says so.
        labels: Where the supporting passages come from, where the data set says so.
    """

    id: str
    question: str
    answers: tuple[str, ...]
    supporting_ids: tuple[str, ...] = ()
    type: str = ""
    hops: int | None = None
    labels: str = ""


@dataclass(frozen=True)
class Dataset:
    """Questions and the corpus they are asked of.

    Attributes:
        passages: In file order; empty if the questions are for a store of one's own.
    """

    name: str
    questions: tuple[QuestionRow, ...]
    passages: tuple[PassageRow, ...] = ()

    def first(self, limit: int | None) -> "Dataset":
        """Return the data set with its first `limit` questions; None keeps all."""
        return self if limit is None else replace(self, questions=self.questions[:limit])


def load_dataset(path: Path) -> Dataset:
    """Read a data set.

    Args:
        path: A folder with corpus.jsonl and questions.jsonl; a HotpotQA, 2WikiMultiHopQA or
            MuSiQue file (JSON or JSON lines), whose corpus is NAME_corpus.json beside it
            (the HippoRAG format) or else the passages of all its questions; or a CSV file
            with the columns question and answer, for a store of one's own.

    Raises:
        InputError: The path does not hold such a data set.
    """
    if path.is_dir():
        dataset = _load_folder(path)
    elif not path.is_file():
        raise InputError(f"{path} does not exist: give a folder or a file of questions")
    elif path.suffix == ".csv":
        dataset = Dataset(path.stem, _csv_questions(path))
    else:
        dataset = _load_benchmark(path)
    _check(dataset, path)
    return dataset


def _load_folder(folder: Path) -> Dataset:
    for name in ("corpus.jsonl", "questions.jsonl"):
        if not (folder / name).is_file():
            raise InputError(f"{folder} has no {name}: give a folder that holds it")
    passages = tuple(_passage(row, at) for row, at in _json_lines(folder / "corpus.jsonl"))
    firsts = _first_of_equals(passages)
    questions = tuple(
        _question(row, at, firsts) for row, at in _json_lines(folder / "questions.jsonl")
    )
    return Dataset(folder.resolve().name, questions, passages)


def _first_of_equals(passages: Sequence[PassageRow]) -> dict[str, str]:
    """Map each id to the first id with the same title and text: they fill one place."""
    firsts: dict[tuple[str, str], str] = {}
    for passage in sorted(passages, key=lambda p: p.id):
        firsts.setdefault((passage.title, passage.text), passage.id)
    return {p.id: firsts[p.title, p.text] for p in passages}


def _passage(row: Mapping[str, Any], at: str) -> PassageRow:
    _require(row, ("id", "text"), at)
    metadata = {
        name: value
        for name, value in row.items()
        if name not in {"id", "title", "text"} and isinstance(value, str | int | float | None)
    }
    return PassageRow(str(row["id"]), row.get("title") or "", row["text"], metadata)


def _question(row: Mapping[str, Any], at: str, firsts: Mapping[str, str]) -> QuestionRow:
    _require(row, ("id", "question", "answers"), at)
    gold = dict.fromkeys(firsts.get(id_, id_) for id_ in row.get("supporting_ids") or ())
    return QuestionRow(
        id=str(row["id"]),
        question=row["question"],
        answers=tuple(row["answers"]),
        supporting_ids=tuple(gold),
        type=row.get("type") or "",
        hops=row.get("hops"),
        labels=(row.get("gold_from") or "").partition(":")[0],
    )


def _csv_questions(path: Path) -> tuple[QuestionRow, ...]:
    """Read the two columns; lines that repeat a question add an alias to its answer."""
    answers: dict[str, list[str]] = {}
    with path.open(encoding="utf-8-sig", newline="") as lines:
        for number, row in enumerate(csv.reader(lines), start=1):
            if not row or (number == 1 and [c.strip().lower() for c in row[:1]] == ["question"]):
                continue
            if len(row) != 2 or not row[0].strip():
                raise InputError(f"{path}:{number} has {len(row)} columns: question,answer needed")
            answers.setdefault(row[0].strip(), []).append(row[1].strip())
    return tuple(
        QuestionRow(id=str(number), question=question, answers=tuple(golds))
        for number, (question, golds) in enumerate(answers.items(), start=1)
    )


def _load_benchmark(path: Path) -> Dataset:
    rows = list(_records(path))
    corpus_file = path.with_name(f"{path.stem}_corpus.json")
    pool: dict[tuple[str, str], str] = {}
    if corpus_file.is_file():
        for row, at in _records(corpus_file):
            _require(row, ("title", "text"), at)
            pool.setdefault((row["title"], row["text"]), f"p{len(pool) + 1:05}")
    elif path.stem.endswith("_corpus"):
        raise InputError(f"{path} is a corpus: give the file of its questions")
    else:
        for row, at in rows:
            for key, _ in _context(row, at):
                pool.setdefault(key, f"p{len(pool) + 1:05}")
    questions = tuple(_benchmark_question(row, at, pool) for row, at in rows)
    passages = tuple(PassageRow(id_, title, text) for (title, text), id_ in pool.items())
    return Dataset(path.stem, questions, passages)


def _benchmark_question(
    row: Mapping[str, Any], at: str, pool: Mapping[tuple[str, str], str]
) -> QuestionRow:
    _require(row, ("question",), at)
    answerable = row.get("answerable", True) and row.get("answer") is not None
    gold = dict.fromkeys(
        pool[key] for key, supporting in _context(row, at) if supporting and key in pool
    )
    return QuestionRow(
        id=str(row.get("_id") or row.get("id") or at),
        question=row["question"],
        answers=(row["answer"], *row.get("answer_aliases", ())) if answerable else (),
        supporting_ids=tuple(gold),
        type=row.get("type") or str(row.get("id", "")).partition("__")[0],
        hops=len(row["question_decomposition"]) if "question_decomposition" in row else None,
    )


def _context(row: Mapping[str, Any], at: str) -> Iterator[tuple[tuple[str, str], bool]]:
    """Yield ((title, text), supporting) for each passage that comes with a question."""
    if "paragraphs" in row:
        for paragraph in row["paragraphs"]:
            text = paragraph.get("paragraph_text", paragraph.get("text", ""))
            yield (paragraph["title"], text), paragraph.get("is_supporting", False)
    elif "context" in row:
        gold = {title for title, _ in row.get("supporting_facts", ())}
        for title, sentences in row["context"]:
            yield (title, _joined(sentences)), title in gold
    else:
        raise InputError(f"{at} has neither context nor paragraphs: not a known format")


def _joined(sentences: Sequence[str]) -> str:
    """Join sentences; HotpotQA's carry their own blanks, 2WikiMultiHopQA's do not."""
    own_blanks = any(sentence.startswith(" ") for sentence in sentences[1:])
    return ("" if own_blanks else " ").join(sentences)


def _records(path: Path) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield the objects of a JSON list or of JSON lines, each with its place."""
    with path.open(encoding="utf-8") as file:
        is_list = file.read(64).lstrip().startswith("[")
    if not is_list:
        yield from _json_lines(path)
        return
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise InputError(f"{path} is not JSON ({error}): give a data set's file") from error
    for number, row in enumerate(rows, start=1):
        yield row, f"{path}, item {number}"


def _json_lines(path: Path) -> Iterator[tuple[Mapping[str, Any], str]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                raise InputError(
                    f"{path}:{number} is not JSON ({error}): each line must be one object"
                ) from error
            yield row, f"{path}:{number}"


def _require(row: Mapping[str, Any], names: Sequence[str], at: str) -> None:
    missing = [name for name in names if name not in row]
    if missing:
        raise InputError(f"{at} lacks {', '.join(missing)}: add it to the line")


def _check(dataset: Dataset, path: Path) -> None:
    ids = {passage.id for passage in dataset.passages}
    if len(ids) < len(dataset.passages):
        raise InputError(f"{path}: two passages have one id: ids must differ")
    if len({q.id for q in dataset.questions}) < len(dataset.questions):
        raise InputError(f"{path}: two questions have one id: ids must differ")
    if not dataset.questions:
        raise InputError(f"{path} holds no question: add some")
    if not dataset.passages:
        return
    for question in dataset.questions:
        for id_ in question.supporting_ids:
            if id_ not in ids:
                raise InputError(f"question {question.id}: no passage {id_} in the corpus: add it")
