"""What a person must know before text leaves the machine or a weaker reader answers."""

import os
import sys

from .reasoning.printable import one_line

_said: set[str] = set()

_HOSTED = ("groq", "google_genai")
"""Providers that hopgraph reaches itself; of others it does not know where they run."""


def notice(line: str) -> None:
    """Write `line` to stderr, once per process."""
    if line not in _said:
        _said.add(line)
        print(f"hopgraph: {one_line(line)}", file=sys.stderr)  # noqa: T201 - where it belongs


def reader_notice(reader: str, asked_for: bool) -> None:
    """Say who reads."""
    if reader == "extractive" and not asked_for:
        notice(
            "no chat model is set up, so the extractive reader answers: short spans found by "
            "rule, not a language model. Set GROQ_API_KEY or pass a chat model to change that"
        )
    elif reader != "extractive":
        model_notice(reader)


def model_notice(model: str) -> None:
    """Say which chat model is told what stands in the passages."""
    notice(f"questions and passages are {_given_to(model)}")


def encoder_notice(encoder: str) -> None:
    """Say who encodes, if it is not the embedded encoder."""
    if not encoder.startswith("embedded:"):
        notice(f"documents and questions are {_given_to(encoder)} for their vectors")


def text_notice(documents: object) -> None:
    """Say that a text which names a file is still taken as text."""
    given = documents if isinstance(documents, list | tuple) else [documents]
    for text in given:
        if isinstance(text, str) and os.path.exists(text):
            notice(f"{text!r} is taken as a text: give Path({text!r}) to read what stands there")


def _given_to(model: str) -> str:
    hosted = model.partition(":")[0] in _HOSTED
    return f"sent to {model}" if hosted else f"given to {model}"
