from dataclasses import fields, replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from events.tournaments.core.domain.results import PointSystem, points_text
from events.tournaments.files.formats.krause.lines import (
    in_century_of,
    points_from,
    read_american_round_date,
    read_birth,
    read_date,
    read_round_date,
    read_system,
    split_lines,
    write_162,
    write_bb,
    write_xxs,
)

points = st.integers(0, 1000).map(lambda hundredths: Fraction(hundredths, 100))

systems = st.builds(PointSystem, *[points] * len(fields(PointSystem)))

simple = st.builds(
    lambda win, draw, loss, absence, bye: PointSystem(
        win, draw, loss, win, absence, bye, draw, win, absence
    ),
    *[st.integers(0, 99).map(lambda tenths: Fraction(tenths, 10))] * 5,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0.0"),
        (Fraction(15, 2), "7.5"),
        (Fraction(10), "10.0"),
        (Fraction(1, 4), "0.25"),
        (Fraction(1, 3), "0.33"),
    ],
)
def test_points_as_text(value: Fraction, text: str) -> None:
    assert points_text(value) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5", Fraction(3, 2)), ("1,5", Fraction(3, 2)), ("1½", Fraction(3, 2)), ("1.", 1),
        (".5", Fraction(1, 2)), (",5", Fraction(1, 2)), (" 10.0 ", 10), ("", None), (".", None),
        ("one", None), ("1.5.", Fraction(3, 2)), ("1 5", None),
    ],
)  # fmt: skip
def test_points_as_programs_write_them(text: str, value: Fraction | None) -> None:
    assert points_from(text) == value


def said(*texts: str) -> PointSystem:
    """The system that lines say."""
    found: dict[str, Fraction] = {}
    for line in split_lines("\n".join(texts)):
        assert read_system(line, found) == []
    return replace(PointSystem(), **found)


@given(systems)
def test_every_system_is_read_back_from_javafo_s_line(system: PointSystem) -> None:
    assert said(write_xxs(system)) == system


@given(simple)
def test_a_simple_system_is_read_back_from_the_records(system: PointSystem) -> None:
    assert said(write_162(system) or "") == system
    assert said(*write_bb(system)) == system


@given(systems)
def test_a_record_that_says_a_system_says_all_of_it(system: PointSystem) -> None:
    record, lines = write_162(system), write_bb(system)

    assert record is None or said(record) == system
    assert lines == [] or said(*lines) == system


def test_a_system_that_the_letters_cannot_say() -> None:
    system = replace(PointSystem(), forfeit_win=Fraction(1, 2))

    assert (write_162(system), write_bb(system)) == (None, [])


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
    ("text", "day"), [("09.13.10", date(2009, 10, 13)), ("09.09.13", None), ("2009", None)]
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
