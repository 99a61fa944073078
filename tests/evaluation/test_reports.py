import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import partial
from io import StringIO

import numpy as np
import pytest
from evaluation_samples import DATASET, QUESTIONS, Scripted, answer, passage
from rich.console import Console

from hopgraph.evaluation import (
    compare,
    in_threads,
    measure_answers,
    measure_retrieval,
    print_tables,
    read_report,
    tables,
    write_report,
)
from hopgraph.evaluation.datasets import PassageRow
from hopgraph.evaluation.published import FIGURES, beside
from hopgraph.evaluation.report import difference_tables, markdown
from hopgraph.state.errors import InputError


class Wrong(Scripted):
    """Answers the first question wrongly and abstains on the last."""

    def query(self, question):
        if question == QUESTIONS[0].question:
            return answer(question, "Ada | Bell", confidence=0.3)
        if question == QUESTIONS[2].question:
            return answer(question, "a town", confidence=0.1, abstained=True)
        return super().query(question)


def answers(system):
    return measure_answers(DATASET, partial(in_threads, system, 1))


def retrieval(*ids):
    return measure_retrieval(
        DATASET,
        np.eye(3, dtype=np.float32),
        lambda question: np.ones(3, dtype=np.float32),
        lambda question, vector, k: [passage(id_) for id_ in ids],
    )


@pytest.mark.parametrize("report", [answers(Wrong()), retrieval("p1", "p2")])
def test_a_report_is_written_as_json_and_markdown(tmp_path, report):
    path = tmp_path / "deep" / "report.json"
    write_report(report, path)
    assert read_report(path) == json.loads(json.dumps(report))
    text = path.with_suffix(".md").read_text(encoding="utf-8")
    assert "sample" in text and report["published"]["note"] in text
    for name in report["baselines"]:
        assert f"| {name.replace('_', ' ')}" in text
    assert path.with_suffix(".svg").exists() == (report["mode"] == "answers")


def test_the_file_holds_what_was_promised():
    shares = retrieval("p1", "p2")
    assert {"n", "unlabelled", "metrics", "baselines", "latency_ms"} <= set(shares)
    assert set(shares["metrics"]) == {"recall@2", "recall@5", "recall@10", "all_gold@5"}
    report = answers(Wrong())
    assert {"em", "f1", "abstained", "proof_valid", "auroc"} <= set(report["metrics"])
    assert {"model_calls", "wall_s"} <= set(report["usage"])
    assert set(report["baselines"]) == {"best_sentence"}


def test_tables_print_and_escape():
    console = Console(width=200, record=True, file=StringIO())
    print_tables(tables(answers(Wrong())), console)
    shown = console.export_text()
    assert "Risk and coverage" in shown and "[" in shown


def test_markdown_keeps_bars_inside_their_cell():
    shown = difference_tables(compare(answers(Scripted()), answers(Wrong())))
    assert "Ada \\| Bell" in markdown(shown)


def test_plots_are_well_formed_and_hold_every_bin():
    from hopgraph.evaluation.plots import calibration_svg

    report = answers(Wrong()) | {"dataset": "a < b & c"}
    root = ET.fromstring(calibration_svg(report))  # noqa: S314 - our own text
    names = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert names.count("circle") == len(report["reliability"])
    assert root[0].text == "a < b & c, 3 questions"


def test_compare_tells_the_difference_and_what_flipped():
    result = compare(answers(Scripted()), answers(Wrong()))
    assert result["n"] == 3
    assert result["differences"]["em"]["difference"] == pytest.approx(-2 / 3, abs=1e-6)
    low, high = result["differences"]["em"]["interval"]
    assert low <= -2 / 3 + 1e-6 and high <= 0
    assert [flip["id"] for flip in result["lost"]] == ["q1", "q3"]
    assert result["lost"][0]["a"] == "Norvale" and result["lost"][0]["b"] == "Ada | Bell"
    assert result["gained"] == []
    assert difference_tables(result)[0].title.endswith("by em B gained 0, lost 2")


def test_compare_takes_retrieval_too():
    result = compare(retrieval("p3"), retrieval("p1", "p2"))
    assert result["flipped_by"] == "all_gold@5"
    assert [flip["id"] for flip in result["gained"]] == ["q1", "q2"]
    assert difference_tables(result)


def test_compare_names_questions_in_one_file_only():
    one = answers(Scripted())
    other = {**one, "questions": one["questions"][:2]}
    result = compare(one, other)
    assert result["only_in_a"] == [{"id": "q3", "question": "What is Norvale?"}]
    assert result["only_in_b"] == []
    table = difference_tables(result)[-1]
    assert table.title == "Only in A: 1 questions"
    assert table.rows == [["q3", "What is Norvale?"]]
    with pytest.raises(InputError, match="share no question"):
        compare(one, {**one, "questions": []})
    with pytest.raises(InputError, match="cannot compare answers with retrieval"):
        compare(one, retrieval("p1"))


def test_equal_ids_of_other_questions_are_no_pair():
    one = answers(Scripted())
    others = [{**line, "question": f"{line['question']} Why?"} for line in one["questions"]]
    with pytest.raises(InputError, match="share no question"):
        compare(one, {**one, "questions": others})


def test_compare_names_only_some_of_many_missing_questions():
    one = answers(Scripted())
    many = [{**one["questions"][0], "id": f"x{n}"} for n in range(12)]
    rows = difference_tables(compare({**one, "questions": [*one["questions"], *many]}, one))[-1]
    assert len(rows.rows) == 11 and rows.rows[-1] == ["...", "and 2 more"]


def test_compare_takes_a_score_where_both_have_it():
    one = answers(Scripted())
    first, *rest = one["questions"]
    scores = {k: v for k, v in first["scores"].items() if k != "proof_valid"}
    other = {**one, "questions": [{**first, "scores": scores, "answer": ""}, *rest]}
    differences = compare(one, other)["differences"]
    assert (differences["em"]["n"], differences["proof_valid"]["n"]) == (3, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [(None, "does not exist"), ("{", "is not JSON"), ("[]", "not a report")],
)
def test_a_file_that_is_no_report_is_named(tmp_path, text, message):
    path = tmp_path / "a.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_report(path)


def sampled(passages, questions=1):
    return replace(
        DATASET,
        passages=tuple(PassageRow(str(n), "", "x") for n in range(passages)),
        questions=tuple(
            replace(QUESTIONS[0], id=str(n), type="comparison") for n in range(questions)
        ),
    )


def test_published_recall_stands_beside_the_same_corpus_only():
    shown = beside(sampled(6119), "retrieval")
    best = next(f for f in shown.figures if f.measure == "recall@5")
    assert (best.system, best.percent) == ("BridgeRAG", 95.3)
    assert "1 of their 1,000 questions" in shown.note
    assert "the same 1,000 questions" in beside(sampled(6119, 1000), "retrieval").note
    other = beside(DATASET, "retrieval")
    assert other.figures == () and "this corpus of 3 passages is another" in other.note


def test_published_answers_stand_beside_the_same_reader_only():
    assert beside(sampled(6119), "answers", ["extractive"]).figures == ()
    assert "not comparable, not shown" in beside(sampled(6119), "answers", ["extractive"]).note
    shown = beside(sampled(6119), "answers", ["groq:llama-3.3-70b-versatile"])
    assert {figure.measure for figure in shown.figures} == {"em", "f1"}
    assert beside(sampled(6119), "answers", ["llama-3.3-70b", "extractive"]).figures == ()


def test_a_corpus_of_the_right_size_with_other_question_types_is_another():
    odd = replace(sampled(6119), questions=(replace(QUESTIONS[0], type="riddle"),))
    assert beside(odd, "retrieval").figures == ()


def test_every_published_figure_has_a_source_and_is_a_percentage():
    for published in FIGURES:
        assert published.source
        assert all(figure is None or 0 < figure < 100 for figure in published.figures)
