"""What every test may rely on: empty caches, English, and property tests that never fail for
slowness. Which tests look at the database, and are therefore run on PostgreSQL, too."""

from collections.abc import Iterator

import hypothesis
import pytest
from django.utils import translation

from tests.queries import forget

hypothesis.settings.register_profile("clubscore", deadline=None, print_blob=True)
hypothesis.settings.load_profile("clubscore")

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


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    forget()


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """The language of the last request stays the thread's own."""
    yield
    translation.deactivate()
