"""What the chain filter adds: python benchmarks/retrieval/evidence.py DATA [--limit N].

The first N labelled questions of each set, with the filter and without: which passages are read
(R@5, all-gold@5), and what the extractive reader makes of them. No model call.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import numpy as np
from quality import SETS, read_lines

from hopgraph import Corpus, HopGraph
from hopgraph.evaluation.metrics import all_gold_at, exact_match, recall_at, token_f1
from hopgraph.models.encoder import EmbeddedEncoder
from hopgraph.nodes import chain_filter
from hopgraph.state.values import Passage, QuestionFeatures


def unfiltered(_: str, __: QuestionFeatures, passages: Sequence[Passage]) -> list[Passage]:
    return list(passages)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--limit", type=int, default=167)
    options = parser.parse_args()
    ways = {"with": chain_filter.filter_chain, "without": unfiltered}
    print("| set | chain filter | R@5 | all-gold@5 | EM | F1 | proof valid |\n|" + "---|" * 7)
    for name in options.sets:
        folder = options.data / name
        rows = read_lines(folder / "corpus.jsonl")
        asked = [r for r in read_lines(folder / "questions.jsonl") if r.get("supporting_ids")]
        with Corpus.open(None, EmbeddedEncoder()) as corpus:
            corpus.ingest_passages(
                [(row["id"], row["title"], row["text"], {}) for row in rows],
                np.load(folder / "minilm_int8.npy").astype(np.float32),
            )
            hopgraph = HopGraph(corpus=corpus, chat="extractive")
            for way, filtering in ways.items():
                scores = []
                with patch.object(chain_filter, "filter_chain", filtering):
                    for row in asked[: options.limit]:
                        answer = hopgraph.query(row["question"])
                        said = answer.answer or answer.best_guess or ""
                        read = [passage.source for passage in answer.evidence]
                        scores.append(
                            (
                                recall_at(5, read, row["supporting_ids"]),
                                all_gold_at(5, read, row["supporting_ids"]),
                                exact_match(said, row["answers"]),
                                token_f1(said, row["answers"]),
                                answer.proof.status == "valid",
                            )
                        )
                shown = " | ".join(f"{100 * mean:.1f}" for mean in np.mean(scores, axis=0))
                print(f"| {name} | {way} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
