"""A search that breaks, first or later, is a failure that is told; what was found stays."""

from collections.abc import Callable
from typing import Any

import pytest
from graph_samples import QUESTION, ScriptedReader, abstaining, proved
from scripted import ScriptedChat

from hopgraph import Answer, Context, Corpus, InputError, ModelError, StoreError, build_graph

FAULTS = [
    OSError("refused for key gsk_abcdefghijklmnopqrstuvwxyz123456"),
    OSError(f"{'long ' * 39}gsk_abcdefghijklmnopqrstuvwxyz123456"),
    ModelError("encoder 'x' failed: no connection; try again"),
    StoreError("vector store 'y' failed: gone; try again"),
]


@pytest.fixture
def breaking(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the searches for which `breaks` is true raise `fault`."""
    whole = corpus.search

    def setting(fault: Exception, breaks: Callable[[str], bool]) -> None:
        def search(query: str, *rest: Any, **more: Any) -> Any:
            if breaks(query):
                raise fault
            return whole(query, *rest, **more)

        monkeypatch.setattr(corpus, "search", search)

    return setting


def _asked(corpus: Corpus, reader: Any, context: Context = Context()) -> Answer:  # noqa: B008
    graph = build_graph(corpus=corpus, chat=ScriptedReader(reader))
    return Answer.of(graph.invoke({"question": QUESTION}, context=context)["answer"])


def _failed(answer: Answer) -> list[str]:
    return [failure.message for failure in answer.failures if failure.kind == "retrieval"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_later_search_that_breaks_leaves_what_was_found(
    corpus: Corpus, breaking: Callable[..., None], fault: Exception
) -> None:
    breaking(fault, lambda query: query != QUESTION)

    def late(task: Any) -> Any:
        # The first reading is not enough, so that a hop is made.
        return abstaining(task) if task.stage == "direct" else proved(task)

    answer = _asked(corpus, late, Context(k=8))
    assert (answer.answer, answer.proof.status) == ("Osterby", "valid")
    assert _asked(corpus, abstaining, Context(k=2)).abstained
    (message,) = _failed(_asked(corpus, abstaining, Context(k=2)))
    assert message.startswith(f"retrieval failed: {type(fault).__name__}: ")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_first_search_that_breaks_is_told_alike_and_without_keys(
    corpus: Corpus, breaking: Callable[..., None], fault: Exception
) -> None:
    breaking(fault, lambda query: True)
    answer = _asked(corpus, abstaining)
    assert answer.abstained
    assert answer.evidence == ()
    (message,) = _failed(answer)
    assert "gsk_a" not in message


async def test_async_runs_tell_it_alike(corpus: Corpus, breaking: Callable[..., None]) -> None:
    breaking(FAULTS[2], lambda query: query != QUESTION)
    graph = build_graph(corpus=corpus, chat=ScriptedReader(abstaining))
    context = Context(k=2)
    state = await graph.ainvoke({"question": QUESTION}, context=context)
    assert state["answer"].failures == _asked(corpus, abstaining, context).failures


async def test_a_judges_own_search_that_breaks_leaves_the_questions_passages(
    corpus: Corpus, breaking: Callable[..., None]
) -> None:
    breaking(FAULTS[3], lambda query: query != QUESTION)
    judge = ScriptedChat(script=lambda prompt: '["Varnholt Mills has a founder"]')
    graph = build_graph(corpus=corpus, chat=ScriptedReader(proved), judge=judge)
    context = Context(k=8)
    answer = graph.invoke({"question": QUESTION}, context=context)["answer"]
    assert (answer.answer, answer.proof.status) == ("Osterby", "valid")
    assert len(_failed(answer)) == 1
    again = await graph.ainvoke({"question": QUESTION}, context=context)
    assert again["answer"].failures == answer.failures


def test_what_cannot_be_searched_for_is_the_callers_to_mend(
    corpus: Corpus, breaking: Callable[..., None]
) -> None:
    breaking(InputError("as_of='x' is no date"), lambda query: True)
    with pytest.raises(InputError, match="as_of"):
        _asked(corpus, abstaining)


def test_answers_agree_with_nobody_where_the_encoder_fails(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def encode(texts: Any) -> Any:
        raise ModelError("encoder 'x' failed: no connection; try again")

    monkeypatch.setattr(corpus, "encode", encode)
    answer = _asked(corpus, proved, Context(profile="mothrag"))
    assert (answer.answer, answer.proof.status) == ("Osterby", "valid")
    assert [failure.stage for failure in answer.failures] == ["arbitrate"]
    assert len(_failed(answer)) == 1
