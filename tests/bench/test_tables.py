"""Case 49 of the tables' acceptance: five minutes of 40 tables, 80 phones and 80 followers."""

from pathlib import Path

import pytest

from bench.tables import measure
from tools.throwaway_postgres import throwaway_postgres

FIVE_MINUTES = 300.0

pytestmark = [pytest.mark.large, pytest.mark.timeout(900)]


def test_case_49_nothing_is_lost_on_sqlite(tmp_path: Path):
    assert (
        measure("SQLite", {"DATABASE_URL": "", "CLUBSCORE_DATA": str(tmp_path)}, FIVE_MINUTES) == 0
    )


def test_case_49_nothing_is_lost_on_postgresql(tmp_path: Path):
    with throwaway_postgres(durable=True) as url:
        environment = {"DATABASE_URL": url, "CLUBSCORE_DATA": str(tmp_path)}
        assert measure("PostgreSQL", environment, FIVE_MINUTES) == 0
