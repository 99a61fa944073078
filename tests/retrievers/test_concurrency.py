"""Many readers and one writer, in threads and in processes: no fault and no torn view."""

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from corpus_samples import WordEncoder, found
from langchain_core.documents import Document

from hopgraph.retrievers.corpus import Corpus
from hopgraph.retrievers.store import Store
from hopgraph.state.errors import StoreError


def document(source: str, text: str) -> Document:
    return Document(text, metadata={"source": source})


def rounds_seen_beside_a_writer(corpus: Corpus, write: Callable[[int], object]) -> list[list[str]]:
    """Return the rounds of the six documents that each search of four readers found."""
    corpus.ingest([document(f"d{n}", f"Text {n} of round 0.") for n in range(6)])
    stop = Event()

    def read() -> list[list[str]]:
        seen = []
        while not stop.is_set():
            texts = sorted(p.text for p in corpus.search("text of round", 20))
            assert [text.split()[1] for text in texts] == list("012345"), texts
            seen.append([text.split()[-1] for text in texts])
        return seen

    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(read) for _ in range(4)]
        try:
            for number in range(1, 25):
                write(number)
        finally:
            stop.set()
        return [rounds for reader in readers for rounds in reader.result()]


def test_readers_see_each_update_whole(corpus: Corpus) -> None:
    def write(number: int) -> object:
        return corpus.update(f"d{number % 6}", f"Text {number % 6} of round {number}.")

    assert rounds_seen_beside_a_writer(corpus, write)


def test_readers_see_all_of_a_commit_or_nothing(corpus: Corpus) -> None:
    def write(number: int) -> object:
        return corpus.ingest([document(f"d{n}", f"Text {n} of round {number}.") for n in range(6)])

    seen = rounds_seen_beside_a_writer(corpus, write)
    assert all(len(set(rounds)) == 1 for rounds in seen)
    assert len({rounds[0] for rounds in seen}) > 5


def test_writers_in_threads_take_turns(corpus: Corpus) -> None:
    with ThreadPoolExecutor(4) as pool:
        jobs = [
            pool.submit(corpus.ingest, document(f"d{n}", f"Text of writer {n}.")) for n in range(12)
        ]
        assert sum(job.result().added for job in jobs) == 12
    assert len(found(corpus)) == 12
    assert corpus.check().problems == ()


@pytest.mark.parametrize(
    "write",
    [
        lambda c: c.ingest(document("b", "Text of b.")),
        lambda c: c.update("a", "New text of a."),
        lambda c: c.delete("a"),
        lambda c: c.delete("a", purge=True),
    ],
)
def test_a_reader_follows_what_another_process_commits(
    folder: Path, write: Callable[[Corpus], object]
) -> None:
    with Corpus.open(folder, WordEncoder()) as reader, Corpus.open(folder, WordEncoder()) as writer:
        writer.ingest([document("a", "Text of a."), document("c", "Text of c.")])
        assert len(found(reader)) == 2
        write(writer)
        assert found(reader) == found(writer)
        assert reader.ingest(document("d", "Text of d.")).added == 1
        assert found(reader) == found(writer)


def test_a_second_writer_waits_then_fails(folder: Path) -> None:
    with Corpus.open(folder, WordEncoder(), patience=0.2) as corpus:
        corpus.ingest(document("a", "Text."))
        other = Store(folder)
        with other.writing():
            with pytest.raises(StoreError, match=r"another writer has held .* for 0\.2 s: try"):
                corpus.update("a", "New text.")
            assert found(corpus) == ["Text."]
            with pytest.raises(StoreError, match="another writer has held"):
                Store(folder, patience=0.1)
        other.close()
        corpus.update("a", "New text.")
        assert found(corpus) == ["New text."]


def test_a_second_thread_waits_then_fails(corpus: Corpus) -> None:
    store = corpus._store
    store._patience = 0.1
    inside, leave = Event(), Event()

    def hold() -> None:
        with store.writing():
            inside.set()
            leave.wait(10)

    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(hold)
        inside.wait(10)
        with pytest.raises(StoreError, match="another writer has held"):
            corpus.ingest("A text.")
        leave.set()
        job.result()


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from corpus_samples import WordEncoder
from hopgraph.retrievers.corpus import Corpus
from langchain_core.documents import Document
with Corpus.open(Path(sys.argv[1]), WordEncoder()) as corpus:
    for n in range(30):
        corpus.ingest(Document(f"Text {n} of the child.", metadata={"source": f"child{n}"}))
"""


def test_two_processes_write_one_store(folder: Path) -> None:
    with Corpus.open(folder, WordEncoder()) as corpus:
        corpus.ingest(document("a", "Text of the parent."))
        arguments = [sys.executable, "-c", SCRIPT, str(folder), str(Path(__file__).parent)]
        child = subprocess.Popen(arguments)
        number = 0
        while child.poll() is None:
            corpus.ingest(document(f"parent{number}", f"Text {number} of the parent."))
            assert len(found(corpus, k=1)) == 1
            number += 1
            time.sleep(0.01)
        assert child.returncode == 0
        assert len(found(corpus, k=10_000)) == len(corpus) == 31 + number
        assert corpus.check().problems == ()
