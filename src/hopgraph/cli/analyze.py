"""hopgraph analyze."""

import json
import sys
from typing import Annotated, Any

import typer

from ..state.errors import InputError
from .options import AsJson, Language
from .query import Profile
from .terminal import say, say_json_text


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(analyze)


def analyze(
    question: Annotated[
        str, typer.Argument(help="A question; - reads one question a line from stdin.")
    ],
    profile: Annotated[Profile, typer.Option(help="Whose rules to show.")] = Profile.hopgraph,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show how a question will be treated: type, slots, sub-questions, arms, gates."""
    if question == "-":
        for line in sys.stdin:
            if line.strip():
                _print(_treatment(line.rstrip("\n"), profile, language), as_json=True)
        return
    if not question.strip():
        raise InputError(f"the question is empty ({question!r}): ask in words")
    _print(_treatment(question, profile, language), as_json)


def _treatment(question: str, profile: Profile, language: str | None) -> dict[str, Any]:
    if profile is Profile.mothrag:
        from ..reasoning.mothrag.routing import analyze as analyze_as_mothrag

        return analyze_as_mothrag(question)
    from ..language.decomposer import QueryDecomposer
    from ..language.detect import detect_language
    from ..reasoning.arms import arms_for
    from ..reasoning.question import analyze_question
    from ..state.context import Context

    spoken = _checked(language) if language else detect_language(question)
    features = analyze_question(question, spoken)
    decomposer = QueryDecomposer(use_stanza=False, language=spoken)
    return {
        "question": question,
        "language": spoken,
        **features.model_dump(mode="json"),
        "sub_questions": [s.model_dump(mode="json") for s in decomposer.plan(question)],
        "entities": decomposer.extract_entities(question),
        "arms": arms_for(question, Context.model_validate({"profile": profile.value})),
    }


def _checked(language: str) -> str:
    from ..state.language_codes import checked_language

    try:
        return checked_language(language)
    except ValueError as error:
        raise InputError(f"--language {language!r} cannot be used: {error}") from None


def _print(treatment: dict[str, Any], as_json: bool) -> None:
    if as_json:
        say_json_text(json.dumps(treatment, ensure_ascii=False))
        return
    for name, value in treatment.items():
        say(f"{name}: {json.dumps(value, ensure_ascii=False)}")
