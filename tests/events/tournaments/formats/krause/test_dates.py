from datetime import date

import pytest

from events.tournaments.formats.krause.dates import (
    in_century_of,
    read_american_round_date,
    read_birth,
    read_date,
    read_round_date,
)


@pytest.mark.parametrize(
    "text",
    [
        "2008.06.07", "2008/06/07", "2008-06-07", "2008-6-7", "2008 06 07", "20080607",
        "07.06.2008", "7/6/2008", "07. 06. 2008", "7-6-2008",
        "08.06.07", "08/06/07",
        "June 7, 2008", "7 June 2008", "7th June 2008", "7th of June 2008",
        "Saturday, 7 June 2008", "Sat 7 Jun 2008", "2008 June 7", "7-Jun-2008", "Jun 7 08",
        "2008-06-07 10:00", "2008-06-07T10:00:00", " 2008.06.07. ",
    ],
)  # fmt: skip
def test_a_day_in_every_usual_form(text: str) -> None:
    assert read_date(text) == date(2008, 6, 7)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("04/03/2011", date(2011, 3, 4)),
        ("03/30/2011", date(2011, 3, 30)),
        ("30/03/2011", date(2011, 3, 30)),
        ("31.12.99", date(1999, 12, 31)),
        ("12/31/99", date(1999, 12, 31)),
        ("7.6.08", date(2008, 6, 7)),
        ("99.12.31", date(1999, 12, 31)),
        ("29.02.2008", date(2008, 2, 29)),
    ],
)
def test_the_day_is_before_the_month_unless_that_is_no_date(text: str, day: date) -> None:
    assert read_date(text) == day


@pytest.mark.parametrize(
    "text",
    [
        "", "soon", "2008", "06.2008", "2008.13.40", "30.02.2008", "0000/00/00", "June 2008",
        "0909/09/09",
        "7 June July 2008", "7 Brumaire 2008", "1.2.3.4", "\uff12\uff10\uff10\uff18.06.07",
        "2008.06.07.08",
    ],
)  # fmt: skip
def test_no_day(text: str) -> None:
    assert read_date(text) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("09.09.10", date(2009, 9, 10)),
        ("09/09/10", date(2009, 9, 10)),
        ("9. 9.10", date(2009, 9, 10)),
        ("97.09.10", date(1997, 9, 10)),
        ("20090910", date(2009, 9, 10)),
        ("09.13.10", None),
        ("round 1", None),
    ],
)
def test_the_day_of_a_round(text: str, day: date | None) -> None:
    assert read_round_date(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [("09.13.10", date(2009, 10, 13)), ("09.09.13", None), ("2009", None)],
)
def test_the_day_of_a_round_with_the_month_last(text: str, day: date | None) -> None:
    assert read_american_round_date(text) == day


@pytest.mark.parametrize(
    ("text", "birth"),
    [
        ("1928.05.15", ("1928-05-15", True)),
        ("1928/05/15", ("1928-05-15", True)),
        ("1928-5-15", ("1928-05-15", True)),
        ("1928", ("1928", True)),
        ("1928/00/00", ("1928", True)),
        ("1928/05/00", ("1928", False)),
        ("15.05.1928", ("1928-05-15", False)),
        ("05/15/1928", ("1928-05-15", False)),
        ("1928/13/40", ("", False)),
        ("0000/00/00", ("", False)),
        ("28.05.15", ("", False)),
        ("unknown", ("", False)),
    ],
)
def test_a_date_of_birth_and_whether_it_is_written_as_it_should_be(
    text: str, birth: tuple[str, bool]
) -> None:
    assert read_birth(text) == birth


@pytest.mark.parametrize(
    ("day", "start", "found"),
    [
        (date(2026, 3, 7), date(2026, 3, 7), date(2026, 3, 7)),
        (date(2050, 3, 7), date(1950, 3, 7), date(1950, 3, 7)),
        (date(2000, 1, 1), date(1999, 12, 31), date(2000, 1, 1)),
        (date(1970, 1, 1), date(2070, 1, 1), date(2070, 1, 1)),
        (date(2000, 2, 29), date(1900, 2, 28), date(2000, 2, 29)),
        (date(2026, 3, 7), None, date(2026, 3, 7)),
    ],
)
def test_a_round_is_in_the_century_of_the_start(day: date, start: date | None, found: date) -> None:
    assert in_century_of(day, start) == found
