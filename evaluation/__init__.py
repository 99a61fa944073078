"""Data sets, metrics, runs, and comparison with published figures.

Example:
    ```python
    from functools import partial
    from pathlib import Path

    from hopgraph import HopGraph
    from hopgraph.evaluation import in_threads, load_dataset, measure_answers

    questions = load_dataset(Path("questions.csv"))
    with HopGraph("store") as hopgraph:
        report = measure_answers(questions, partial(in_threads, hopgraph, 4))
    print(report["metrics"]["f1"])
    ```
"""

from .answers import measure_answers
from .compare import compare, read_report
from .datasets import Dataset, PassageRow, QuestionRow, load_dataset
from .report import print_tables, tables, write_report
from .retrieval import measure_retrieval
from .workers import in_processes, in_threads

__all__ = [
    "Dataset",
    "PassageRow",
    "QuestionRow",
    "compare",
    "in_processes",
    "in_threads",
    "load_dataset",
    "measure_answers",
    "measure_retrieval",
    "print_tables",
    "read_report",
    "tables",
    "write_report",
]
