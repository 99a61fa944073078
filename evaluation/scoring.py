"""Scoring one answer against what is known to be right."""

from ..state.values import Answer
from .answer_language import language_right
from .best_sentence import best_sentence
from .datasets import QuestionRow
from .metrics import all_gold_at, exact_match, recall_at, token_f1


def score_answer(question: QuestionRow, answer: Answer) -> dict[str, float]:
    """Score one answer.

    An abstention scores 0 in EM and F1; its best guess is scored apart. Scores that do not
    apply are left out: of proofs and language where no answer is given, of evidence where none
    is labelled.
    """
    given = not answer.abstained
    guess = answer.answer if given else answer.best_guess
    scores = {
        "em": exact_match(answer.answer, question.answers) if given else 0.0,
        "f1": token_f1(answer.answer, question.answers) if given else 0.0,
        "guess_em": exact_match(guess, question.answers) if guess else 0.0,
        "guess_f1": token_f1(guess, question.answers) if guess else 0.0,
        "abstained": float(answer.abstained),
        "confidence": answer.confidence,
    }
    if given:
        scores["language_right"] = float(language_right(question.question, answer))
        scores["proof_valid"] = float(answer.proof.status == "valid")
        scores["quoted"] = float(_has_verbatim_quote(answer))
    if question.supporting_ids:
        read = [passage.source for passage in answer.evidence]
        scores["evidence_recall"] = recall_at(len(read), read, question.supporting_ids)
        scores["evidence_all_gold"] = all_gold_at(len(read), read, question.supporting_ids)
    return scores


def baseline_scores(question: QuestionRow, answer: Answer) -> dict[str, dict[str, float]]:
    """Score what plain rules answer from the passages that `answer` read, by baseline."""
    plain = best_sentence(question.question, answer.evidence)
    return {
        "best_sentence": {
            "em": exact_match(plain, question.answers),
            "f1": token_f1(plain, question.answers),
        }
    }


def _has_verbatim_quote(answer: Answer) -> bool:
    texts = {passage.id: passage.text for passage in answer.evidence}
    return any(
        step.quote and texts.get(step.passage_id, "")[step.start : step.end] == step.quote
        for step in answer.proof.steps
        if step.start >= 0
    )


def failed_scores() -> dict[str, float]:
    """Return the scores of a question that broke: nothing is claimed, nothing is right."""
    zero = dict.fromkeys(("em", "f1", "guess_em", "guess_f1", "confidence"), 0.0)
    return zero | {"abstained": 1.0}
