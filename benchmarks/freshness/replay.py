"""Replay dated versions of documents through updates, and ask each question at each change.

python benchmarks/freshness/replay.py FOLDER [--no-answers]
"""

import argparse
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpora import TimedEncoder
from langchain_core.documents import Document

from hopgraph import HopGraph
from hopgraph.reasoning.text import normalise_answer
from hopgraph.retrievers.corpus import Corpus

Row = dict[str, Any]


def main() -> None:
    """Print the figures of one data set as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--no-answers", action="store_true", help="measure retrieval only")
    arguments = parser.parse_args()
    documents = list(_rows(arguments.folder / "corpus.jsonl"))
    questions = list(_rows(arguments.folder / "questions.jsonl"))
    encoder = TimedEncoder()
    with Corpus.open(embeddings=encoder) as corpus:
        hopgraph = None if arguments.no_answers else HopGraph(corpus=corpus, chat="extractive")
        figures = replay(corpus, encoder, documents, questions, hopgraph)
        figures["full rebuild"] = rebuild(corpus, encoder, documents)
    print(json.dumps(figures, indent=2))


def replay(
    corpus: Corpus,
    encoder: TimedEncoder,
    documents: list[Row],
    questions: list[Row],
    hopgraph: HopGraph | None,
) -> Row:
    """Bring in the versions day by day, and ask what changed on each day."""
    by_day: dict[str, list[Row]] = defaultdict(list)
    for document in documents:
        by_day[document["as_of"]].append(document)
    text_of = {document["id"]: document["text"] for document in documents}
    asked: dict[str, list[tuple[str, Row]]] = defaultdict(list)
    for question in questions:
        for change in question["timeline"]:
            asked[change["from"]].append((question["question"], change))
    current: dict[str, str] = {}
    updates: list[tuple[float, int]] = []
    counts: dict[str, int] = defaultdict(int)
    for day in sorted(by_day):
        for document in by_day[day]:
            updates.append(_written(corpus, encoder, document))
            current[document["series"]] = document["text"]
        for question, change in asked[day]:
            passages = corpus.search(question, 5)
            right = text_of[change["doc_id"]]
            ranks = [n for n, p in enumerate(passages) if p.text in right]
            counts["asked"] += 1
            counts["right version in the top 1"] += ranks[:1] == [0]
            counts["right version in the top 5"] += bool(ranks)
            counts["superseded passages returned"] += sum(
                not any(p.text in text for text in current.values()) for p in passages
            )
            # None: the version no longer tells.
            if hopgraph and change["answer"] is not None:
                answer = hopgraph.query(question)
                counts["answers asked for"] += 1
                counts["answers given"] += bool(answer.answer)
                counts["given answers right"] += _same(answer.answer, change["answer"])
                counts["best guesses right"] += _same(answer.best_guess, change["answer"])
    milliseconds = sorted(1000 * seconds for seconds, _ in updates)
    return {
        "versions": len(documents),
        **counts,
        "ms per update beyond encoding, p50": round(statistics.median(milliseconds), 1),
        "ms per update beyond encoding, p95": round(milliseconds[len(milliseconds) * 95 // 100], 1),
        "texts encoded per update": round(statistics.mean(texts for _, texts in updates), 2),
    }


def rebuild(corpus: Corpus, encoder: TimedEncoder, documents: list[Row]) -> Row:
    """Build the last state anew, as a system without updates must."""
    last = {document["series"]: document for document in documents}
    before, started = encoder.texts, time.perf_counter()
    with Corpus.open(embeddings=encoder) as fresh:
        fresh.ingest(map(_document, last.values()))
        seconds = time.perf_counter() - started
        return {
            "ms": round(1000 * seconds),
            "texts encoded": encoder.texts - before,
            "passages": len(fresh),
            "passages after the replay": len(corpus),
        }


def _written(corpus: Corpus, encoder: TimedEncoder, document: Row) -> tuple[float, int]:
    """Bring in one version; return the seconds beyond encoding and the texts encoded."""
    started, seconds, texts = time.perf_counter(), encoder.seconds, encoder.texts
    known = {info.source for info in corpus.sources()} if document["supersedes"] else set()
    started = time.perf_counter()
    if document["series"] in known:
        metadata = {"as_of": document["as_of"], "title": document["title"]}
        corpus.update(document["series"], document["text"], metadata)
    else:
        corpus.ingest(_document(document))
    took = time.perf_counter() - started - (encoder.seconds - seconds)
    return took, encoder.texts - texts


def _document(row: Row) -> Document:
    metadata = {"source": row["series"], "title": row["title"], "as_of": row["as_of"]}
    return Document(row["text"], metadata=metadata)


def _same(found: str, answer: str) -> bool:
    return normalise_answer(found) == normalise_answer(answer)


def _rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


if __name__ == "__main__":
    main()
