"""A tournament unfolds: documents change, and answers follow at once, for any day.

python examples/world_cup.py

The matches are made up; no key and no network are needed.
"""

from langchain_core.documents import Document

from hopgraph import HopGraph

REPORTS = [
    ("2030-06-01", "Mira Tolen", "Mira Tolen is a footballer. She was born in Havel."),
    ("2030-06-01", "Jona Reed", "Jona Reed is a footballer. She was born in Ostby."),
    ("2030-06-10", "Estavia", "Estavia is a team of Group A. Its captain is Mira Tolen."),
    ("2030-06-20", "Estavia", "Estavia is a team of Group A. Its captain is Jona Reed."),
]
QUESTIONS = ["Who is the captain of Estavia?", "Where was the captain of Estavia born?"]


def main() -> None:
    """Bring in each report, and ask after each; then ask about a day in the past."""
    with HopGraph() as hopgraph:
        known: set[str] = set()
        for day, source, text in REPORTS:
            if source in known:
                hopgraph.update(source, text, {"as_of": day})
            else:
                metadata = {"source": source, "title": source, "as_of": day}
                hopgraph.ingest(Document(text, metadata=metadata))
            known.add(source)
            print(f"{day}  {source}: {text}")
            for question in QUESTIONS if "Estavia" in known else ():
                print(f"    {question}  {_told(hopgraph, question)}")
        print("As of 2030-06-15")
        for question in QUESTIONS:
            print(f"    {question}  {_told(hopgraph, question, '2030-06-15')}")
        for version in hopgraph.corpus.history("Estavia"):
            print(f"Estavia as of {version.as_of}{', current' if version.current else ''}")


def _told(hopgraph: HopGraph, question: str, day: str | None = None) -> str:
    answer = hopgraph.query(question, as_of=day)
    return f"no answer (best guess: {answer.best_guess})" if answer.abstained else answer.answer


if __name__ == "__main__":
    main()
