"""What the nodes call: the corpus, the reader and the judge, bound or found by name."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.defaults import DEFAULT_JUDGE, EXTRACTIVE_READER
from ..models.prices import checked_prices
from ..models.reading import Reader
from ..state.context import Context
from ..state.errors import InputError

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel

    from ..models.access import ChatAccess
    from ..models.cache import ReplyCache
    from ..models.faithfulness_judge import FaithfulnessJudge
    from ..models.model_judge import ModelJudge
    from ..retrievers.corpus import Corpus

STORE_VARIABLE = "HOPGRAPH_STORE"


class Services:
    """Objects bound when the graph was built, and those that the context names.

    Args:
        corpus: The corpus; by default the store that HOPGRAPH_STORE names, never one that
            a request names.
        chat: The reader: a name, a chat model, or an object that reads.
        embeddings: The encoder of a store that is opened here: a name or an object.
        judge: "rules", "model", a model's name, or a chat model.
        reply_cache: File of the reply cache; None for no cache.
        prices: US dollars per million tokens, (input, output) by model name; they override
            the table's.

    Raises:
        InputError: A price is no pair of amounts.
    """

    def __init__(
        self,
        *,
        corpus: "Corpus | None" = None,
        chat: "str | BaseChatModel | Reader | None" = None,
        embeddings: "str | Embeddings | None" = None,
        judge: "str | BaseChatModel | None" = None,
        reply_cache: str | Path | None = None,
        prices: dict[str, tuple[float, float]] | None = None,
    ) -> None:
        self._corpus = corpus
        self._chat = chat
        self._embeddings = embeddings
        self._judge = judge
        self._reply_cache = reply_cache
        self._prices = None if prices is None else checked_prices(prices)
        self._found: dict[tuple[str, str], Any] = {}
        self._accesses: list[ChatAccess] = []
        self._lock = threading.RLock()

    def corpus(self, settings: Context) -> "Corpus":
        """Return the bound corpus, or open the store that HOPGRAPH_STORE names.

        Raises:
            InputError: No corpus is bound and HOPGRAPH_STORE names no store.
            StoreError: The store cannot be opened, or has another encoder.
        """
        if self._corpus is not None:
            return self._corpus
        store = os.environ.get(STORE_VARIABLE, "")
        if not store:
            raise InputError(
                f"no corpus: set {STORE_VARIABLE} to the folder of a store "
                "(made with `hopgraph ingest PATH --store FOLDER`), or pass corpus= to build_graph"
            )
        encoder = settings.embeddings or self._embeddings
        key = f"{store} {encoder if isinstance(encoder, str) else id(encoder)}"
        corpus: Corpus = self._once("corpus", key, lambda: self._open(store, encoder))
        return corpus

    def reader(self, settings: Context) -> Reader:
        """Return the reader that the context names, or the bound one, or the default.

        Raises:
            InputError: The name is not known.
        """
        chat = settings.chat or self._chat or self._default_chat()
        reader: Reader
        if isinstance(chat, str):
            reader = self._once("reader", chat, lambda: self._named_reader(chat))
        else:
            reader = self._once("reader", str(id(chat)), lambda: self._reader_of(chat))
        return reader

    def judge(self, settings: Context) -> "ModelJudge | None":
        """Return the model that judges passages, or None if rules do."""
        named = self._judging(settings)
        if named is None:
            return None
        from ..models.model_judge import ModelJudge

        made: ModelJudge = self._judge_by("judge", named, ModelJudge)
        return made

    def faithfulness_judge(self, settings: Context) -> "FaithfulnessJudge":
        """Return the model that says how far passages support an answer; "rules" names none."""
        named: str | BaseChatModel = settings.faithfulness
        if named == "model":
            named = self._judging(settings) or DEFAULT_JUDGE
        from ..models.faithfulness_judge import FaithfulnessJudge

        made: FaithfulnessJudge = self._judge_by("faithfulness", named, FaithfulnessJudge)
        return made

    def judge_names(self, settings: Context) -> list[str]:
        """Return the names of the models that judge passages or faithfulness."""
        judge = self.judge(settings)
        names = [judge.name] if judge else []
        if settings.faithfulness != "rules":
            names.append(self.faithfulness_judge(settings).name)
        return names

    @property
    def replies(self) -> "ReplyCache | None":
        """The cache of the chat models' replies, if there is one."""
        if self._reply_cache is None:
            return None
        from ..models.cache import ReplyCache

        path = self._reply_cache
        cache: ReplyCache = self._once("cache", str(path), lambda: ReplyCache(path))
        return cache

    async def aclose(self) -> None:
        """Close the connections to chat models that the running event loop holds."""
        for access in self._accesses:
            await access.aclose()

    def close(self) -> None:
        """Close the reply cache."""
        with self._lock:
            caches = [made for (kind, _), made in self._found.items() if kind == "cache"]
        for cache in caches:
            cache.close()

    def _once(self, kind: str, key: str, make: Callable[[], Any]) -> Any:
        with self._lock:
            if (kind, key) not in self._found:
                self._found[kind, key] = make()
            return self._found[kind, key]

    @staticmethod
    def _open(store: str, encoder: "str | Embeddings | None") -> "Corpus":
        from ..models.names import resolve_embeddings
        from ..retrievers.corpus import Corpus

        embeddings = None if encoder is None else resolve_embeddings(encoder)
        return Corpus.open(Path(store), embeddings, create=False)

    @staticmethod
    def _default_chat() -> str:
        from ..models.names import default_chat_name

        return default_chat_name(os.environ) or EXTRACTIVE_READER

    def _named_reader(self, name: str) -> Reader:
        if name == EXTRACTIVE_READER:
            from ..models.extractive import ExtractiveReader

            return ExtractiveReader()
        from ..models.names import resolve_chat

        return self._reader_of(resolve_chat(name))

    def _reader_of(self, chat: "BaseChatModel | Reader") -> Reader:
        from langchain_core.language_models import BaseChatModel

        if not isinstance(chat, BaseChatModel):
            if not hasattr(chat, "read"):
                raise InputError(
                    f"{chat!r} reads nothing: give provider:model, 'extractive', a LangChain chat "
                    "model, or an object with read and aread"
                )
            return chat
        from ..models.chat_reader import ChatReader

        return ChatReader(self._access(chat))

    def _judging(self, settings: Context) -> "str | BaseChatModel | None":
        judge = self._judge if settings.judge == "rules" else settings.judge
        if judge is None or judge == "rules":
            return None
        return DEFAULT_JUDGE if judge == "model" else judge

    def _judge_by(
        self, kind: str, judge: "str | BaseChatModel", make: "Callable[[ChatAccess], Any]"
    ) -> Any:
        from ..models.names import resolve_chat

        key = judge if isinstance(judge, str) else str(id(judge))
        return self._once(kind, key, lambda: make(self._access(resolve_chat(judge))))

    def _access(self, chat: "BaseChatModel") -> "ChatAccess":
        from ..models.access import ChatAccess
        from ..models.names import model_name

        access = ChatAccess(chat, model_name(chat), cache=self.replies, prices=self._prices)
        self._accesses.append(access)
        return access
