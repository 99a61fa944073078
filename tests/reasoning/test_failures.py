"""Failures as a person is told them."""

from hopgraph.reasoning.failures import told
from hopgraph.state.values import Failure


def _failure(stage: str, message: str) -> Failure:
    return Failure(stage=stage, kind="provider", message=message)


def test_what_struck_several_stages_is_told_once() -> None:
    failures = [
        _failure("direct", "no key"),
        _failure("retrieve", "no disk"),
        _failure("iterative", "no key"),
        _failure("direct", "no key"),
    ]
    assert told(failures) == ["direct, iterative: no key", "retrieve: no disk"]
    assert told([]) == []
