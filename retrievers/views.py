"""The views of a store: what is current, and what was on a day, kept in step with commits."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from threading import RLock

from ..models.defaults import EMBEDDED_ENCODER, EMBEDDED_LANGUAGES
from ..state.errors import StoreError
from ..state.values import Passage
from .sql_store import Place
from .store import Store
from .versions import held_on
from .view import View
from .writing import Change

_KEPT_DAYS = 2


class Views:
    """Makes views when they are first needed, and follows whoever commits."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._current: View | None = None
        self._revision = -1
        self._days: dict[tuple[int, str], View] = {}
        self._lock = RLock()

    def locked(self) -> AbstractContextManager[bool]:
        """Keep readers from following a commit until `apply` has told what it did."""
        return self._lock

    def current(self) -> View | None:
        """Return the view of the last revision, or None while the corpus is empty.

        Raises:
            StoreError: If a passage that should be there is not.
        """
        view = self._current  # read once: a writer sets it aside while it brings it up to date
        if view is None or self._revision != self._store.sql.revision:
            with self._lock:
                self._follow()
                view = self._current
        return view

    def follow(self) -> None:
        """Bring the view of the last revision up to date, if there is one."""
        if self._current:
            self.current()

    def apply(self, change: Change) -> None:
        """Bring the view of the last revision past the commit `change`."""
        # Without a view until it is whole: if this fails, it is made anew.
        view, self._current = self._current, None
        if view:
            view.apply(self._store.held(change.added), change.removed)
            self._current, self._revision = view, self._store.sql.revision

    def on(self, day: str) -> View | None:
        """Return the corpus as it stood on `day`."""
        with self._lock:
            key = (self._store.sql.revision, day)
            view = self._days.get(key) or self._made_for(day)
            if view:
                kept = [item for item in self._days.items() if item[0] != key]
                self._days = dict([*kept[1 - _KEPT_DAYS :], (key, view)])
            return view

    def passages(self, ids: Sequence[str]) -> list[Passage]:
        """Return the passages with these ids, in their order, as far as a view has them."""
        current = self.current()
        views = [view for (revision, _), view in self._days.items() if revision == self._revision]
        held = [view.held() for view in (current, *views) if view]
        found = (next((some[key] for some in held if key in some), None) for key in ids)
        return [one.passage for one in found if one]

    def _follow(self) -> None:
        sql = self._store.sql
        self._store.follow()
        while self._current is None or self._revision != sql.revision:
            with sql.snapshot():
                revision, places = sql.revision, sql.current_places()
            if not places and self._current is None:
                return
            try:
                self._current = self._shown(places)
            except StoreError:
                # Another process may have removed what this one was about to read.
                if sql.revision == revision:
                    raise
                continue
            self._revision = revision

    def _new_view(self) -> View:
        embedded = self._store.sql.setting("encoder") == EMBEDDED_ENCODER
        languages = EMBEDDED_LANGUAGES if embedded else None
        folder = self._store.hierarchy_path(self._store.generation)
        return View(self._store.vectors, self._store.dimension, languages, folder)

    def _shown(self, places: Sequence[Place]) -> View:
        """Return the current view, or a new one, with the passages at `places` only."""
        view = self._current
        if view is None or view.vectors is not self._store.vectors:
            view = self._new_view()
        now = {place.passage: place for place in places}
        held = view.held()
        news = [
            place
            for key, place in now.items()
            if key not in held or held[key].passage.metadata != place.metadata
        ]
        view.apply(self._store.held(news), [key for key in held if key not in now])
        return view

    def _made_for(self, day: str) -> View | None:
        sql = self._store.sql
        versions = sql.versions()
        held = held_on(versions, day)
        if {v.number for v in held} == {v.number for v in versions if v.current}:
            return self.current()
        by_version = sql.places([version.number for version in held])
        places = {p.passage: p for some in by_version.values() for p in some}
        view = self._new_view()
        view.apply(self._store.held(list(places.values())), [])
        return view
