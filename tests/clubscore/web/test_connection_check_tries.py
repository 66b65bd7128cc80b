import stat
from pathlib import Path

from clubscore.web import connection_check as tries


def test_add_try_stores_the_last_few_for_nobody_else(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(tries, "_AT_MOST", 100)
    for number in range(tries.LAST + 2):
        tries.add_try(tmp_path, name=f"phone {number}", milliseconds=7)

    found = tries.tries(tmp_path)

    assert [each.name for each in found] == [f"phone {n}" for n in range(2, tries.LAST + 2)]
    assert stat.S_IMODE((tmp_path / tries.FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [tries.FILE]


def test_add_try_ignores_a_flood(tmp_path: Path):
    for _ in range(tries._AT_MOST):
        tries.add_try(tmp_path, name="first", milliseconds=1)

    tries.add_try(tmp_path, name="one too many", milliseconds=1)

    assert {each.name for each in tries.tries(tmp_path)} == {"first"}


def test_tries_of_a_damaged_file_are_none(tmp_path: Path):
    (tmp_path / tries.FILE).write_text('[{"at": 1}]')

    assert tries.tries(tmp_path) == []
