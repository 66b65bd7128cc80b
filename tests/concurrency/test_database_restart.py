"""The database crashes while eight directors type: what was shown as saved is there."""

from pathlib import Path

import pytest

from tests.concurrency.evening import WRITERS, run, type_an_evening
from tools.serving import PREPARE
from tools.throwaway_postgres import throwaway_server

# test_writers.py and test_two_servers.py are those of make test; .ci/run runs this one, too.
pytestmark = [pytest.mark.concurrency, pytest.mark.postgresql, pytest.mark.large]


def test_nothing_is_lost_or_doubled_when_the_database_crashes(tmp_path: Path) -> None:
    with throwaway_server(durable=True) as server:

        def crash_and_start(gunicorn: int) -> None:
            server.crash()
            server.start()

        environment = {
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
            "CLUBSCORE_DATA": str(tmp_path),
            "DATABASE_URL": server.url,
        }
        run(PREPARE, environment)
        evening = type_an_evening(tmp_path, environment, (9, 8), crash_and_start)

    assert sum(len(report) for report in evening.reports) == 9 * 8 * 2
    assert len(evening.reports) == WRITERS
    assert (evening.lost, evening.doubled, evening.broken_histories) == ([], [], [])
