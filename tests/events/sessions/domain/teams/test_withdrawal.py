"""A team that leaves when all meet all."""

from fractions import Fraction

from events.sessions.domain.teams.standings import MatchResult
from events.sessions.domain.teams.withdrawal import after_withdrawals


def match(number, round_, home, away, home_points):
    points = (Fraction(home_points), Fraction(20 - home_points))
    return MatchResult(
        number, round_, home, away, 8, 8, 8, (Fraction(0),) * 2, points, last_round=round_
    )


MATCHES = [
    match(1, 1, 1, 4, 16),
    match(2, 1, 2, 3, 10),
    match(3, 2, 1, 3, 14),
    match(4, 2, 4, 2, 5),
    match(5, 3, 1, 2, 12),
    match(6, 3, 3, 4, 10),
]


def test_before_half_all_its_matches_are_cancelled():
    found = after_withdrawals(MATCHES, {4: 1}, total=20)

    assert [each.points for each in found] == [
        None,
        (10, 10),
        (14, 6),
        None,
        (12, 8),
        None,
    ]
    assert all(each.is_complete for each in found)


def test_after_half_the_others_get_the_best_of_three():
    found = after_withdrawals(MATCHES, {4: 2}, total=20)

    # Team 3 has 10 and 6 of its matches; 4 had 4 and 5, so that its opponents made 15.5 of it.
    assert found[5].points == (Fraction(31, 2), 0)
    assert found[:5] == MATCHES[:5]


def test_at_least_sixty_per_cent():
    strong = [*MATCHES[:3], match(4, 2, 4, 2, 18), *MATCHES[4:]]

    # Those who met team 4 made 9 of it on average, and team 3 has 8: 60 % is 12.
    assert after_withdrawals(strong, {4: 2}, total=20)[5].points == (12, 0)
