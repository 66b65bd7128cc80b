"""The law of the club's site: after any history an export equals a new one, byte for byte."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.db import transaction
from hypothesis import given, settings, strategies as st

from events.website.domain import MANIFEST
from events.website.services.exporting import export_site
from tests.events.website.checking import everything
from tests.events.website.club import CHANGES, change, small_club
from tests.queries import forget

HISTORIES = st.lists(st.lists(st.sampled_from(sorted(CHANGES)), min_size=1, max_size=3), max_size=4)


@pytest.mark.django_db
@settings(max_examples=settings.default.max_examples // 10)
@given(HISTORIES)
def test_export_after_any_history_equals_a_new_one(history: list[list[str]]) -> None:
    _same_after(history)


def _same_after(history: list[list[str]]) -> None:
    with TemporaryDirectory() as folder, transaction.atomic():
        forget()
        small_club()
        kept = Path(folder) / "kept"
        export_site(folder=kept)
        for changes in history:
            for name in changes:
                change(name)
            export_site(folder=kept)
        forget()
        fresh = Path(folder) / "fresh"
        export_site(folder=fresh)
        one, other = everything(kept), everything(fresh)
        transaction.set_rollback(True)
    assert sorted(one) == sorted(other)
    assert [name for name in one if one[name] != other[name]] == []
    assert MANIFEST in one
