"""The server is killed while players report: every result is right, and written once."""

import sys
from pathlib import Path

import pytest

from tests.concurrency.evening import database, run

pytestmark = [pytest.mark.concurrency, pytest.mark.both_databases, pytest.mark.large]


@pytest.mark.parametrize(("rounds", "count"), [(2, 1), (5, 20)])
def test_cases_41_and_43_what_was_reported_outlives_three_kills(
    tmp_path: Path, rounds: int, count: int
) -> None:
    numbers = map(str, (rounds, *range(1, count + 1)))
    with database(tmp_path) as environment:
        run((sys.executable, "-m", "tests.concurrency.hall_replay", *numbers), environment)
