"""The front door: a corpus and the workflow over it, in one object."""

import time
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pydantic import BaseModel, ValidationError

from .answer import Answer
from .notices import encoder_notice, model_notice, notice, reader_notice, text_notice
from .state.context import Budgets, Context
from .state.errors import InputError
from .state.reasoning import Question
from .state.values import HopResult, MetadataValue, Passage
from .stats import Stats

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel
    from langchain_core.runnables import RunnableConfig
    from langchain_core.vectorstores import VectorStore

    from .models.reading import Reader
    from .retrievers.corpus import Corpus
    from .retrievers.hierarchy.stored import ReindexReport
    from .retrievers.loading import Documents
    from .retrievers.reports import IngestReport, SourceInfo

_SHOWN = 60  # characters of a value that cannot be used
RECURSION_LIMIT = 200
Model = TypeVar("Model", bound=BaseModel)


class HopGraph:
    """Answers multi-hop questions over documents that change.

    Args:
        store: Folder of the store; None keeps the documents until this object is closed.
        chat: Who reads: "provider:model", a LangChain chat model, "extractive", or an object
            with `read` and `aread`. By default Groq's model where GROQ_API_KEY is set, else
            the extractive reader, which needs no key.
        embeddings: Who encodes a new store: "provider:model" or a LangChain `Embeddings`. By
            default Gemini's where GOOGLE_API_KEY or GEMINI_API_KEY is set, else the embedded
            encoder. A store keeps the encoder it was made with.
        judge: Who judges passages: "rules" (no call), "model", "provider:model", or a chat
            model.
        vector_store: A LangChain vector store in which the vectors live; see `Corpus.open`.
        corpus: An opened corpus, instead of `store`, `embeddings` and `vector_store`.
        create: Make a store where there is none; if not, that is an error.
        keep_versions: Keep superseded versions, so that `as_of` can look back.
        reply_cache: File in which the chat model's replies are kept.
        prices: US dollars per million tokens, (input, output) by model name.
        **settings: Fields of `Context`: faithfulness, index, policy, profile, abstain, budgets,
            max_hops, ...

    Raises:
        InputError: A setting is unknown or out of bounds, a model's name is not known, or there
            is no store and `create` is not set.
        StoreError: The store cannot be opened.

    Example:
        ```python
        from hopgraph import HopGraph

        with HopGraph.from_documents(
            ["The Eiffel Tower is in Paris.", "Paris is the capital of France."]
        ) as hopgraph:
            print(hopgraph.query("In which country is the Eiffel Tower?").answer)
        ```
    """

    def __init__(
        self,
        store: str | Path | None = None,
        chat: "str | BaseChatModel | Reader | None" = None,
        embeddings: "str | Embeddings | None" = None,
        judge: "str | BaseChatModel | None" = None,
        *,
        vector_store: "VectorStore | None" = None,
        corpus: "Corpus | None" = None,
        create: bool = True,
        keep_versions: bool = True,
        reply_cache: str | Path | None = None,
        prices: dict[str, tuple[float, float]] | None = None,
        **settings: Any,
    ) -> None:
        from .graphs.workflow import graph_over
        from .nodes.services import Services

        self.context = _validated(Context, settings)
        if self.context.review:
            raise InputError(
                "review=True needs a checkpointer, which HopGraph has not: "
                "use build_graph(..., checkpointer=...) and Context(review=True)"
            )
        self._owned = corpus is None
        self.corpus = (
            corpus
            if corpus is not None
            else _open(store, embeddings, vector_store, create, keep_versions)
        )
        with ExitStack() as undo:
            if self._owned:
                undo.callback(self.corpus.close)
            self._services = Services(
                corpus=self.corpus, chat=chat, judge=judge, reply_cache=reply_cache, prices=prices
            )
            undo.callback(self._services.close)
            self.reader = self._services.reader(self.context).name
            self._judges = self._services.judge_names(self.context)
            self.graph = graph_over(self._services)
            undo.pop_all()
        self._chat_asked_for = chat is not None or self.context.chat is not None
        self._stats = Stats()
        encoder_notice(self.corpus.encoder_name)

    @classmethod
    def from_documents(cls, documents: "Documents", **options: Any) -> Self:
        """Make a HopGraph and ingest `documents`; `options` are those of the constructor."""
        hopgraph = cls(**options)
        try:
            hopgraph.ingest(documents)
        except BaseException:
            hopgraph.close()
            raise
        return hopgraph

    def ingest(self, documents: "Documents", **options: Any) -> "IngestReport":
        """Add documents; one whose source is there already supersedes it.

        Files that cannot be read are left out and told, on stderr and in the report.

        Args:
            documents: Strings (always text), `Path`s (files or folders), LangChain documents,
                a LangChain loader, or several of these.
            **options: Those of `Corpus.ingest`.

        Returns:
            How many documents were added, skipped, updated and removed, and which files failed.

        Raises:
            InputError: There is nothing to read in `documents`.
        """
        text_notice(documents)
        report = self.corpus.ingest(documents, **options)
        for failed in report.failed:
            notice(f"left out: {failed.reason}")
        return report

    def update(
        self, source: str, text: str, metadata: dict[str, MetadataValue] | None = None
    ) -> "IngestReport":
        """Supersede the document `source` by `text`.

        Returns:
            How many documents were added, skipped, updated and removed.

        Raises:
            InputError: There is no such source.
        """
        return self.corpus.update(source, text, metadata)

    def delete(self, source: str, *, purge: bool = False) -> None:
        """Take the document `source` out of the corpus.

        `purge` also rewrites the store and empties the reply cache of what rests on it, so that
        no trace of its text stays on the disk.

        Raises:
            InputError: There is no such source.
        """
        self.corpus.delete(source, purge=purge, replies=self._services.replies)

    def reindex(self) -> "ReindexReport":
        """Build the hierarchy of clusters anew, as many changes wear it down.

        Returns:
            How many passages and clusters it has, and how far it had drifted.
        """
        return self.corpus.reindex()

    def sources(self) -> "list[SourceInfo]":
        """List the documents."""
        return self.corpus.sources()

    def query(
        self,
        question: str,
        hops: int | None = None,
        return_intermediate: bool = False,
        *,
        as_of: str | date | None = None,
        language: str | None = None,
        filter: dict[str, MetadataValue] | None = None,
        config: "RunnableConfig | None" = None,
    ) -> Answer:
        """Answer `question`.

        Args:
            question: A question in plain words.
            hops: Most hops, 1 to 10; by default the context's `max_hops`.
            return_intermediate: Return the hops in `Answer.hops`, the first search included.
            as_of: Answer as the corpus stood on this day.
            language: ISO 639-1 code of the answer's language; by default the question's.
            filter: Only passages whose metadata has these values.
            config: LangChain's settings of a run: callbacks, tags, metadata, run name, ...

        Raises:
            InputError: The question is blank, or an argument is out of bounds.
        """
        started = time.perf_counter()
        asked = self._asked(question, hops, as_of, language, filter)
        self._say_who_reads()
        state = self.graph.invoke(asked, _with_limit(config), context=self.context)
        return self._finished(state, started, return_intermediate)

    async def aquery(
        self,
        question: str,
        hops: int | None = None,
        return_intermediate: bool = False,
        *,
        as_of: str | date | None = None,
        language: str | None = None,
        filter: dict[str, MetadataValue] | None = None,
        config: "RunnableConfig | None" = None,
    ) -> Answer:
        """Answer `question` without blocking the event loop; see `query`."""
        started = time.perf_counter()
        asked = self._asked(question, hops, as_of, language, filter)
        self._say_who_reads()
        state = await self.graph.ainvoke(asked, _with_limit(config), context=self.context)
        return self._finished(state, started, return_intermediate)

    def retrieve(
        self,
        question: str,
        k: int = 10,
        as_of: str | date | None = None,
        *,
        language: str | None = None,
        filter: dict[str, MetadataValue] | None = None,
    ) -> list[Passage]:
        """Return the `k` best passages for `question`, without any model call."""
        asked = self._asked(question, None, as_of, language, filter)
        return self.corpus.search(
            asked.question,
            k,
            as_of=asked.as_of,
            where=filter,
            language=language,
            index=self.context.index,
        )

    def get_stats(self) -> dict[str, float | int | None]:
        """Return running figures over all questions of this object."""
        return self._stats.figures()

    def close(self) -> None:
        """Close the reply cache, and the store if this object opened it."""
        self._services.close()
        if self._owned:
            self.corpus.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._services.aclose()
        self.close()

    def _asked(
        self,
        question: str,
        hops: int | None,
        as_of: str | date | None,
        language: str | None,
        where: dict[str, MetadataValue] | None,
    ) -> Question:
        if not isinstance(question, str) or not question.strip():
            raise InputError(f"the question is empty ({question!r}): ask in words")
        day = as_of.isoformat() if isinstance(as_of, date) else as_of
        values = {"question": question, "hops": hops, "as_of": day, "language": language}
        return _validated(Question, {**values, "filter": where})

    def _say_who_reads(self) -> None:
        reader_notice(self.reader, self._chat_asked_for)
        for judge in self._judges:
            model_notice(judge)

    def _finished(self, state: dict[str, Any], started: float, intermediate: bool) -> Answer:
        answer = Answer.of(state["answer"])
        usage = answer.usage.model_copy(update={"wall_s": time.perf_counter() - started})
        self._stats.add(answer, usage)
        hops = _hops(state) if intermediate else ()
        return answer.model_copy(update={"usage": usage, "hops": hops})


def _hops(state: Any) -> tuple[HopResult, ...]:
    """Return the hops made; where the first answer stood, the one search is the first hop."""
    from .nodes.record_hop import first_hop

    return tuple(state.get("hop_results") or first_hop(state)["hop_results"])


def _with_limit(config: "RunnableConfig | None") -> "RunnableConfig":
    return {"recursion_limit": RECURSION_LIMIT, **(config or {})}


def _validated(model: type[Model], values: dict[str, Any]) -> Model:
    try:
        return model(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]) or model.__name__
        holder = Budgets if first["loc"][0] == "budgets" else model
        known = ", ".join(holder.model_fields)
        hint = f" (known: {known})" if first["type"] == "extra_forbidden" else ""
        given, reason = repr(first.get("input")), first["msg"].removeprefix("Value error, ")
        shown = given if len(given) <= _SHOWN else f"{given[:_SHOWN]}..."
        raise InputError(f"{name}={shown} cannot be used: {reason}{hint}") from None


def _open(
    store: str | Path | None,
    embeddings: "str | Embeddings | None",
    vector_store: "VectorStore | None",
    create: bool,
    keep_versions: bool,
) -> "Corpus":
    from .models.names import resolve_embeddings
    from .retrievers.corpus import Corpus

    encoder = None if embeddings is None else resolve_embeddings(embeddings)
    path = None if store is None else Path(store)
    return Corpus.open(
        path, encoder, create=create, keep_versions=keep_versions, vector_store=vector_store
    )
