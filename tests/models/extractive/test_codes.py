"""E-mail addresses, URLs, telephone numbers and versions are answered whole, or not at all."""

import time

import pytest

from hopgraph.models.extractive.codes import asked_codes, find_codes, is_cut

from .helpers import read

MAIL = "Edda Holm runs Varnholt Mills. Write to edda.holm@varnholt-mills.example or call +43 664."
CASES = [
    ("What is the e-mail address of Edda Holm?", MAIL, "edda.holm@varnholt-mills.example"),
    (
        "What is the phone number of Edda Holm?",
        "Edda Holm can be reached at +43 664 123-45-67, or at 12 Mill Road.",
        "+43 664 123-45-67",
    ),
    (
        "What is the phone number of Ivo Marek?",
        "Ivo Marek, tel. 01/234-5678, lives in Graz at 12 Mill Road.",
        "01/234-5678",
    ),
    (
        "What is the website of Varnholt Mills?",
        "Varnholt Mills in Osterby has the website https://www.Varnholt-Mills.example/a?x=Graz.",
        "https://www.Varnholt-Mills.example/a?x=Graz",
    ),
    ("Which version of Kestrel came out in May?", "Kestrel 3.11.4 came out in May.", "3.11.4"),
    (
        "What is the ISBN of Silver Fen?",
        "Silver Fen (ISBN 978-3-16-148410-0) was written by Ivo Marek.",
        "978-3-16-148410-0",
    ),
    (
        "When did Ivo Marek place the order?",
        "Ivo Marek placed the order 2020-1234-99 on 2021-05-04.",
        "2021-05-04",
    ),
]


@pytest.mark.parametrize(("question", "text", "answer"), CASES)
def test_a_code_is_answered_whole(question, text, answer):
    assert read(question, text).answer == answer


def test_a_name_inside_an_address_is_no_person():
    found = read("Who is the contact?", "The contact is Edda.Holm@Varnholt.example.")
    assert found.abstained


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a.b+c@d-e.example, www.x.example/y and z.org", ["mail", "web", "web"]),
        ("call (0664) 123 4567 or +1 212 555 0100", ["phone", "phone"]),
        ("v1.2.3, 10.0.0.1 and 2.0.0-rc1", ["numbered"] * 3),
        ("a 20-year-old with 1.5 l, 3-2 up, in 1990-91, e.g. here", []),
    ],
)
def test_codes_are_found(text, kinds):
    assert [code.kind for code in find_codes(text)] == kinds


@pytest.mark.parametrize("piece", ["a-", "a.", "a", "1-", "1.", "+1 ", "(12)", "a@", "www.", "v1"])
def test_long_runs_are_read_in_one_go(piece):
    started = time.process_time()
    find_codes(piece * 20_000)
    assert time.process_time() - started < 0.5


def test_what_begins_or_ends_inside_a_code_is_cut():
    text = "See a@b.example now."
    codes = find_codes(text)
    whole = text.index("a@b"), text.index(" now")
    assert not is_cut(codes, *whole)
    assert not is_cut(codes, 0, len(text))
    assert is_cut(codes, 0, whole[0] + 1)
    assert is_cut(codes, whole[0], whole[1] - 1)


def test_a_question_names_the_codes_that_can_answer_it():
    assert asked_codes("What is her E-Mail address?") == {"mail"}
    assert asked_codes("Which phone number has she?") == {"phone", "numbered"}
    assert asked_codes("Who invented the telephone?") == frozenset()
