"""Every notebook runs from top to bottom."""

from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parent.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_notebook_runs(notebook: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    document = nbformat.read(notebook, as_version=4)
    NotebookClient(document, timeout=120, kernel_name="python3").execute()
