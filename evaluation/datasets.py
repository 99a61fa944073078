"""Questions and passages to measure with, read from the formats in use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..state.errors import InputError
from ..state.values import MetadataValue
from .files import json_lines, question_answer_pairs, records


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
            with the columns question and answer (see `files.question_answer_pairs`), for a
            store of one's own.

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
    passages = tuple(_passage(row, at) for row, at in json_lines(folder / "corpus.jsonl"))
    firsts = _first_of_equals(passages)
    questions = tuple(
        _question(row, at, firsts) for row, at in json_lines(folder / "questions.jsonl")
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
    _require_strings(row, "answers", at)
    _require_strings(row, "supporting_ids", at)
    gold = dict.fromkeys(firsts.get(id_, id_) for id_ in row.get("supporting_ids") or ())
    return QuestionRow(
        id=str(row["id"]),
        question=row["question"],
        answers=tuple(row["answers"] or ()),
        supporting_ids=tuple(gold),
        type=row.get("type") or "",
        hops=row.get("hops"),
        labels=(row.get("gold_from") or "").partition(":")[0],
    )


def _csv_questions(path: Path) -> tuple[QuestionRow, ...]:
    """Read the two columns; lines that repeat a question add an alias to its answer."""
    answers: dict[str, list[str]] = {}
    for question, answer in question_answer_pairs(path):
        answers.setdefault(question, []).append(answer)
    return tuple(
        QuestionRow(id=str(number), question=question, answers=tuple(golds))
        for number, (question, golds) in enumerate(answers.items(), start=1)
    )


def _load_benchmark(path: Path) -> Dataset:
    rows = list(records(path))
    corpus_file = path.with_name(f"{path.stem}_corpus.json")
    pool: dict[tuple[str, str], str] = {}
    if corpus_file.is_file():
        for row, at in records(corpus_file):
            _require(row, ("title", "text"), at)
            pool.setdefault((row["title"], row["text"]), f"p{len(pool) + 1:05}")
    elif path.stem.endswith("_corpus"):
        raise InputError(f"{path} is a corpus: give the file of its questions")
    else:
        for row, at in rows:
            for key, _ in _context(row, at):
                pool.setdefault(key, f"p{len(pool) + 1:05}")
    places = {_squeezed(key): id_ for key, id_ in reversed(pool.items())}
    questions = tuple(_benchmark_question(row, at, places) for row, at in rows)
    passages = tuple(PassageRow(id_, title, text) for (title, text), id_ in pool.items())
    return Dataset(path.stem, questions, passages)


def _squeezed(key: tuple[str, str]) -> tuple[str, str]:
    """Leave out blanks: a corpus may join a passage's sentences otherwise than its questions."""
    title, text = key
    return title, "".join(text.split())


def _benchmark_question(
    row: Mapping[str, Any], at: str, places: Mapping[tuple[str, str], str]
) -> QuestionRow:
    _require(row, ("question",), at)
    answerable = row.get("answerable", True) and row.get("answer") is not None
    supporting = [_squeezed(key) for key, is_gold in _context(row, at) if is_gold]
    for key in supporting:
        if key not in places:
            raise InputError(f"{at}: no passage {key[0]!r} with its text in the corpus: add it")
    return QuestionRow(
        id=str(row.get("_id") or row.get("id") or at),
        question=row["question"],
        answers=(row["answer"], *row.get("answer_aliases", ())) if answerable else (),
        supporting_ids=tuple(dict.fromkeys(places[key] for key in supporting)),
        type=row.get("type") or str(row.get("id", "")).partition("__")[0],
        hops=len(row["question_decomposition"]) if "question_decomposition" in row else None,
    )


def _context(row: Mapping[str, Any], at: str) -> list[tuple[tuple[str, str], bool]]:
    """Return ((title, text), supporting) for each passage that comes with a question."""
    try:
        if "paragraphs" in row:
            return [
                ((p["title"], _paragraph_text(p)), bool(p.get("is_supporting", False)))
                for p in row["paragraphs"]
            ]
        if "context" in row:
            gold = {title for title, _ in row.get("supporting_facts", ())}
            return [((title, _joined(text)), title in gold) for title, text in row["context"]]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"{at} has a context that cannot be read ({type(error).__name__}: {error}): "
            "[title, sentences] or objects with title and paragraph_text needed"
        ) from error
    raise InputError(f"{at} has neither context nor paragraphs: not a known format")


def _paragraph_text(paragraph: Mapping[str, Any]) -> str:
    name = "text" if "text" in paragraph else "paragraph_text"
    return str(paragraph[name])


def _joined(sentences: Sequence[str]) -> str:
    """Join sentences; HotpotQA's carry their own blanks, 2WikiMultiHopQA's do not."""
    own_blanks = any(sentence.startswith(" ") for sentence in sentences[1:])
    return ("" if own_blanks else " ").join(sentences)


def _require_strings(row: Mapping[str, Any], name: str, at: str) -> None:
    values = row.get(name) or []
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise InputError(f"{at}: {name} is no list of strings: write it as one")


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
