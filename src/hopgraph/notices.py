"""What a person must know before text leaves the machine or a weaker reader answers."""

import sys

_said: set[str] = set()


def notice(line: str) -> None:
    """Write `line` to stderr, once per process."""
    if line not in _said:
        _said.add(line)
        print(f"hopgraph: {line}", file=sys.stderr)  # noqa: T201 - stderr is where it belongs


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
    notice(f"questions and passages are sent to {model}")


def encoder_notice(encoder: str) -> None:
    """Say who encodes, if it is not this machine."""
    if not encoder.startswith("embedded:"):
        notice(f"documents and questions are sent to {encoder} for their vectors")
