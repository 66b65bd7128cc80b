"""What every test may rely on: empty caches, English, and property tests that never fail for
slowness."""

from collections.abc import Iterator

import hypothesis
import pytest
from django.utils import translation

from tests.queries import forget

hypothesis.settings.register_profile("clubscore", deadline=None, print_blob=True)
hypothesis.settings.load_profile("clubscore")


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    forget()


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """The language of the last request stays the thread's own."""
    yield
    translation.deactivate()
