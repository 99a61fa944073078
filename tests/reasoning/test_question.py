"""Question analysis: whole words, any order, sides, and comparison words."""

import pytest

from hopgraph.reasoning.question import analyze_question, parse_question


@pytest.mark.parametrize(
    ("question", "language", "kind"),
    [
        ("Who updated the Heron Manual?", "en", "factual"),
        ("Who owns the Whybrow House?", "en", "factual"),
        ("Which firm makes the Howto engine?", "en", "factual"),
        ("When did Mira Holt move?", "en", "temporal"),
        ("For what reason did Mira Holt move?", "en", "causal"),
        ("Mira Holt moved for what reason?", "en", "causal"),
        ("How to open the Heron valve?", "en", "procedural"),
        ("What are the steps to open the Heron valve?", "en", "procedural"),
        ("In what year did Mira Holt move?", "en", "temporal"),
        ("How long did Mira Holt reign?", "en", "temporal"),
        ("من كتب رواية اللماذا؟", "ar", "factual"),
        ("ما الأسباب التي دفعت سامي حداد إلى السفر؟", "ar", "causal"),
        ("ما خطوات تشغيل جهاز نور؟", "ar", "procedural"),
    ],
)
def test_types_are_told_by_whole_words(question: str, language: str, kind: str) -> None:
    assert analyze_question(question, language).type == kind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who directed Silver Fen?", "person"),
        ("Which company made the Kestrel Nine?", "organisation"),
        ("What is the name of the river in Norland?", "place"),
        ("What TV series did Mira Holt create?", "work"),
        ("How long is the Ellery River?", "number"),
        ("How long did Mira Holt live?", "duration"),
        ("How tall is Mount Calder?", "number"),
        ("Was Silver Fen or Harbor Nights released first?", "choice"),
        ("Was Silver Fen released before Harbor Nights?", "yes_no"),
        ("Why did Mira Holt resign?", "description"),
        ("What is the population of Port Ellery?", "number"),
        ("What nationality is Mira Holt?", "nationality"),
        ("Capital of Norland", "place"),
        ("Silver Fen was written by the author who lived in which city?", "place"),
        ("Mira Holt is a physicist that has worked in Norland since what year?", "year"),
        ("The pilot who flew the Kestrel Nine had how many victories?", "number"),
        ("Heron Hall stands on an island with a population of what?", "number"),
        ("Who founded Heron Hall and what is the population of Port Ellery?", "number"),
        ("Which city hosted the Heron Cup and who won it?", "person"),
        ("In the ninth century, who ruled the land where Port Ellery lies?", "person"),
    ],
)
def test_answer_types(question: str, kind: str) -> None:
    assert analyze_question(question).answer_type == kind


def test_sides_of_a_comparison_do_not_depend_on_their_order() -> None:
    one = analyze_question("Which was released first, Silver Fen or Harbor Nights?")
    other = analyze_question("Which was released first, Harbor Nights or Silver Fen?")
    assert one.options == tuple(reversed(other.options))
    assert (one.type, one.comparison, one.relations) == (
        other.type,
        other.comparison,
        other.relations,
    )


def test_three_sides_are_three_slots() -> None:
    features = analyze_question("Who is oldest, Mira Holt, Edda Quill or Tobin Reyes?")
    assert features.options == ("Mira Holt", "Edda Quill", "Tobin Reyes")
    assert [slot.relation for slot in features.slots] == ["born"] * 3


def test_steps_know_their_side() -> None:
    parse = parse_question("Who is older, the director of Silver Fen or Mira Holt?")
    assert [step.side for step in parse.steps] == [0, 0, 1]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who directed the film Gone to the Fen?", ("Gone to the Fen",)),
        ('Who sang "all the low lanterns"?', ("all the low lanterns",)),
        ("Where is Fen Hall (Norland) located?", ("Fen Hall (Norland)",)),
        ("Who owns Fen Hall, North Norland's castle?", ("Fen Hall, North Norland",)),
        ("Who directed 45 Herons?", ("45 Herons",)),
        ("Which Norlandian actor played Tobin?", ("Tobin",)),
        ("Who is the King of Norland?", ("Norland",)),
        ("who directed silver fen", ("silver fen",)),
        ("what is this", ()),
    ],
)
def test_names_are_anchors_as_a_whole(question: str, names: tuple[str, ...]) -> None:
    assert analyze_question(question).anchors == names


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("Which film did Mira Holt direct?", "film"),
        ("What American television series is it?", "television series"),
        ("What caused the collapse?", ""),
        ("Who is it?", ""),
    ],
)
def test_head_is_the_noun_asked_for(question: str, head: str) -> None:
    assert analyze_question(question).head == head


def test_other_languages_use_the_english_rules_and_give_one_slot() -> None:
    question = "Qui a fondé la ville de Lyon ?"
    features = analyze_question(question, "fr")
    assert [slot.id for slot in features.slots] == ["1"]
    assert parse_question(question, "fr").steps[0].text == question
