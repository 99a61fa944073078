"""The bar of long work."""

from hopgraph.cli.progress import bar_on_stderr


def test_a_count_shows_once_it_is_known_of_how_many() -> None:
    bar = bar_on_stderr()
    task = bar.add_task("reading", total=None)
    _, _, counted, _ = bar.columns
    assert not isinstance(counted, str)
    assert str(counted(bar.tasks[0])) == ""
    bar.update(task, total=40, completed=7)
    assert "7/40" in str(counted(bar.tasks[0]))
