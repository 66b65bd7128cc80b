from io import StringIO
from pathlib import Path

import pytest

from clubscore.backups.progress import Progress, on_terminal
from clubscore.backups.restoring import restore_backup
from clubscore.backups.writing import write_backup
from players.models import Club


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_each_percentage_is_shown_once() -> None:
    shown: list[int] = []
    progress = Progress(200, shown.append)
    for _ in range(5):
        progress.add(1)
    progress.add(194)
    progress.add(1)
    # There were more than were counted.
    progress.add(9)
    assert shown == [0, 1, 2, 99, 100]


def test_a_terminal_shows_one_line_and_a_log_none() -> None:
    terminal, log = Terminal(), StringIO()
    for stream in (terminal, log):
        show = on_terminal(stream, "Restoring …")
        show(7)
        show(100)
    assert terminal.getvalue() == "\rRestoring … 7 %\rRestoring … 100 %\n"
    assert log.getvalue() == ""


@pytest.mark.one_database
@pytest.mark.django_db(transaction=True)
def test_a_restore_ends_at_a_hundred(tmp_path: Path) -> None:
    Club.objects.create(name="Meadow")
    shown: list[int] = []
    write_backup(tmp_path / "club", show=shown.append)
    assert shown == sorted(shown)
    restored: list[int] = []
    restore_backup(tmp_path / "club", show=restored.append)
    assert (restored, restored[-1]) == (sorted(set(restored)), 100)
