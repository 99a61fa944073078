"""The judge by rule."""

from hopgraph.reasoning.judging import judge
from hopgraph.state.values import Passage, QuestionFeatures


def test_ranks_by_the_score_of_question_bridge_and_candidate_and_keeps_ties() -> None:
    scores = {"c": 0.4, "a": 0.9, "d": 0.4, "b": 0.5}
    passages = [Passage(id=n, source=n, text="Text.", score=s) for n, s in scores.items()]
    ranked = judge("Who directed it?", QuestionFeatures(), passages)
    assert [p.id for p in ranked] == ["a", "b", "c", "d"]
    assert judge("Who directed it?", QuestionFeatures(), []) == []
