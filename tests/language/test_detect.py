"""The language of short and mixed texts."""

import pytest

from hopgraph.language.detect import detect_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Who directed Silver Fen?", "en"),
        ("Silver Fen director", "en"),
        ("Silver Fen", "en"),
        ("Die Hard director", "en"),
        ("", "en"),
        ("1998", "en"),
        ("؟", "ar"),
        ("من أخرج فيلم بستان الزجاج", "ar"),
        ("مخرج الفيلم؟", "ar"),
        ("عاصمة", "ar"),
        ("من هو مخرج The Glass Orchard؟", "ar"),
        ("أين ولد مؤسس Brightwell Foods", "ar"),
        ("من كتب Who Goes to Port Ellery", "ar"),
        ("مخرج فيلم walking with the tide", "ar"),
        ("Titan مخرج فيلم", "ar"),
        ("What does كتاب mean?", "en"),
        ("Who wrote كتاب النجوم?", "en"),
        ('What is the meaning of "من أين لك هذا"?', "en"),
        ('"من أين لك هذا"', "ar"),
        ("Qui a fondé la ville de Lyon ?", "fr"),
        ("Wer hat die Stadt Bonn gegründet?", "de"),
        ("¿Quién fundó la ciudad de Lima?", "es"),
        ("Chi ha fondato la città di Roma?", "it"),
        ("谁导演了Silver Fen?", "zh"),
        ("首都はどこですか", "ja"),
        ("서울은 어디에 있나요", "ko"),
        ("چه کسی این کتاب را نوشت", "fa"),
        ("یہ کتاب کس نے لکھی ہے", "ur"),
        ("Кто написал роман?", "ru"),
        ("भारत की राजधानी क्या है", "hi"),
    ],
)
def test_language_is_detected(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_every_question_of_the_given_sets_is_in_its_language(shared) -> None:
    import json

    for folder, language in (("musique", "en"), ("hotpotqa", "en"), ("arcd_ar", "ar")):
        file = shared / "data" / folder / "questions.jsonl"
        questions = [json.loads(line)["question"] for line in file.read_text("utf-8").splitlines()]
        assert {detect_language(question) for question in questions} == {language}
