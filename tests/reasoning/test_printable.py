"""Texts of others do not steer the terminal they are printed on."""

import json

import pytest

from hopgraph.reasoning.printable import one_line, printable, printable_json

STEERING = ["\x1b[31m", "\x07", "\r", "\x7f", "\x9b31m", "\u202e", "\u2066"]


@pytest.mark.parametrize("mark", STEERING)
def test_what_steers_a_terminal_is_replaced(mark: str) -> None:
    assert printable(f"a{mark}b") == f"a\ufffd{mark[1:]}b"


def test_every_script_and_its_marks_stay() -> None:
    text = "Tab\tand line\nقال \u200f(نعم)\u200f می\u200cروم — 😀 é"
    assert printable(text) == text


def test_one_line_is_one_line() -> None:
    assert one_line("a\n\u2028b\x85 c\x1b") == "a b c\ufffd"
    assert len(one_line("a\nproof: valid").splitlines()) == 1


@pytest.mark.parametrize("mark", STEERING)
def test_json_says_the_same_in_printable_characters(mark: str) -> None:
    value = {f"key{mark}": [f"text{mark}", "é"]}
    shown = printable_json(json.dumps(value, ensure_ascii=False))
    assert json.loads(shown) == value
    assert printable(shown) == shown
    assert "é" in shown
