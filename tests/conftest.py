"""What every test may rely on: empty caches, English, and property tests that never fail for
slowness. Which tests look at the database, and may therefore be run on PostgreSQL, too.

``HYPOTHESIS_PROFILE=thorough`` gives property tests ten times as many examples.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TypeVar

import hypothesis
import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from tests.queries import forget

for _profile, _examples in (("quick", 30), ("thorough", 300)):
    hypothesis.settings.register_profile(
        _profile, max_examples=_examples, deadline=None, print_blob=True
    )
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

Rows = TypeVar("Rows")
_DATABASE = {"db", "transactional_db", "live_server"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what looks at the database: by pytest-django's mark or fixtures, or as `concurrency`.

    Nothing else can: pytest-django refuses every query without them.
    """
    for item in items:
        names = {mark.name for mark in item.iter_markers()}
        if names & {"django_db", "concurrency"} or _DATABASE & set(item.fixturenames):
            item.add_marker("database")


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Whether the test database is there already: on SQLite, as a copy of the template."""
    template = os.environ.get("TEST_TEMPLATE")
    if template is None or connection.vendor != "sqlite":
        return False
    shutil.copyfile(template, connection.settings_dict["TEST"]["NAME"])
    return True


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    forget()


@pytest.fixture
def director_client(db: None) -> Client:
    """A browser in which a director is logged in."""
    user = User.objects.create_user("director-1", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def deletion_backups(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The reasons of the backups that deletions asked for; making one is tried elsewhere."""
    made: list[str] = []
    monkeypatch.setattr("clubscore.web.deletion.make_backup", made.append)
    return made


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """The language of the last request stays the thread's own."""
    yield
    translation.deactivate()


@pytest.fixture(scope="module")
def store_once(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Callable[[Callable[[], Rows]], Rows]]:
    """Runs what stores rows for all tests of a module; each finds them as they were stored.

    They stand in a transaction around the module: what a test changes is taken back inside it, in
    the database, so objects are to be copied. Not for modules with tests of several connections.
    """

    def store(make: Callable[[], Rows]) -> Rows:
        with django_db_blocker.unblock():
            return make()

    around = transaction.atomic()
    with django_db_blocker.unblock():
        around.__enter__()
    yield store
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)
