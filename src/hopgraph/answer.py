"""An answer in a caller's hands: its proof shown, exported, and checked again later."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

from .reasoning import proof_tree
from .reasoning.verification import Change, verify
from .state import values

if TYPE_CHECKING:
    from .retrievers.corpus import Corpus
    from .state.values import Passage

# A rewritten document is looked for among this many passages.
_SEARCHED = 20


class Answer(values.Answer):
    """An answer with everything it rests on, and its proof as a tree.

    The fields are those of the value in the workflow's state.
    """

    @classmethod
    def of(cls, value: values.Answer) -> Self:
        """Return the answer that a graph's state holds, with the methods of this class."""
        return cls.model_construct(value.model_fields_set, **dict(value))

    def proof_text(self) -> str:
        """Return the proof tree in plain text: the answer, its steps, quotes and sources."""
        return proof_tree.as_text(self)

    def proof_json(self) -> dict[str, Any]:
        """Return the proof tree as JSON: under each step, the steps it rests on."""
        return proof_tree.as_json(self)

    def proof_mermaid(self) -> str:
        """Return the proof tree as a mermaid flowchart."""
        return proof_tree.as_mermaid(self)

    def proof_html(self) -> str:
        """Return the proof tree as a piece of HTML in which every text is escaped."""
        return proof_tree.as_html(self)

    def verify(self, corpus: "Corpus") -> list[Change]:
        """Check the proof again, against the corpus as it is now.

        Returns:
            What has changed since; empty if everything stands.
        """
        return verify(self, {p.id: p for p in self._passages_now(corpus)})

    def _passages_now(self, corpus: "Corpus") -> "Iterable[Passage]":
        quoted = {step.passage_id: step.quote for step in self.proof.steps if step.passage_id}
        read = dict.fromkeys((*quoted, *(passage.id for passage in self.evidence)))
        here = {passage.id: passage for passage in corpus.passages(list(read))}
        yield from here.values()
        for passage_id, quote in quoted.items():
            if passage_id not in here and quote:
                yield from corpus.search(quote, _SEARCHED)

    def _repr_html_(self) -> str:
        return self.proof_html()
