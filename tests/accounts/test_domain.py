from datetime import UTC, datetime, timedelta

import pytest

from accounts.domain import FORGOTTEN_AFTER, MAX_WAIT, digest, is_forgotten, wait_after


def test_digest_differs_by_key_and_does_not_hold_it():
    assert digest("key") == digest("key") != digest("kez")
    assert len(digest("key" * 1000)) == 64


THEN = datetime(2026, 3, 5, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("failures", "minutes"),
    [(0, 0), (4, 0), (5, 1), (6, 2), (7, 4), (8, 8), (9, 15), (10, 15), (10_000, 15)],
)
def test_wait_after(failures: int, minutes: int):
    assert wait_after(failures, free=5) == timedelta(minutes=minutes)


def test_is_forgotten():
    assert not is_forgotten(last=THEN, now=THEN + FORGOTTEN_AFTER - timedelta(seconds=1))
    assert is_forgotten(last=THEN, now=THEN + FORGOTTEN_AFTER)


def test_a_wait_is_over_before_it_is_forgotten():
    assert MAX_WAIT < FORGOTTEN_AFTER
