"""What every test may rely on: empty caches, English, and property tests that never fail for
slowness. Which tests look at the database, and an interpreter set for tests.

``HYPOTHESIS_PROFILE=thorough`` gives property tests thirty times as many examples.
"""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import hypothesis
import pytest
from _pytest import runner
from django.contrib.auth.models import User
from django.core.management.color import Style
from django.core.management.commands import flush
from django.db import connection, transaction
from django.test import Client
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from events.models.website import ONLY_ROW, ClubSite
from tests.queries import forget
from tools.template import sqlite_template

for _profile, _examples in (("quick", 10), ("thorough", 300)):
    hypothesis.settings.register_profile(
        _profile, max_examples=_examples, deadline=None, print_blob=True
    )
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

Returned = TypeVar("Returned")
_DATABASE = {"db", "transactional_db", "live_server"}
_KEPT = {"auth_permission", "django_content_type"}

# Tests make many objects, and few of them in circles.
gc.set_threshold(50_000, 20, 100)


def _with_room(call: Callable[[], Returned]) -> Returned:
    """What a call returns, below a frame of more than half a megabyte.

    CPython takes memory for the frames of calls in pieces of 16 KB, and gives a piece back when
    the first call in it returns; under pytest's deep stack that happens half a million times a
    minute. A piece is as large as its first frame needs: beside a large one all others have room.
    """
    return call()


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=70_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """pytest's own, a quarter faster; of what goes well, only the call itself is reported."""
    here = {"nodeid": item.nodeid, "location": item.location}
    item.ihook.pytest_runtest_logstart(**here)
    reports = _with_room(lambda: runner.runtestprotocol(item, log=False, nextitem=nextitem))
    for report in reports:
        if report.when == "call" or not report.passed or item.config.option.durations:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(**here)
    return True


def pytest_collection_finish() -> None:
    """What was imported and collected stays: the garbage collector need not look at it again."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark what looks at the database: by pytest-django's mark or fixtures, or as `concurrency`.

    Nothing else can: pytest-django refuses every query without them.
    """
    for item in items:
        names = {mark.name for mark in item.iter_markers()}
        if names & {"django_db", "concurrency"} or _DATABASE & set(item.fixturenames):
            item.add_marker("database")
    yield
    # The longest first: at the end they would leave the other workers waiting.
    items.sort(key=lambda item: not item.nodeid.startswith("tests/site/"))


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Whether the test database is there already: on SQLite, as a copy of the template."""
    if connection.vendor != "sqlite":
        return False
    shutil.copyfile(sqlite_template(), connection.settings_dict["TEST"]["NAME"])
    return True


@pytest.fixture(scope="session", autouse=True)
def _permissions_stay() -> Iterator[None]:
    """A database that is emptied keeps what Django would store again after every such test."""

    def sql_flush(style: Style, database: Any, **options: bool) -> list[str]:
        tables = set(database.introspection.django_table_names(only_existing=True)) - _KEPT
        return database.ops.sql_flush(style, sorted(tables), **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", sql_flush)
        patch.setattr(flush, "emit_post_migrate_signal", _store_what_migrations_did)
        yield


def _store_what_migrations_did(*_: Any, **__: Any) -> None:
    """Whose site it is: one row, from the beginning."""
    ClubSite.objects.get_or_create(pk=ONLY_ROW)


@pytest.fixture(scope="session", autouse=True)
def _no_worker_is_waited_for() -> Iterator[None]:
    """Jobs wait for ``work_off``: pages that give a worker some seconds would wait in vain."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("events.tournaments.rounds.views.proposal.IN_REQUEST", 0)
        patch.setattr("events.tournaments.rounds.views.end_check.SECONDS", 0)
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    forget()


@pytest.fixture
def director_client(db: None) -> Client:
    """A browser in which a director is logged in."""
    user = User.objects.create_user("director-of-pages", is_staff=True, is_superuser=True)
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
) -> Iterator[Callable[[Callable[[], Returned]], Returned]]:
    """Runs what stores rows for all tests of a module; each finds them as they were stored.

    They stand in a transaction around the module: what a test changes is taken back inside it, in
    the database, so objects are to be copied. Not for modules with tests of several connections.
    """

    def store(make: Callable[[], Returned]) -> Returned:
        with django_db_blocker.unblock():
            return make()

    around = transaction.atomic()
    with django_db_blocker.unblock():
        around.__enter__()
    yield store
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)
