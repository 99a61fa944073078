"""Published figures, with their sources, and whether a run may stand beside them.

All are for the sampling of HippoRAG (arXiv 2405.14831, kept by HippoRAG 2): 1,000 questions a
set, over 9,811 (HotpotQA), 6,119 (2WikiMultiHopQA) and 11,656 (MuSiQue) passages, the first five
of which are read. Figures on other samplings or by other measures are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .datasets import Dataset

SetName = Literal["HotpotQA", "2WikiMultiHopQA", "MuSiQue"]
_SETS: tuple[SetName, ...] = ("HotpotQA", "2WikiMultiHopQA", "MuSiQue")
_QUESTIONS = 1000
_PASSAGES: dict[SetName, int] = {"HotpotQA": 9811, "2WikiMultiHopQA": 6119, "MuSiQue": 11656}
_TYPES: dict[SetName, frozenset[str]] = {
    "HotpotQA": frozenset({"bridge", "comparison", ""}),
    "2WikiMultiHopQA": frozenset(
        {"compositional", "comparison", "inference", "bridge_comparison", ""}
    ),
    "MuSiQue": frozenset({"2hop", "3hop1", "3hop2", "4hop1", "4hop2", "4hop3", ""}),
}

_HIPPORAG2 = "HippoRAG 2, arXiv 2502.14802"
_HIQ = "Hi-Q, arXiv 2608.30468"
_PROPRAG = "PropRAG, arXiv 2504.18070"
_LLAMA = "llama-3.3-70b"
_GPT = "gpt-4o-mini"

Percent = float | None
_Row = tuple[Percent, Percent, Percent]


@dataclass(frozen=True)
class Published:
    """Figures of one system.

    Attributes:
        reader: Part of the reader's name that a run must share; "" for retrieval.
        figures: In percent, in the order HotpotQA, 2WikiMultiHopQA, MuSiQue.
        note: What keeps the figure from being taken at face value, or "".
    """

    system: str
    measure: Literal["recall@2", "recall@5", "em", "f1"]
    figures: _Row
    source: str
    reader: str = ""
    note: str = ""


def _recall(k: int, source: str, figures: dict[str, _Row]) -> list[Published]:
    measure: Literal["recall@2", "recall@5"] = "recall@2" if k == 2 else "recall@5"
    return [Published(system, measure, row, source) for system, row in figures.items()]


def _answers(
    system: str,
    em: _Row,
    f1: _Row,
    source: str,
    reader: str = _LLAMA,
    note: str = "",
) -> list[Published]:
    return [
        Published(system, "em", em, source, reader, note),
        Published(system, "f1", f1, source, reader, note),
    ]


FIGURES: tuple[Published, ...] = (
    *_recall(
        5,
        _HIPPORAG2,
        {
            "BM25": (74.8, 65.3, 43.5),
            "Contriever": (75.3, 57.5, 46.6),
            "GTR": (73.9, 67.9, 49.1),
            "GTE-Qwen2-7B": (89.1, 74.8, 63.6),
            "GritLM-7B": (92.4, 76.0, 65.9),
            "NV-Embed-v2": (94.5, 76.5, 69.7),
            "RAPTOR": (86.9, 66.2, 57.8),
            "HippoRAG": (77.3, 90.4, 53.2),
            "HippoRAG 2": (96.3, 90.4, 74.7),
        },
    ),
    *_recall(5, _PROPRAG, {"PropRAG": (97.4, 94.1, 78.3)}),
    *_recall(5, _HIQ, {"Hi-Q": (96.2, 93.4, 75.7)}),
    *_recall(5, "arXiv 2604.03384 (a language model judges)", {"BridgeRAG": (98.75, 95.3, 81.5)}),
    *_recall(5, "zilliztech/vector-graph-rag, README", {"vector-graph-rag": (96.3, 94.1, 73.0)}),
    *_recall(
        2,
        f"{_HIQ}, table 2",
        {
            "NV-Embed-v2": (84.1, 67.1, 52.7),
            "RAPTOR": (78.6, 58.4, 49.1),
            "HippoRAG": (60.1, 68.4, 41.8),
            "HippoRAG 2": (80.5, 74.6, 53.5),
            "PropRAG": (85.1, 74.8, 55.2),
            "IRCoT": (85.2, 76.8, 55.9),
            "Hi-Q": (85.8, 78.5, 56.9),
        },
    ),
    *_answers("no retrieval", (37.0, 36.5, 17.6), (47.3, 42.8, 26.1), _HIPPORAG2),
    *_answers("BM25", (52.0, 47.9, 20.3), (63.4, 51.2, 28.8), _HIPPORAG2),
    *_answers("NV-Embed-v2", (62.8, 57.5, 34.7), (75.3, 61.5, 45.7), _HIPPORAG2),
    *_answers("RAPTOR", (56.8, 47.3, 20.7), (69.5, 52.1, 28.9), _HIPPORAG2),
    *_answers("GraphRAG", (55.2, 51.4, 27.3), (68.6, 58.6, 38.5), _HIPPORAG2),
    *_answers("HippoRAG", (52.6, 65.0, 26.2), (63.5, 71.8, 35.1), _HIPPORAG2),
    *_answers("HippoRAG 2", (62.7, 65.0, 37.2), (75.5, 71.0, 48.6), _HIPPORAG2),
    *_answers("PropRAG", (62.6, 65.6, 41.5), (76.0, 74.3, 53.6), _PROPRAG),
    *_answers("Hi-Q", (65.4, 70.3, 45.0), (78.0, 78.9, 56.6), _HIQ),
    *_answers("Hi-Q", (64.3, 64.5, 45.0), (77.4, 73.4, 57.2), _HIQ, _GPT),
    *_answers(
        "MothRag, premium",
        (64.8, 68.2, 40.6),
        (78.1, 76.3, 50.5),
        "its released answers, scored again",
        note="6 of the 7 examples in its decomposition prompt are HotpotQA test questions",
    ),
    *_answers(
        "SymbolLKG",
        (73.8, 70.2, 48.6),
        (81.5, 74.9, 59.4),
        "arXiv 2608.26836",
        note="reported by one source only",
    ),
)


@dataclass(frozen=True)
class Figure:
    """One published figure for the run's data set; its notes are joined to the source."""

    system: str
    measure: str
    percent: float
    source: str


@dataclass(frozen=True)
class Beside:
    """Published figures that may stand beside a run.

    Attributes:
        figures: By measure, the best first.
        note: How far they are comparable, or why there are none.
    """

    figures: tuple[Figure, ...]
    note: str


def beside(dataset: Dataset, mode: str, readers: Sequence[str] = ()) -> Beside:
    """Return the published figures for the sampling and the reader of a run.

    Args:
        dataset: What was asked, of which corpus.
        mode: "retrieval" or "answers".
        readers: Names of the run's readers; only used for answers.
    """
    if not dataset.passages:
        return Beside((), "No published figures beside a store of one's own.")
    name = _sampling(dataset)
    if name is None:
        return Beside(
            (),
            "No published figures beside this run: they are for HippoRAG's sampling (1,000 "
            "questions; 9,811 / 6,119 / 11,656 passages of HotpotQA / 2WikiMultiHopQA / "
            f"MuSiQue), and this corpus of {len(dataset.passages):,} passages is another.",
        )
    counted = (q.supporting_ids if mode == "retrieval" else q.answers for q in dataset.questions)
    n = sum(1 for key in counted if key)
    share = f"Same corpus as the published figures for {name}; " + (
        "the same 1,000 questions." if n == _QUESTIONS else f"{n} of their 1,000 questions."
    )
    fitting = [p for p in FIGURES if _fits(p, mode, readers)]
    if not fitting:
        return Beside(
            (),
            f"{share} Their answers were read by Llama-3.3-70B or GPT-4o-mini; this run's by "
            f"{', '.join(readers) or 'none'}: not comparable, not shown.",
        )
    column = _SETS.index(name)
    rows = [
        Figure(p.system, p.measure, figure, f"{p.source}; {p.note}" if p.note else p.source)
        for p in fitting
        if (figure := p.figures[column]) is not None
    ]
    rows.sort(key=lambda row: (row.measure, -row.percent, row.system))
    return Beside(tuple(rows), share)


def _sampling(dataset: Dataset) -> SetName | None:
    """Tell HippoRAG's samplings by their number of passages and the types of their questions."""
    types = {question.type for question in dataset.questions}
    for name in _SETS:
        if len(dataset.passages) == _PASSAGES[name] and types <= _TYPES[name]:
            return name
    return None


def _fits(published: Published, mode: str, readers: Sequence[str]) -> bool:
    if mode == "retrieval":
        return not published.reader
    return bool(readers) and all(
        published.reader and published.reader in reader.lower() for reader in readers
    )
