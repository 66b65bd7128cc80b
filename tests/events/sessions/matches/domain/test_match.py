"""A board of a match: by its two rooms, with rulings.

A match of Swiss pairs: by percentage and by cross-IMPs.
"""

from fractions import Fraction

import pytest

from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.core.domain.line_result import LineResult
from events.sessions.matches.domain.match import (
    Result,
    Room,
    cross_imps,
    percentage,
    score_board,
    score_matches,
    whole_imps,
)
from events.sessions.matches.domain.scales import continuous


def board(number: int, open_score: int | None, closed: int | None) -> list[Result]:
    scores = {Room.OPEN: open_score, Room.CLOSED: closed}
    return [Result(1, "Elms", "Oaks", number, room, score) for room, score in scores.items()]


def test_imps_are_those_of_the_difference_between_the_rooms():
    scored = score_matches([*board(1, 420, -50), *board(2, 110, 140), *board(3, 0, 0)], continuous)
    [match] = scored.matches

    assert [(each.number, each.imps) for each in match.boards] == [(1, 10), (2, -1), (3, 0)]
    assert match.imps == (10, 1)
    assert sum(match.points) == 20
    assert match.points[0] * 100 == continuous(3).points(9)[0]
    assert (scored.standings[0][0], scored.warnings) == ("Elms", ())


def test_point_a_board():
    scored = score_matches([*board(1, 420, 430), *board(2, 110, 110), *board(3, 50, -50)], None)
    [match] = scored.matches

    half = Fraction(1, 2)
    assert [each.point for each in match.boards] == [0, half, 1]
    assert match.points == (1 + half, 1 + half)


def test_a_missing_room_is_not_scored_and_counts_as_a_board():
    scored = score_matches([*board(1, 420, -50), board(2, 100, 0)[0]], continuous)
    [match] = scored.matches

    assert [each.imps for each in match.boards] == [10, None]
    assert match.points[0] * 100 == continuous(2).points(10)[0]
    assert "board 2 has no result of the closed room" in str(scored.warnings[0])


def test_two_results_of_a_room_are_told():
    twice = [board(1, 420, 0)[0], board(1, -50, 0)[0]]
    scored = score_matches(twice, continuous)

    assert scored.matches[0].boards[0].imps is None
    assert "two results of the open room" in str(scored.warnings[0])


def test_standings_add_the_matches_of_a_team():
    other = [Result(2, "Oaks", "Elms", 1, room, 0) for room in Room]
    scored = score_matches([*board(1, 420, -50), *other], continuous)

    assert [match.round for match in scored.matches] == [1, 2]
    assert sum(points for _team, points in scored.standings) == 40
    assert [team for team, _points in scored.standings] == ["Elms", "Oaks"]


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


ONE = Fraction(1)


def only(score: int):
    return ((ONE, score),)


def test_the_percentage_of_a_match():
    assert percentage([(Fraction(7), Fraction(10)), (Fraction(5), Fraction(10))]) == 60
    assert percentage([]) is None


@pytest.mark.parametrize(
    ("own", "others", "imps"),
    [
        # Two results: √(2·1/2) is 1, so that it is the IMPs of a match of teams.
        (420, [-50], "10"),
        # Three: 10 + 10 over √3.
        (420, [-50, -50], "11.547"),
        # Four: 10 over √6.
        (420, [420, 420, -50], "4.0825"),
        (420, [], "0"),
    ],
)
def test_a_board(own, others, imps):
    found = cross_imps(only(own), [only(other) for other in others])

    assert f"{found:.4f}".startswith(imps.ljust(6, ".")[: len(imps)])
    assert round(float(found), 3) == pytest.approx(float(imps), abs=0.001)


def test_a_weighted_score_counts_by_its_parts():
    half = ((Fraction(1, 2), 420), (Fraction(1, 2), -50))

    assert cross_imps(half, [only(-50)]) == 5
    assert cross_imps(only(-50), [half]) == -5


@pytest.mark.parametrize(("boards", "whole"), [(["2.5"], 3), (["-2.5"], -3), (["1.2", "1.2"], 2)])
def test_halves_go_away_from_zero(boards, whole):
    from decimal import Decimal

    assert whole_imps(map(Decimal, boards)) == whole
