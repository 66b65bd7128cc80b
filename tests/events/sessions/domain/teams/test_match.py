from fractions import Fraction

from events.sessions.domain.teams.match import Result, Room, score_matches
from events.sessions.domain.teams.wbf_scales import continuous


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
