"""Question decomposition and name extraction, by rule or with Stanza for the names."""

from pathlib import Path

from ..reasoning.question import parse_question
from ..state.values import SubQuestion
from .names import Name, find_names


class QueryDecomposer:
    """Splits a question into single-hop questions and finds the names in a text.

    The split is made by rule and is the same with and without Stanza.

    Args:
        use_stanza: Find names with a Stanza pipeline instead of the rules.
        language: ISO 639-1 code; Arabic has rules of its own, all others use the English ones.
        stanza_dir: Folder of the Stanza models; see `stanza_names.StanzaNames`.

    Raises:
        InputError: If `use_stanza` is set and Stanza or its models are not there.
    """

    def __init__(
        self,
        use_stanza: bool = False,
        language: str = "en",
        stanza_dir: Path | None = None,
    ) -> None:
        self.language = language
        self._stanza = None
        if use_stanza:
            from .stanza_names import StanzaNames

            self._stanza = StanzaNames(language, stanza_dir)

    def plan(self, query: str) -> list[SubQuestion]:
        """Return the sub-questions of `query` in dependency order.

        `#n` in a text stands for the answer of sub-question n. A single-hop question gives
        one sub-question that is equal to it.
        """
        return [
            SubQuestion(
                id=str(number),
                text=step.text,
                answer_type=step.answer_type,
                depends_on=step.depends_on,
            )
            for number, step in enumerate(parse_question(query, self.language).steps, start=1)
        ]

    def decompose(self, query: str) -> list[str]:
        """Return the texts of the sub-questions of `query` in dependency order."""
        return [sub_question.text for sub_question in self.plan(query)]

    def extract_entities(self, text: str) -> list[str]:
        """Return the names in `text`, each once, in reading order."""
        names = [name.text for name in self.find_names(text) if name.type not in {"DATE", "NUM"}]
        return list(dict.fromkeys(names))

    def get_entities_by_type(self, text: str) -> dict[str, list[str]]:
        """Return the names, dates and numbers in `text` by type, each once."""
        by_type: dict[str, list[str]] = {}
        for name in self.find_names(text):
            texts = by_type.setdefault(name.type, [])
            if name.text not in texts:
                texts.append(name.text)
        return by_type

    def find_names(self, text: str) -> list[Name]:
        """Return the names in `text` with their places."""
        if self._stanza is not None:
            return self._stanza.find_names(text)
        return find_names(text, self.language)
