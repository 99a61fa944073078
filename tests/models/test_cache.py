"""The reply cache: what is kept, what goes, and what is never written."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hopgraph.models.cache import ReplyCache
from hopgraph.state.errors import StoreError


def test_a_reply_is_kept_over_restarts(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "replies.sqlite"
    with ReplyCache(path) as cache:
        cache.put("k", "réponse 答")
        cache.put("k", "newer")
        assert cache.get("other") is None
    with ReplyCache(path) as cache:
        assert cache.get("k") == "newer"
        assert len(cache) == 1


def test_neither_prompts_nor_passages_are_written(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    with ReplyCache(path) as cache:
        cache.put("k", "reply", ["a very secret passage"])
    assert b"secret" not in path.read_bytes()


def test_purging_takes_all_that_came_after_in_the_question_and_nothing_else(
    tmp_path: Path,
) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        cache.put("first", "1", ["gone", "kept"])
        cache.put("second", "2", ["kept"], ["first"])
        cache.put("third", "3", [], ["second"])
        cache.put("apart", "4", ["kept"], ["unknown"])
        assert cache.purge(["gone", "never seen"]) == 3
        assert [cache.get(k) for k in ("first", "second", "third", "apart")] == [
            None,
            None,
            None,
            "4",
        ]
        assert cache.purge(["kept"]) == 1
        assert len(cache) == 0


def test_threads_may_use_one_cache(tmp_path: Path) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        threads = [
            threading.Thread(target=lambda n=n: cache.put(f"k{n}", f"r{n}", [f"t{n}"]))
            for n in range(16)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [cache.get(f"k{n}") for n in range(16)] == [f"r{n}" for n in range(16)]


def test_many_may_make_one_cache_at_the_same_moment(tmp_path: Path) -> None:
    def make(path: Path, start: threading.Barrier) -> None:
        start.wait()
        ReplyCache(path).close()

    with ThreadPoolExecutor(8) as pool:
        for n in range(20):
            start = threading.Barrier(8)
            path = tmp_path / f"replies{n}.sqlite"
            made = [pool.submit(make, path, start) for _ in range(8)]
            assert [future.result() for future in made] == [None] * 8


def test_a_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    path.write_bytes(b"not a database" * 100)
    with pytest.raises(StoreError, match=r"replies\.sqlite"):
        ReplyCache(path)
    with pytest.raises(StoreError, match="cannot open"):
        ReplyCache(path / "below" / "a file")


def test_a_cache_that_is_closed_says_so(tmp_path: Path) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        pass
    with pytest.raises(StoreError, match="cannot use the reply cache"):
        cache.get("k")


def test_another_programs_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE orders (id INTEGER)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"other\.sqlite belongs to another program: choose"):
        ReplyCache(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no database, but long enough to be looked at as one" * 20, encoding="utf-8")
    with pytest.raises(StoreError, match=r"notes\.txt"):
        ReplyCache(path)
