import datetime

from clubscore.backups.thinning import backups_to_keep

NOW = datetime.datetime(2026, 11, 21, 20, 0, tzinfo=datetime.UTC)


def days_ago(*days: float) -> list[tuple[datetime.datetime, float]]:
    return [(NOW - datetime.timedelta(days=day), day) for day in days]


def test_few_backups_all_stay() -> None:
    assert backups_to_keep(days_ago(*range(10)), now=NOW) == set(range(10))
    assert backups_to_keep([], now=NOW) == set()


def test_ten_backups_of_one_evening_stay_and_the_last_of_each_week_before() -> None:
    tonight = [hours / 24 for hours in range(12)]
    # 20 November is a Friday; two evenings a week, on Fridays and Wednesdays.
    evenings = [1, 3, 8, 10, 15, 17, 22, 24]

    assert backups_to_keep(days_ago(*tonight, *evenings), now=NOW) == {*tonight[:10], 8, 15, 22}


def test_after_a_quarter_the_last_of_each_month_stays() -> None:
    daily = range(400)
    stay = backups_to_keep(days_ago(*daily), now=NOW)
    moments = [NOW - datetime.timedelta(days=day) for day in sorted(stay)]

    old = [moment for moment in moments if NOW - moment > datetime.timedelta(weeks=13)]
    assert [f"{moment:%Y-%m-%d}" for moment in old] == [
        "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30", "2026-03-31", "2026-02-28",
        "2026-01-31", "2025-12-31", "2025-11-30", "2025-10-31",
    ]  # fmt: skip
    assert len(stay) < 40


def test_a_backup_stays_kept_as_long_as_its_month_has_no_later_one() -> None:
    assert backups_to_keep(days_ago(*range(12), 4000), now=NOW) == {*range(10), 4000}
