"""A board of a match: by its two rooms, with rulings."""

from fractions import Fraction

import pytest

from events.sessions.domain.adjustments import read_adjustment
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.teams.board_imps import score_board


def scored(open_room: str, closed: str):
    def result(text: str) -> LineResult | None:
        if not text:
            return None
        number = text.removeprefix("+").removeprefix("-")
        if number.isdecimal():
            return LineResult(int(text))
        return LineResult(100, adjustment=read_adjustment(text))

    return score_board(1, result(open_room), result(closed))


@pytest.mark.parametrize(
    ("open_room", "closed", "imps", "points"),
    [
        ("+420", "+170", (6, -6), (1, 0)),
        ("-50", "+420", (-10, 10), (0, 1)),
        ("+110", "+100", (0, 0), (1, 0)),
        ("+100", "+100", (0, 0), (Fraction(1, 2), Fraction(1, 2))),
        # Average plus to one side, average minus to the other; then to both.
        ("A+-", "+420", (3, -3), (Fraction(3, 5), Fraction(2, 5))),
        ("A++", "+420", (3, 3), (Fraction(3, 5), Fraction(3, 5))),
        ("+420", "A+-", (-3, 3), (Fraction(2, 5), Fraction(3, 5))),
        ("A70/30", "+420", (6, -6), (Fraction(7, 10), Fraction(3, 10))),
        # 60 % of +420 and 40 % of −50 against −50: 60 % of 10 IMPs.
        ("60:420/40:-50", "-50", (6, -6), (Fraction(4, 5), Fraction(1, 5))),
        # Split: +420 for North–South, −50 for East–West.
        ("100:420|100:-50", "-50", (10, 0), (1, Fraction(1, 2))),
        # An award in each room is one award: their mean.
        ("A+-", "A+-", (0, 0), (Fraction(1, 2), Fraction(1, 2))),
    ],
)
def test_each_side_by_itself(open_room, closed, imps, points):
    board = scored(open_room, closed)

    assert (board.imps, board.points) == (imps, points)


@pytest.mark.parametrize(("open_room", "closed"), [("", "+420"), ("+420", ""), ("", "")])
def test_a_room_that_is_missing(open_room, closed):
    board = scored(open_room, closed)

    assert board.imps is None
    assert board.is_played


def test_a_board_that_is_not_played_is_not_waited_for():
    board = scored("NP", "")

    assert board.imps is None
    assert not board.is_played
