"""A disk that is really full, and a folder that really cannot be written."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from corpus_samples import WordEncoder, found

from hopgraph.retrievers.corpus import Corpus
from hopgraph.state.errors import StoreError

_NOBODY = 65534
_SMALL_DISK = (
    'mount -t tmpfs -o size=6m tmpfs "$1" && head -c 2000000 /dev/zero > "$1/ballast" && '
    'exec "$2" "$3" "$1"'
)


def test_a_full_disk_keeps_what_was_acknowledged_and_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-Urm", "true"], check=False).returncode:
        pytest.skip("a small disk needs user namespaces")
    child = Path(__file__).parent / "full_disk_child.py"
    done = subprocess.run(
        [unshare, "-Urm", "sh", "-c", _SMALL_DISK, "sh", tmp_path, sys.executable, child],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["acknowledged"] > 0
    assert seen["readable"] == seen["kept"] == seen["acknowledged"]
    assert seen["after"] == seen["found"] == seen["acknowledged"] + 1
    assert seen["problems"] == []
    assert "disk" in seen["error"]


@pytest.mark.skipif(os.name == "nt", reason="folders have no write permission there")
def test_a_folder_that_cannot_be_written_is_named_and_stays_as_it_is() -> None:
    # Not under tmp_path, which another user may not enter.
    with tempfile.TemporaryDirectory() as parent:
        Path(parent).chmod(0o755)
        folder = Path(parent) / "store"
        with Corpus.open(folder, WordEncoder()) as corpus:
            corpus.ingest("Text of one.")
        with _read_only(folder):
            with pytest.raises(StoreError, match=r"store cannot be written .*: choose a folder"):
                Corpus.open(folder, WordEncoder())
            with pytest.raises(StoreError, match=r"new cannot be written .*: choose a folder"):
                Corpus.open(folder / "new", WordEncoder())
        with Corpus.open(folder, WordEncoder()) as corpus:
            assert found(corpus) == ["Text of one."]
            assert corpus.check().problems == ()


@contextmanager
def _read_only(folder: Path) -> Iterator[None]:
    """Take the right to write from a folder and all in it, and from the superuser."""
    files = [folder, *folder.rglob("*")]
    modes = {path: path.stat().st_mode for path in files}
    for path in files:
        path.chmod(0o555 if path.is_dir() else 0o444)
    superuser = os.geteuid() == 0
    if superuser:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        if superuser:
            os.seteuid(0)
        for path, mode in modes.items():
            path.chmod(mode)
