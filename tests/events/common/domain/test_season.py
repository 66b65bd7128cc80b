from datetime import date

import pytest

from events.common.domain.season import Season


@pytest.mark.parametrize(
    ("day", "year"),
    [(date(2026, 8, 31), 2025), (date(2026, 9, 1), 2026), (date(2026, 1, 1), 2025)],
)
def test_a_season_begins_in_september(day: date, year: int) -> None:
    season = Season.of(day)
    assert season == Season(year)
    assert season.start <= day <= season.end


def test_one_season_follows_the_other_without_a_gap() -> None:
    assert (Season(2026).start - Season(2025).end).days == 1
    assert str(Season(2025)) == "2025–2026"
