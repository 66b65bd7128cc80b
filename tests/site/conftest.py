"""A club with something behind every address, for the tests that go over all of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.visits import BACKUP, Values, club, publish_all


@pytest.fixture
def backup(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup to take away; making one is not what is tried here."""
    settings.BACKUP_DIR = tmp_path
    (tmp_path / BACKUP).touch()
    monkeypatch.setattr("clubscore.keeping.backups.views.make_backup", lambda reason: None)


@pytest.fixture(scope="module")
def unpublished(store_once: Callable[[Callable[[], Values]], Values]) -> Values:
    return store_once(club)


@pytest.fixture
def published(unpublished: Values, db: None) -> Values:
    publish_all(unpublished)
    return unpublished
