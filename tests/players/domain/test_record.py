import datetime
from fractions import Fraction

import pytest

from players.domain.record import (
    NO_BOARDS,
    Average,
    Outing,
    Record,
    Tally,
    TournamentResult,
    average,
    moving_average,
    percent_text,
)

HUGO, IMKE = (7, "Hugo Tarrant"), (8, "Imke van der Brink")


def outing(year: int, percent: int | None, *partners: tuple[int, str], **values) -> Outing:
    percentage = None if percent is None else Fraction(percent)
    day = datetime.date(year, 3, 5)
    return Outing(day, "Pairs", "/", partners, percentage=percentage, **values)


def test_boards_of_a_role_are_added_up() -> None:
    boards = (
        Tally.of_board(Fraction(100), is_made=True),
        Tally.of_board(Fraction(50), is_made=False),
        Tally.of_board(None, is_made=True),
    )
    whole = sum(boards, NO_BOARDS)
    assert whole == Tally(3, 2, Fraction(150), 2)
    assert (whole.average, whole.down) == (75, 1)
    assert NO_BOARDS.average is None


def test_years_have_averages_of_their_sessions() -> None:
    record = Record((outing(2026, 60), outing(2026, 50), outing(2025, 40), outing(2024, None)))
    assert record.years() == [
        (2026, Average(2, Fraction(55), Fraction(60))),
        (2025, Average(1, Fraction(40), Fraction(40))),
        (2024, Average(1, None, None)),
    ]


def test_partners_come_by_how_often_and_by_name() -> None:
    record = Record((outing(2026, 60, IMKE), outing(2025, 50, HUGO), outing(2025, 40, HUGO)))
    assert record.partners() == [
        (7, "Hugo Tarrant", Average(2, Fraction(45), Fraction(50))),
        (8, "Imke van der Brink", Average(1, Fraction(60), Fraction(60))),
    ]


def test_roles_are_added_up_over_the_sessions() -> None:
    one = Tally(2, 2, Fraction(90), 1)
    record = Record((outing(2026, 60, declaring=one), outing(2026, 50, declaring=one)))
    assert (record.declaring, record.defending) == (Tally(4, 4, Fraction(180), 2), NO_BOARDS)


def test_records_of_two_sources_are_one() -> None:
    cup = TournamentResult(None, "Cup", "/")
    both = Record((outing(2026, 60),), earlier=3) + Record(tournaments=(cup,))
    assert (len(both.outings), both.tournaments, both.earlier) == (1, (cup,), 3)


def test_nothing_has_no_average() -> None:
    assert average([]) == Average(0, None, None)


def test_the_moving_average_is_of_the_last_ones() -> None:
    values = [Fraction(each) for each in (10, 20, 30, 40)]
    assert moving_average(values, 2) == [10, 15, 25, 35]
    assert moving_average([], 2) == []


@pytest.mark.parametrize(
    ("percentage", "text"),
    [
        (None, ""),
        (Fraction(0), "0.00 %"),
        (Fraction(100), "100.00 %"),
        (Fraction(540, 11), "49.09 %"),
        (Fraction(1, 200), "0.01 %"),
        (Fraction(-5, 4), "-1.25 %"),
    ],
)
def test_percentages_have_two_decimals(percentage: Fraction | None, text: str) -> None:
    assert percent_text(percentage) == text
