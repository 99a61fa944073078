"""Answers from text written without spaces are whole names, not cuttings."""

import pytest

from hopgraph import HopGraph
from hopgraph.models.extractive.unspaced import shared_run, unspaced_phrases


@pytest.mark.parametrize(
    ("text", "asked", "phrases"),
    [
        ("银色沼泽是林海导演的电影。", "银色沼泽的导演是谁？", ["林海", "电影"]),
        ("东山工厂由李文创办。", "东山工厂的创办人是谁？", ["李文"]),
        ("林海于1950年出生在奥城。", "林海在哪里出生？", ["奥城"]),
        ("シルバー橋は山田太郎が建てた。", "シルバー橋を建てた人は誰", ["山田太郎"]),
        ("Silver Fen was directed by Lin.", "谁导演了Silver Fen?", []),
    ],
)
def test_the_question_and_particles_part_phrases(text: str, asked: str, phrases: list[str]) -> None:
    assert [text[a:b] for a, b in unspaced_phrases(text, 0, len(text), asked)] == phrases


@pytest.mark.parametrize(
    ("sentence", "asked", "shared"),
    [
        ("银色沼泽是林海导演的电影。", "银色沼泽的导演是谁？", "银色沼泽"),
        ("林海生在奥城。", "李文是谁？", ""),
        ("在奥城。", "在哪里", ""),
    ],
)
def test_what_sentence_and_question_share_is_the_subject(sentence, asked, shared) -> None:
    assert shared_run(sentence, asked) == shared


def test_a_chinese_answer_is_a_whole_name_with_a_whole_subject() -> None:
    texts = ["东山工厂由李文创办。", "西山工厂由王海管理。"]
    with HopGraph.from_documents(texts) as hopgraph:
        found = hopgraph.query("东山工厂由谁创办？")
    assert (found.best_guess, found.language) == ("李文", "zh")
    assert found.proof.steps[0].subject == "东山工厂"
