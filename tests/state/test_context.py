"""The settings of a run, and the question: what is taken and what is refused."""

import json

import pytest
from pydantic import ValidationError

from hopgraph.state.context import Context
from hopgraph.state.reasoning import Question


def test_a_context_is_json_and_comes_back_equal() -> None:
    context = Context.model_validate({"policy": "exhaustive", "budgets": {"max_calls": 4}})
    assert Context.model_validate_json(context.model_dump_json()) == context


def test_every_setting_and_every_input_is_described_for_the_studio_form() -> None:
    for model in (Context, Question):
        for name, schema in model.model_json_schema()["properties"].items():
            assert schema.get("description"), name


def test_bounds_are_in_the_schema_of_the_form() -> None:
    schema = json.dumps(Context.model_json_schema()["properties"]["max_hops"])
    assert '"minimum": 1' in schema
    assert '"maximum": 10' in schema


@pytest.mark.parametrize(
    "wrong",
    [{"max_hops": 0}, {"confidence_threshold": 1.5}, {"policy": "random"}, {"unknown": 1}],
)
def test_settings_out_of_bounds_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Context.model_validate(wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"question": ""},
        {"question": "q", "hops": 0},
        {"question": "q", "as_of": "yesterday"},
        {"question": "q", "language": "English"},
    ],
)
def test_questions_out_of_bounds_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Question.model_validate(wrong)
