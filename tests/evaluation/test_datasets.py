import json

import pytest
from evaluation_samples import DATASET, write_folder, write_lines

from hopgraph.evaluation import load_dataset
from hopgraph.state.errors import InputError


def test_reads_a_folder_of_json_lines(tmp_path):
    assert load_dataset(write_folder(tmp_path / "sample")) == DATASET


def test_keeps_plain_metadata_of_a_passage(tmp_path):
    folder = write_folder(tmp_path / "sample")
    row = {"id": "p9", "title": "T", "text": "X", "as_of": "2024-01-01", "tags": ["a"]}
    write_lines(folder / "corpus.jsonl", [row])
    write_lines(folder / "questions.jsonl", [{"id": "q", "question": "?", "answers": ["a"]}])
    assert load_dataset(folder).passages[0].metadata == {"as_of": "2024-01-01"}


def test_equal_passages_count_as_the_first_of_them(tmp_path):
    folder = write_folder(tmp_path / "sample")
    write_lines(
        folder / "corpus.jsonl",
        [{"id": id_, "title": "T", "text": "same"} for id_ in ("b", "a")],
    )
    row = {"id": "q", "question": "?", "answers": ["x"], "supporting_ids": ["b", "a"]}
    write_lines(folder / "questions.jsonl", [row])
    assert load_dataset(folder).questions[0].supporting_ids == ("a",)


def test_tells_where_the_labels_come_from(tmp_path):
    folder = write_folder(tmp_path / "sample")
    row = {"id": "q", "question": "?", "answers": ["x"], "gold_from": "matched: by hand"}
    write_lines(folder / "questions.jsonl", [row])
    assert load_dataset(folder).questions[0].labels == "matched"


def test_limit_keeps_the_first_questions_and_the_whole_corpus():
    limited = DATASET.first(1)
    assert [q.id for q in limited.questions] == ["q1"]
    assert limited.passages == DATASET.passages
    assert DATASET.first(None) is DATASET


HOTPOT = {
    "_id": "h1",
    "question": "Where was the builder of Mill House born?",
    "answer": "Norvale",
    "type": "bridge",
    "supporting_facts": [["Mill House", 0], ["Ada Bell", 0]],
    "context": [
        ["Mill House", ["Mill House was built", " by Ada Bell."]],
        ["Ada Bell", ["Ada Bell was born in Norvale."]],
        ["Norvale", ["Norvale is a town."]],
    ],
}


def test_reads_hotpotqa_with_the_contexts_as_corpus(tmp_path):
    path = tmp_path / "hotpot_dev.json"
    path.write_text(json.dumps([HOTPOT]), encoding="utf-8")
    dataset = load_dataset(path)
    assert dataset.passages[0].text == "Mill House was built by Ada Bell."
    question = dataset.questions[0]
    assert (question.id, question.answers, question.type) == ("h1", ("Norvale",), "bridge")
    assert question.supporting_ids == ("p00001", "p00002")


def test_joins_sentences_without_blanks_of_their_own_by_one(tmp_path):
    row = {**HOTPOT, "context": [["Mill House", ["It stands.", "It is old."]]]}
    path = tmp_path / "2wiki.json"
    path.write_text(json.dumps([row]), encoding="utf-8")
    assert load_dataset(path).passages[0].text == "It stands. It is old."


def test_reads_the_hipporag_format_with_its_corpus_beside_it(tmp_path):
    corpus = [
        {"title": "Other", "text": "Not in any context."},
        {"title": "Ada Bell", "text": "Ada Bell was born in Norvale."},
        {"title": "Mill House", "text": "Mill House was built by Ada Bell."},
    ]
    (tmp_path / "hotpotqa.json").write_text(json.dumps([HOTPOT]), encoding="utf-8")
    (tmp_path / "hotpotqa_corpus.json").write_text(json.dumps(corpus), encoding="utf-8")
    dataset = load_dataset(tmp_path / "hotpotqa.json")
    assert len(dataset.passages) == 3
    assert dataset.questions[0].supporting_ids == ("p00003", "p00002")
    with pytest.raises(InputError, match="is a corpus"):
        load_dataset(tmp_path / "hotpotqa_corpus.json")


MUSIQUE = {
    "id": "3hop1__1_2_3",
    "question": "Where?",
    "answer": "Norvale",
    "answer_aliases": ["Norvale town"],
    "answerable": True,
    "question_decomposition": [{"id": 1}, {"id": 2}, {"id": 3}],
    "paragraphs": [
        {"idx": 0, "title": "A", "paragraph_text": "One.", "is_supporting": True},
        {"idx": 1, "title": "B", "paragraph_text": "Two.", "is_supporting": False},
    ],
}


def test_reads_musique_lines(tmp_path):
    path = tmp_path / "musique.jsonl"
    write_lines(path, [MUSIQUE, {**MUSIQUE, "id": "2hop__4_5", "answerable": False}])
    answerable, unanswerable = load_dataset(path).questions
    assert answerable.answers == ("Norvale", "Norvale town")
    assert (answerable.type, answerable.hops) == ("3hop1", 3)
    assert answerable.supporting_ids == ("p00001",)
    assert unanswerable.answers == ()


TWO_WIKI = {
    **HOTPOT,
    "_id": "w1",
    "type": "compositional",
    "context": [
        ["Mill House", ["Mill House stands by a river.", "It was built by Ada Bell."]],
        ["Norvale", ["Norvale is a town."]],
        ["Ada Bell", ["Ada Bell was born in Norvale."]],
    ],
    "evidences": [["Mill House", "builder", "Ada Bell"], ["Ada Bell", "born in", "Norvale"]],
    "evidences_id": [["Q1", "builder", "Q2"], ["Q2", "born in", "Q3"]],
    "answer_id": "Q3",
}


def write_json(path, value):
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_reads_2wikimultihopqa_with_the_contexts_as_corpus(tmp_path):
    dataset = load_dataset(write_json(tmp_path / "dev.json", [TWO_WIKI]))
    assert dataset.passages[0].text == "Mill House stands by a river. It was built by Ada Bell."
    question = dataset.questions[0]
    assert (question.id, question.answers, question.type) == ("w1", ("Norvale",), "compositional")
    assert question.supporting_ids == ("p00001", "p00003")


def test_reads_2wikimultihopqa_in_the_hipporag_format(tmp_path):
    corpus = [
        {"title": "Other", "text": "Not in any context.", "idx": 0},
        {"title": "Ada Bell", "text": "Ada Bell was born in Norvale.", "idx": 1},
        # Sentences joined without a blank, as is done for HotpotQA.
        {
            "title": "Mill House",
            "text": "Mill House stands by a river.It was built by Ada Bell.",
            "idx": 2,
        },
    ]
    write_json(tmp_path / "2wikimultihopqa_corpus.json", corpus)
    dataset = load_dataset(write_json(tmp_path / "2wikimultihopqa.json", [TWO_WIKI]))
    assert dataset.name == "2wikimultihopqa"
    assert [p.title for p in dataset.passages] == ["Other", "Ada Bell", "Mill House"]
    assert dataset.questions[0].supporting_ids == ("p00003", "p00002")


def test_reads_musique_in_the_hipporag_format(tmp_path):
    corpus = [
        # Two passages with one title: the text tells them apart.
        {"title": "A", "text": "Another one."},
        {"title": "A", "text": "One."},
        {"title": "B", "text": "Two."},
    ]
    write_json(tmp_path / "musique_corpus.json", corpus)
    dataset = load_dataset(write_json(tmp_path / "musique.json", [MUSIQUE]))
    question = dataset.questions[0]
    assert len(dataset.passages) == 3
    assert (question.type, question.hops) == ("3hop1", 3)
    assert question.answers == ("Norvale", "Norvale town")
    assert question.supporting_ids == ("p00002",)


def test_a_corpus_without_a_supporting_passage_is_refused(tmp_path):
    write_json(tmp_path / "musique_corpus.json", [{"title": "A", "text": "Another one."}])
    with pytest.raises(InputError, match="item 1: no passage 'A' with its text"):
        load_dataset(write_json(tmp_path / "musique.json", [MUSIQUE]))


@pytest.mark.parametrize(
    "text",
    [
        "q,a\nWho?,Ada Bell\n",
        "Question,Answer\nWho?,Ada Bell\n",
        "answer,question\nAda Bell,Who?\n",
        "Who?,Ada Bell\n",
        "question;answer\nWho?;Ada Bell\n",
        "Who?;Ada Bell\n",
        "Who?\tAda Bell\n",
        '\ufeff"Who?", Ada Bell\r\n',
    ],
)
def test_reads_two_columns_in_either_order_and_with_any_usual_separator(tmp_path, text):
    path = tmp_path / "mine.csv"
    path.write_text(text, encoding="utf-8", newline="")
    (question,) = load_dataset(path).questions
    assert (question.question, question.answers) == ("Who?", ("Ada Bell",))


def test_a_first_line_that_only_looks_like_a_header_is_data(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("What metal has the symbol Au?,Gold\n", encoding="utf-8")
    assert load_dataset(path).questions[0].answers == ("Gold",)


def test_a_comma_within_a_question_does_not_make_it_the_separator(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("Who, then?;Ada Bell\nWhere?;Norvale\n", encoding="utf-8")
    assert [q.question for q in load_dataset(path).questions] == ["Who, then?", "Where?"]


def test_reads_a_csv_of_ones_own_where_a_repeated_question_adds_an_alias(tmp_path):
    path = tmp_path / "mine.csv"
    text = 'question,answer\n"Who, then?",Ada Bell\nWhere?,Norvale\n\n"Who, then?",A. Bell\n'
    path.write_text(text, encoding="utf-8")
    dataset = load_dataset(path)
    assert [(q.question, q.answers) for q in dataset.questions] == [
        ("Who, then?", ("Ada Bell", "A. Bell")),
        ("Where?", ("Norvale",)),
    ]
    assert dataset.passages == ()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "one column\n", "1 columns: question,answer needed"),
        ("a.csv", "question,answer\n", "holds no question"),
        ("a.csv", "Who?,Ada\nWhen,where?,now\n", "a.csv:2 has 3 columns"),
        ("a.csv", "id,question\n1,Who?\n", "has the columns id,question: name them"),
        ("a.csv", "Who?,\n", "a.csv:1 lacks the answer"),
        ("a.csv", ",Ada\n", "a.csv:1 lacks the question"),
        ("a.csv", 'Who?,"Ada\n', "a.csv:1 is not CSV"),
        ("a.json", "[" * 100_000, "is not JSON"),
        ("a.jsonl", "{" + '"a":[' * 100_000, "a.jsonl:1 is not JSON"),
        ("a.json", '["text"]', "item 1 is no JSON object"),
        ("a.json", '[{"question": "?", "context": {"title": []}}]', "cannot be read"),
        ("a.json", '[{"question": "?", "paragraphs": [{"title": "A"}]}]', "paragraph_text"),
        ("a.json", "[1,", "is not JSON"),
        ("a.jsonl", "{", "a.jsonl:1 is not JSON"),
        ("a.json", '[{"question": "?"}]', "neither context nor paragraphs"),
        ("a.json", '[{"context": []}]', "lacks question"),
    ],
)
def test_names_what_is_wrong_with_a_file(tmp_path, name, text, message):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        load_dataset(tmp_path / name)


@pytest.mark.parametrize(
    ("corpus", "questions", "message"),
    [
        ([{"id": "a"}], [], "lacks text"),
        ([{"id": "a", "text": "x"}] * 2, [{"id": "q", "question": "?", "answers": []}], "one id"),
        ([], [{"id": "q", "question": "?", "answers": "Ada"}], "answers is no list of strings"),
        ([], [{"id": "q", "question": "?", "answers": [1]}], "answers is no list of strings"),
        ([], [{"id": "q", "question": "?", "answers": []}] * 2, "two questions have one id"),
        (
            [{"id": "a", "text": "x"}],
            [{"id": "q", "question": "?", "answers": [], "supporting_ids": ["b"]}],
            "no passage b in the corpus",
        ),
    ],
)
def test_names_what_is_wrong_with_a_folder(tmp_path, corpus, questions, message):
    write_lines(tmp_path / "corpus.jsonl", corpus)
    write_lines(tmp_path / "questions.jsonl", questions)
    with pytest.raises(InputError, match=message):
        load_dataset(tmp_path)


def test_a_file_in_another_encoding_is_named(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes("Wo?,München\n".encode("latin-1"))
    with pytest.raises(InputError, match=r"mine\.csv is not UTF-8"):
        load_dataset(path)


def test_a_byte_order_mark_is_no_part_of_a_line(tmp_path):
    path = tmp_path / "musique.jsonl"
    path.write_text(json.dumps(MUSIQUE), encoding="utf-8-sig")
    assert load_dataset(path).questions[0].id == MUSIQUE["id"]


def test_a_path_that_holds_no_data_set_is_named(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        load_dataset(tmp_path / "nothing")
    with pytest.raises(InputError, match=r"no corpus\.jsonl"):
        load_dataset(tmp_path)


@pytest.mark.parametrize("name", ["2wikimultihopqa_hippo1000", "hotpotqa", "musique"])
def test_every_label_of_the_given_sets_is_in_its_corpus(shared, name):
    dataset = load_dataset(shared / "data" / name)
    assert dataset.questions and dataset.passages
    assert all(question.answers for question in dataset.questions)
