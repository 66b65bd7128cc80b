import re
import stat
from pathlib import Path
from unittest.mock import patch

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError

from clubscore.server import starting as first_start
from clubscore.server.starting import Login, prepare_first_start, readable_password, save_login

pytestmark = pytest.mark.both_databases


def test_readable_password_has_four_groups_without_look_alikes():
    passwords = {readable_password() for _ in range(50)}

    assert len(passwords) == 50
    assert all(re.fullmatch(r"([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}", p) for p in passwords)


def test_save_login_is_for_the_owner_and_replaces_an_older_one(tmp_path: Path):
    (tmp_path / "director-login.txt").write_text("old and longer than the new one, by far")

    save_login(folder=tmp_path, login=Login("director", "abcd"))

    path = tmp_path / "director-login.txt"
    assert path.read_text() == "name: director\npassword: abcd\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.django_db
def test_first_start_makes_a_director_and_the_demo_club(tmp_path: Path):
    with patch.object(first_start, "call_command") as command:
        login = prepare_first_start(folder=tmp_path)

    assert login is not None
    user = authenticate(username=login.name, password=login.password)
    assert (user.username, user.is_staff, user.is_superuser) == ("director", True, True)
    command.assert_called_once_with("demo", verbosity=0)
    assert login.password in (tmp_path / "director-login.txt").read_text()


@pytest.mark.django_db
def test_later_start_changes_nothing(tmp_path: Path):
    User.objects.create_user("somebody")

    with patch.object(first_start, "call_command") as command:
        login = prepare_first_start(folder=tmp_path)

    assert login is None
    command.assert_not_called()
    assert list(tmp_path.iterdir()) == []
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_first_start_that_fails_half_way_is_the_first_one_again(tmp_path: Path):
    with (
        patch.object(first_start, "call_command", side_effect=CommandError("no demo")),
        pytest.raises(CommandError),
    ):
        prepare_first_start(folder=tmp_path)

    assert User.objects.count() == 0


def test_styles_are_collected_once(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made: list[str] = []
    (tmp_path / "static").mkdir()
    (tmp_path / "requirements.txt").touch()
    settings.BASE_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "collected"
    monkeypatch.setattr(first_start, "call_command", lambda name, **_: made.append(name))

    first_start.collect_static()
    first_start.collect_static()
    assert made == ["collectstatic"]
    (tmp_path / "static" / "new.css").touch()
    first_start.collect_static()
    assert made == ["collectstatic"] * 2
