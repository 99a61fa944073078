"""Short ways to ask the extractive reader about a few sentences."""

from hopgraph.models.extractive import ExtractiveReader
from hopgraph.models.reading import Reading, ReadingKind, ReadingTask
from hopgraph.reasoning.grounding import check_proof
from hopgraph.reasoning.question import analyze_question
from hopgraph.state.values import Passage, ProofStatus, SubAnswer


def passages(*texts: str | tuple[str, str]) -> tuple[Passage, ...]:
    """Make passages of texts, or of titles with texts."""
    found = []
    for number, item in enumerate(texts):
        title, text = ("", item) if isinstance(item, str) else item
        found.append(Passage(id=f"p{number}", source=f"s{number}", title=title, text=text))
    return tuple(found)


def task(
    question: str,
    *texts: str | tuple[str, str],
    kind: ReadingKind = "read",
    language: str = "en",
    sub_answers: tuple[SubAnswer, ...] = (),
) -> ReadingTask:
    """Make a reading task over a few texts."""
    features = analyze_question(question, language)
    return ReadingTask(kind, "test", question, features, language, passages(*texts), sub_answers)


def read(question: str, *texts: str | tuple[str, str], language: str = "en") -> Reading:
    """Ask the reader a question about a few texts."""
    return ExtractiveReader().read(task(question, *texts, language=language))


def proof_status(question: str, *texts: str | tuple[str, str]) -> ProofStatus:
    """Return what the checker says of the reader's proof."""
    asked = task(question, *texts)
    found = ExtractiveReader().read(asked)
    return check_proof(found.steps, found.answer, asked.passages, asked.features).status
