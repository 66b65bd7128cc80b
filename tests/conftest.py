"""What every test may rely on: empty caches, and property tests that never fail for slowness."""

import hypothesis
import pytest

from tests.queries import forget

hypothesis.settings.register_profile("clubscore", deadline=None, print_blob=True)
hypothesis.settings.load_profile("clubscore")


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    forget()
