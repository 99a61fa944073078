"""Measuring retrieval: how much of the evidence is found, beside BM25 and cosine alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from ..state.errors import InputError
from ..state.values import MetadataValue
from .baselines import Bm25Baseline, CosineBaseline
from .datasets import Dataset, PassageRow, QuestionRow
from .metrics import all_gold_at, recall_at
from .published import beside
from .summary import Scored, groups, intervals, means, percentiles, question_lines
from .systems import Encode, Search

DEPTH = 10
_SYSTEM = "hopgraph"


def measure_retrieval(
    dataset: Dataset,
    vectors: npt.NDArray[np.float32],
    encode: Encode,
    search: Search,
    progress: Callable[[], None] = lambda: None,
    where: Mapping[str, MetadataValue] | None = None,
) -> dict[str, Any]:
    """Search for every labelled question and score what is found by `supporting_ids`.

    Args:
        dataset: The questions and passages.
        vectors: One row per passage, in the data set's order, shape (n, d).
        encode: Encodes one question; timed apart from the search.
        search: Is given the question's vector, and returns passages best first.
        progress: Called after each question.
        where: The metadata by which `search` filters; the baselines then do too.

    Returns:
        A report, ready for JSON: shares in [0, 1], times in milliseconds.

    Raises:
        InputError: No question is labelled, or the vectors are not one per passage.
    """
    labelled = [q for q in dataset.questions if q.supporting_ids]
    if not labelled:
        raise InputError(f"{dataset.name} has no question with supporting_ids: label some")
    if len(vectors) != len(dataset.passages):
        raise InputError(
            f"{len(vectors)} vectors for {len(dataset.passages)} passages: "
            "give one vector per line of the corpus, in its order"
        )
    ids = [passage.id for passage in dataset.passages]
    allowed = np.array([_has(passage, where or {}) for passage in dataset.passages])
    bm25, cosine = Bm25Baseline(dataset.passages), CosineBaseline(vectors)
    search(labelled[0].question, encode(labelled[0].question), DEPTH)  # builds what is lazy
    rows: dict[str, list[Scored]] = {_SYSTEM: [], "bm25": [], "cosine": []}
    encoding_ms, latency_ms = [], []
    for question in labelled:
        started = perf_counter()
        vector = encode(question.question)
        encoded = perf_counter()
        found = search(question.question, vector, DEPTH)
        latency_ms.append((perf_counter() - encoded) * 1000)
        encoding_ms.append((encoded - started) * 1000)
        rankings = {
            _SYSTEM: [passage.source for passage in found],
            "bm25": [ids[place] for place in bm25.rank(question.question, DEPTH, allowed)],
            "cosine": [ids[place] for place in cosine.rank(vector, DEPTH, allowed)],
        }
        for name, ranked in rankings.items():
            rows[name].append(Scored(question, _scores(ranked, question)))
        progress()
    scores = {name: [row.scores for row in scored] for name, scored in rows.items()}
    baselines = ("bm25", "cosine")
    return {
        "mode": "retrieval",
        "dataset": dataset.name,
        "passages": len(dataset.passages),
        "n": len(labelled),
        "unlabelled": len(dataset.questions) - len(labelled),
        "metrics": means(scores[_SYSTEM]),
        "intervals": intervals(scores[_SYSTEM]),
        "baselines": {name: means(scores[name]) for name in baselines},
        "baseline_intervals": {name: intervals(scores[name]) for name in baselines},
        "latency_ms": percentiles(latency_ms),
        "encoding_ms": percentiles(encoding_ms),
        "groups": groups(rows[_SYSTEM]),
        "published": asdict(beside(dataset, "retrieval")),
        "questions": question_lines(rows[_SYSTEM]),
    }


def _has(passage: PassageRow, where: Mapping[str, MetadataValue]) -> bool:
    """Tell whether a passage has these values, as a corpus filled with it would."""
    values = {**passage.metadata, "source": passage.id, "title": passage.title}
    return all(name in values and values[name] == value for name, value in where.items())


def _scores(ranked: Sequence[str], question: QuestionRow) -> dict[str, float]:
    gold = question.supporting_ids
    return {
        **{f"recall@{k}": recall_at(k, ranked, gold) for k in (2, 5, DEPTH)},
        "all_gold@5": all_gold_at(5, ranked, gold),
    }
