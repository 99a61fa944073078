"""The chain filter: what is read as a triple, and what is put last."""

from hopgraph.reasoning.chain_filter import chain_density, filter_chain, triples
from hopgraph.state.values import Passage, QuestionFeatures, Slot

QUESTION = "Where was the director of The Long Tide born?"
TWO_HOPS = QuestionFeatures(
    slots=(
        Slot(id="1", subject="The Long Tide", relation="director"),
        Slot(id="2", subject="#1", relation="born", depends_on=("1",)),
    )
)


def passage(name: str, title: str, text: str) -> Passage:
    return Passage(id=name, source=name, title=title, text=text)


FILM = passage("film", "The Long Tide", "The Long Tide was directed by Mara Velt.")
PERSON = passage("person", "Mara Velt", "Mara Velt was born in Osterby.")
MILL = passage("mill", "Old Mill", "The Old Mill stands beside Lake Arn.")
BARN = passage("barn", "", "no names at all")


def test_reads_names_and_the_words_between_them() -> None:
    assert [tuple(t) for t in triples(PERSON)] == [("mara velt", "was born in", "osterby")]
    assert list(triples(BARN)) == []


def test_density_counts_tied_passages_and_the_question() -> None:
    assert chain_density(QUESTION, [FILM, PERSON, MILL]) == {"film": 2, "person": 1, "mill": 0}


def test_puts_last_what_no_triple_ties_to_the_chain() -> None:
    passages = [FILM, BARN, MILL, PERSON]
    assert filter_chain(QUESTION, TWO_HOPS, passages) == [FILM, BARN, PERSON, MILL]


def test_a_question_of_one_hop_is_not_filtered() -> None:
    passages = [FILM, BARN, MILL, PERSON]
    assert filter_chain(QUESTION, QuestionFeatures(), passages) == passages
