"""What models write instead of the JSON they were asked for."""

import json
from typing import Any

import pytest

from hopgraph.models.replies import ReadReply, parse_plan, parse_reading, without_thinking

STEP = {
    "rule": "lookup",
    "claim": "The mill stands on the Ure.",
    "passage": 1,
    "quote": "The mill stands on the Ure",
    "subject": "mill",
    "object": "Ure",
    "inputs": [],
}
REPLY = {"steps": [STEP], "answer": "Ure", "missing": [], "sub_questions": []}
PLAIN = json.dumps(REPLY)


def read(text: str) -> ReadReply:
    reply = parse_reading(text)
    assert reply is not None
    return reply


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"```json\n{PLAIN}\n```",
        f"```\n{PLAIN}\n```",
        f"Here is the answer:\n{PLAIN}\nI hope this helps {{really}}.",
        f'<think>Okay, the format is {{"answer": "draft"}} ...</think>{PLAIN}',
        f'I think {{"answer": "draft"}} first.</think>\n{PLAIN}',
        f"[{PLAIN}]",
        str(REPLY),
        PLAIN.replace("]}", "],}"),
        json.dumps(REPLY, indent=2).replace('"Ure"\n', '"Ure",\n'),
        f'Format: {{"answer": "", "steps": []}}. Reply: {PLAIN}',
        f"See [1] and [2: {PLAIN}",
    ],
    ids=[
        "plain",
        "fenced",
        "fenced without a language",
        "prose around",
        "braces in thinking",
        "thinking closed only",
        "list around",
        "single quotes",
        "trailing comma",
        "trailing comma in lines",
        "a draft before",
        "an open bracket before",
    ],
)
def test_a_reply_is_found_in_whatever_stands_around_it(text: str) -> None:
    reply = read(text)
    assert reply.answer == "Ure"
    assert [s.quote for s in reply.steps] == ["The mill stands on the Ure"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The answer is Ure.",
        "```python\nimport nltk\nnltk.download('punkt')\nkeywords = ['mill', 'river']\n"
        "print({'answer': keywords})\n```",
        '{"high": ["mill"], "low": ["Ure"]}',
        '["mill", "Ure"]',
        json.dumps([STEP]),
        PLAIN[:-40],
        f"<think>The reply is {PLAIN}",
        "{" * 5000,
        "[" * 5000 + "]" * 5000,
        "{]",
    ],
    ids=[
        "nothing",
        "prose",
        "a program",
        "other keys",
        "words",
        "steps alone",
        "cut off",
        "thinking cut off",
        "braces",
        "brackets",
        "mismatched",
    ],
)
def test_what_is_no_reply_is_none_and_never_an_empty_answer(text: str) -> None:
    assert parse_reading(text) is None


@pytest.mark.parametrize(
    "given",
    [
        {"answer": "Ure", "steps": STEP},
        {"Final Answer": "Ure", "proof": [STEP]},
        {"short-answer": "Ure", "chain": [STEP]},
        {"answer": "Ure", "steps": [{**STEP, "passage": None, "source": 1}]},
        {
            "answer": "Ure",
            "steps": [
                {
                    "rule": "Lookup",
                    "claim_text": STEP["claim"],
                    "source": {"doc_id": 1, "span": STEP["quote"]},
                    "subject": "mill",
                    "object": "Ure",
                }
            ],
        },
        {"answer": "Ure", "steps": [{**STEP, "passage": [1]}]},
        {"answer": "Ure", "steps": [STEP, "and so on", None]},
    ],
    ids=[
        "one object for a list",
        "other names",
        "dashes",
        "source",
        "nested source",
        "passage in a list",
        "stray items",
    ],
)
def test_usual_variants_of_keys_and_shapes_are_taken(given: dict[str, Any]) -> None:
    reply = read(json.dumps(given))
    assert reply.answer == "Ure"
    step = reply.steps[0]
    assert (step.rule, step.quote) == ("lookup", STEP["quote"])
    assert step.claim == STEP["claim"]
    if given["steps" if "steps" in given else next(k for k in given if "roof" in k or "hain" in k)]:
        assert step.passage in ("1", "")


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("transitivity", "bridge"),
        ("comparison_before", "comparison"),
        ("Negation as failure", "negation"),
        ("deduction", "lookup"),
    ],
)
def test_other_names_of_rules_are_taken(said: str, rule: str) -> None:
    assert read(json.dumps({**REPLY, "steps": [{**STEP, "rule": said}]})).steps[0].rule == rule


def test_an_unknown_rule_without_a_quote_must_hold_as_a_conjunction() -> None:
    steps = [STEP, STEP, {"rule": "so", "claim": "both", "inputs": ["1", "step 2", "x"]}]
    step = read(json.dumps({**REPLY, "steps": steps})).steps[2]
    assert (step.rule, step.inputs) == ("conjunction", (1, 2))


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (1998, "1998"),
        (True, "yes"),
        (False, "no"),
        (None, ""),
        (["a", "b"], "a, b"),
        ({"text": "a"}, "a"),
        (" a ", "a"),
    ],
)
def test_an_answer_that_is_no_string_is_put_in_words(answer: Any, text: str) -> None:
    assert read(json.dumps({"answer": answer})).answer == text


def test_an_abstention_with_what_is_missing_needs_no_answer_key() -> None:
    assert read('{"missing": "owner of the mill"}').missing == ("owner of the mill",)
    assert parse_reading('{"missing": []}') is None


@pytest.mark.parametrize(
    "text",
    [
        '{"sub_questions": [{"id": "a", "text": "Who owns the mill?", "depends_on": []},'
        ' {"id": "b", "text": "Where was #1 born?", "depends_on": ["1"]}]}',
        '{"questions": [{"question": "Who owns the mill?"}, {"question": "Where was #1 born?"}]}',
        '["Who owns the mill?", "Where was #1 born?"]',
        '[{"sub_questions": ["Who owns the mill?", "", "Where was #1 born?"]}]',
        "```json\n['Who owns the mill?', 'Where was #1 born?']\n```",
    ],
)
def test_a_plan_is_numbered_in_order_with_its_dependencies(text: str) -> None:
    plan = parse_plan(text)
    assert plan is not None
    assert [(s.id, s.text, s.depends_on) for s in plan] == [
        ("1", "Who owns the mill?", ()),
        ("2", "Where was #1 born?", ("1",)),
    ]


def test_a_plan_cannot_depend_on_itself_or_on_what_comes_later() -> None:
    plan = parse_plan('["Where was #2 born?", "Who is #2?"]')
    assert plan is not None
    assert [s.depends_on for s in plan] == [(), ()]


def test_one_question_may_stand_for_a_list_of_one() -> None:
    plan = parse_plan('{"sub_questions": "Who owns the mill?"}')
    assert plan is not None
    assert [s.text for s in plan] == ["Who owns the mill?"]


def test_a_question_that_needs_no_split_has_an_empty_plan() -> None:
    assert parse_plan('{"sub_questions": []}') == ()


@pytest.mark.parametrize("text", ["", "no plan", "x = ['punkt', 'words']", '{"answer": "x"}'])
def test_what_is_no_plan_is_none(text: str) -> None:
    assert parse_plan(text) is None


def test_arabic_sub_questions_are_questions_though_short() -> None:
    plan = parse_plan('["من؟", "أين؟"]')
    assert plan is not None
    assert len(plan) == 2


def test_braces_and_escaped_quotes_in_strings_do_not_end_an_object() -> None:
    assert read('{"answer": "a \\"}\\" b", "steps": []}').answer == 'a "}" b'


def test_backslashes_that_escape_nothing_are_kept() -> None:
    assert read(r'{"answer": "5 \(m\)", "steps": []}').answer == r"5 \(m\)"
    assert read(r'{"answer": "5 \\(m\\)\n", "steps": []}').answer == r"5 \(m\)"


def test_a_quote_that_looks_like_a_trailing_comma_stays_as_it_is() -> None:
    read = parse_reading('{"answer": "x", "steps": [{"quote": "a name (Spanish, ] ) of a park"}]}')
    assert read is not None
    assert read.steps[0].quote == "a name (Spanish, ] ) of a park"


def test_python_names_in_strings_stay_as_they_are() -> None:
    assert read("{'answer': 'null: true', 'steps': [], 'missing': null}").answer == "null: true"


def test_thinking_is_left_out_finished_or_not() -> None:
    assert without_thinking("<thinking>hm</thinking> yes") == "yes"
    assert without_thinking("hm</think>yes") == "yes"
    assert without_thinking("yes <think>or rather") == "yes"
