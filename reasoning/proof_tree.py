"""The proof tree of an answer, from the answer to the quotes to the sources, and its renderings."""

import html
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..state.values import Answer, Passage, ProofStep
from .failures import told
from .printable import one_line, printable
from .proof_path import inputs_of


@dataclass(frozen=True)
class StepNode:
    """One step in the tree.

    Attributes:
        number: The step's number in the proof, from 1.
        step: The step.
        passage: The passage it quotes, where it is part of the evidence.
        rests_on: The steps it rests on; a step that several rest on stands under the first.
    """

    number: int
    step: ProofStep
    passage: Passage | None
    rests_on: tuple["StepNode", ...]


def proof_tree(answer: Answer) -> tuple[StepNode, ...]:
    """Return the tree's first level: the last step, and then the steps nothing rests on."""
    steps = answer.proof.steps
    passages = {passage.id: passage for passage in answer.evidence}
    placed: set[int] = set()

    def node(number: int) -> StepNode:
        placed.add(number)
        step = steps[number - 1]
        under = [node(n) for n in inputs_of(steps, number) if n not in placed]
        return StepNode(number, step, passages.get(step.passage_id), tuple(under))

    return tuple(node(n) for n in range(len(steps), 0, -1) if n not in placed)


def as_json(answer: Answer) -> dict[str, Any]:
    """Return the tree as JSON: what `answer` says, and nested under it what it rests on."""
    return {
        "question": answer.question,
        "answer": _said(answer),
        "abstained": answer.abstained,
        "confidence": answer.confidence,
        "status": answer.proof.status,
        "reason": answer.proof.reason,
        "rests_on": [_step_json(node) for node in proof_tree(answer)],
    }


def as_text(answer: Answer) -> str:
    """Return the tree in plain text, one line for each step and each quote.

    Characters that would steer a terminal are replaced.
    """
    proof = f"proof: {answer.proof.status} ({answer.proof.reason})"
    lines = [one_line(_heading(answer)), one_line(proof)]
    tree = proof_tree(answer)
    for place, node in enumerate(tree):
        lines += _step_lines(node, "", last=place == len(tree) - 1)
    return "\n".join(lines)


def as_mermaid(answer: Answer) -> str:
    """Return the tree as a mermaid flowchart; every label is escaped."""
    lines = ["flowchart TD", f'  answer(["{_mermaid_label(_heading(answer))}"])']
    for node in proof_tree(answer):
        lines += _mermaid_lines(node, "answer")
    return "\n".join(lines)


def as_html(answer: Answer) -> str:
    """Return the tree as a piece of HTML that needs nothing else; every text is escaped.

    What did not work stands below it.
    """
    steps = "".join(_step_html(node) for node in proof_tree(answer))
    return (
        '<div class="hopgraph-proof" style="font-family:sans-serif;line-height:1.4">'
        f'<div dir="auto"><b>{_escaped(_said(answer) or "no answer")}</b> '
        f"{_badge(answer.proof.status)} confidence {answer.confidence:.2f}</div>"
        f'<div style="color:#666">{_escaped(answer.proof.reason)}</div>'
        f"{_list(steps)}{_failures(answer)}</div>"
    )


def _said(answer: Answer) -> str:
    return answer.best_guess if answer.abstained else answer.answer


def _heading(answer: Answer) -> str:
    said = _said(answer) or "no answer"
    guess = "best guess, " if answer.abstained and answer.best_guess else ""
    return f"{said} ({guess}confidence {answer.confidence:.2f})"


def _source(node: StepNode) -> str:
    """Return where the quote stands: title, source, and the characters from and to."""
    if node.passage is None:
        return f"passage {node.step.passage_id}"
    title = f"{node.passage.title}, " if node.passage.title else ""
    return f"{title}{node.passage.source}, characters {node.step.start} to {node.step.end}"


def _step_json(node: StepNode) -> dict[str, Any]:
    passage = node.passage
    source = {"source": passage.source, "title": passage.title} if passage else {}
    return {
        "number": node.number,
        **node.step.model_dump(mode="json"),
        **source,
        "rests_on": [_step_json(below) for below in node.rests_on],
    }


def _step_lines(node: StepNode, indent: str, *, last: bool) -> Iterator[str]:
    step = node.step
    mark = "" if step.status == "valid" else f" [{step.status}: {step.reason}]"
    said = f"{node.number}. {step.rule}: {step.claim}{mark}"
    yield f"{indent}{'└─ ' if last else '├─ '}{one_line(said)}"
    inner = indent + ("   " if last else "│  ")
    if step.quote:
        rail = "│  " if node.rests_on else "   "
        yield f'{inner}{rail}"{one_line(step.quote)}" - {one_line(_source(node))}'
    for place, below in enumerate(node.rests_on):
        yield from _step_lines(below, inner, last=place == len(node.rests_on) - 1)


_MERMAID_CODES = {'"': "quot", "<": "lt", ">": "gt", "&": "amp", "#": "35", "`": "96"}
_MERMAID_ESCAPES = str.maketrans({char: f"#{code};" for char, code in _MERMAID_CODES.items()})


def _mermaid_label(text: str) -> str:
    return one_line(text).translate(_MERMAID_ESCAPES)


def _mermaid_lines(node: StepNode, above: str) -> Iterator[str]:
    step, name = node.step, f"step{node.number}"
    claim = _mermaid_label(f"{node.number}. {step.rule}: {step.claim}")
    yield f'  {name}["{claim}"]'
    yield f"  {above} {'-->' if step.status == 'valid' else '-. fails .->'} {name}"
    if step.quote:
        yield f'  quote{node.number}[/"{_mermaid_label(step.quote)}"/]'
        yield f'  source{node.number}[("{_mermaid_label(_source(node))}")]'
        yield f"  {name} --> quote{node.number} --> source{node.number}"
    for below in node.rests_on:
        yield from _mermaid_lines(below, name)


_COLOURS = {"valid": "#1a7f37", "partial": "#9a6700"}


def _escaped(text: str) -> str:
    return html.escape(printable(text))


def _badge(status: str) -> str:
    colour = _COLOURS.get(status, "#cf222e")
    return f'<span style="color:{colour};font-weight:bold">{_escaped(status)}</span>'


def _list(items: str) -> str:
    return f'<ul style="list-style:none;padding-left:1.2em">{items}</ul>' if items else ""


def _failures(answer: Answer) -> str:
    said = map(_escaped, told(answer.failures))
    return "".join(f'<div style="color:#9a6700">! {line}</div>' for line in said)


def _step_html(node: StepNode) -> str:
    step = node.step
    quote = ""
    if step.quote:
        quote = (
            f'<blockquote dir="auto" style="margin:.2em 1em">{_escaped(step.quote)}'
            f'<br><small style="color:#666">{_escaped(_source(node))}</small></blockquote>'
        )
    below = _list("".join(_step_html(inner) for inner in node.rests_on))
    return (
        f'<li><span dir="auto">{node.number}. <i>{_escaped(step.rule)}</i>: '
        f"{_escaped(step.claim)}</span> {_badge(step.status)} "
        f'<small style="color:#666">{_escaped(step.reason)}</small>{quote}{below}</li>'
    )
