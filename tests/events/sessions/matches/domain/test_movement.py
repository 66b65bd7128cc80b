"""Teams at tables: both halves of every match are played, and nobody plays a board twice."""

from collections import Counter

import pytest

from clubscore.text.problems import Refused
from events.sessions.matches.domain.movement import (
    RoundPlan,
    Seating,
    TeamsKind,
    TeamsMovement,
    drawn_movement,
    east_west,
    north_south,
    seated_round,
    seated_teams,
    teams_movement,
    triangle,
)
from movements.domain.check import unusable


def halves_without_another(movement: TeamsMovement) -> list[Seating]:
    """The halves of matches whose other half, with the sides exchanged and the same boards, is
    missing: none in a movement for teams."""
    played = {(seat.ns, seat.ew, seat.boards) for seats in movement.rounds for seat in seats}
    return [
        seat
        for seats in movement.rounds
        for seat in seats
        if (seat.ew, seat.ns, seat.boards) not in played
    ]


def matches(movement: TeamsMovement) -> list[frozenset[int]]:
    return [frozenset((seat.ns, seat.ew)) for seats in movement.rounds for seat in seats]


@pytest.mark.parametrize("teams", range(2, 41))
def test_all_meet_all_in_both_rooms(teams: int):
    movement = teams_movement(teams)

    assert len(movement.rounds) == teams - 1
    assert halves_without_another(movement) == []
    assert len(matches(movement)) == 2 * len(set(matches(movement))) == teams * (teams - 1)


@pytest.mark.parametrize(
    ("kind", "teams"),
    [(TeamsKind.WHIST, teams) for teams in range(2, 21, 2)]
    + [(TeamsKind.AT_ONCE, teams) for teams in range(3, 21)],
)
def test_all_meet_all_in_the_other_movements(kind: TeamsKind, teams: int):
    movement = teams_movement(teams, kind=kind)
    at_once = kind is TeamsKind.AT_ONCE
    assert len(movement.rounds) == (teams - 1 + teams % 2 if at_once else teams)
    assert halves_without_another(movement) == []
    assert len(matches(movement)) == 2 * len(set(matches(movement))) == teams * (teams - 1)
    value, _matches = seated_teams(movement)
    assert unusable(value) == ()
    for seats in movement.rounds:
        for side in ([seat.ns for seat in seats], [seat.ew for seat in seats]):
            assert len(side) == len(set(side)) == teams - (teams % 2 if at_once else 1)
        sharing = [seat.boards for seat in seats]
        if at_once:
            assert all(seats[k].boards == seats[k + 1].boards for k in range(0, len(seats), 2))
            assert max(map(sharing.count, sharing)) == (
                2 if teams > 6 or teams == 3 else len(seats)
            )
        else:
            assert len(set(sharing)) == len(sharing)


@pytest.mark.parametrize(("kind", "teams", "rounds"), [("whist", 8, 4), ("at-once", 7, 3)])
def test_of_fewer_rounds_in_the_other_movements_every_match_is_whole(kind, teams, rounds):
    movement = teams_movement(teams, rounds, TeamsKind(kind))
    assert len(movement.rounds) == rounds
    assert halves_without_another(movement) == []
    groups = {seat.boards for seats in movement.rounds for seat in seats}
    assert groups == set(range(1, len(groups) + 1))


@pytest.mark.parametrize("teams", range(2, 25))
def test_in_every_round_each_team_has_two_pairs_at_two_tables(teams: int):
    for seats in teams_movement(teams).rounds:
        everybody = list(range(1, teams + 1))
        assert sorted(seat.ns for seat in seats) == sorted(seat.ew for seat in seats) == everybody
        sharing = [seat.boards for seat in seats]
        assert max(map(sharing.count, sharing)) == (1 if teams % 2 else 2)


@pytest.mark.parametrize(("teams", "rounds"), [(5, 2), (7, 4), (8, 3), (8, 4), (12, 5), (2, 1)])
def test_of_fewer_rounds_every_match_is_whole(teams: int, rounds: int):
    movement = teams_movement(teams, rounds)

    assert len(movement.rounds) == rounds
    assert halves_without_another(movement) == []
    assert all(matches(movement).count(match) == 2 for match in matches(movement))


def test_a_missing_half_is_found():
    whole = teams_movement(5)
    torn = TeamsMovement(whole.name, whole.rounds[:1])
    assert len(halves_without_another(torn)) == 5


@pytest.mark.parametrize(
    ("teams", "rounds", "words"),
    [(5, 3, "even number"), (6, 6, "nobody meets twice"), (6, 0, "1 to 5"), (1, None, "2 to 60")],
)
def test_what_cannot_be_played(teams: int, rounds: int | None, words: str):
    with pytest.raises(Refused, match=words):
        teams_movement(teams, rounds)


def halves(movement):
    """How often the pairs of two teams meet on a group: North–South's team, the other, group."""
    return Counter(
        ((cell.ns[0] + 1) // 2, cell.ew[0] // 2, cell.group)
        for _round, _table, cell in movement.cells()
        if cell.is_played
    )


@pytest.mark.parametrize("teams", range(2, 21))
def test_all_meet_all(teams):
    movement, matches = seated_teams(teams_movement(teams))

    assert not unusable(movement)
    assert len(matches) == teams * (teams - 1) // 2
    found = halves(movement)
    assert all(found[ew, ns, group] == 1 for ns, ew, group in found)
    for match in matches:
        (group, last) = match.groups
        assert group == last
        assert found[match.home, match.away, group] == 1


@pytest.mark.parametrize(("teams", "rounds"), [(8, 3), (8, 4), (9, 4), (10, 1)])
def test_fewer_rounds_have_whole_matches(teams, rounds):
    movement, matches = seated_teams(teams_movement(teams, rounds))

    found = halves(movement)
    assert all(found[ew, ns, group] == 1 for ns, ew, group in found)
    assert len(matches) == teams * rounds // 2


def test_the_pairs_of_a_team():
    assert [(north_south(team), east_west(team)) for team in (1, 2, 3)] == [(1, 2), (3, 4), (5, 6)]


def test_a_round_with_a_triangle_that_goes_on_in_the_next():
    plan = RoundPlan(1, (1,), ((1, 2), (3, 4)), (5, 6, 7), next_group=2, extra_group=4)
    first, matches = seated_round(plan)
    second, _more = seated_round(
        RoundPlan(2, (2,), ((1, 3), (2, 4))), triangle((5, 6, 7), (1, 2, 4))[1]
    )

    movement = drawn_movement((*first, *second), 14)

    assert not unusable(movement)
    found = halves(movement)
    assert all(found[ew, ns, group] == 1 for ns, ew, group in found)
    assert [(match.home, match.away, match.groups, match.last_round) for match in matches] == [
        (1, 2, (1, 1), 1),
        (3, 4, (1, 1), 1),
        (5, 6, (1, 1), 2),
        (6, 7, (2, 2), 2),
        (7, 5, (4, 4), 2),
    ]


def test_half_matches_of_three_teams_in_one_round():
    plan = RoundPlan(1, (1, 2), ((1, 2),), (3, 4, 5), extra_group=7)
    rows, matches = seated_round(plan)

    movement = drawn_movement(rows, 10)

    assert not unusable(movement)
    found = halves(movement)
    assert all(found[ew, ns, group] == 1 for ns, ew, group in found)
    assert [(match.home, match.away, match.groups) for match in matches] == [
        (1, 2, (1, 2)),
        (3, 4, (1, 1)),
        (4, 5, (2, 2)),
        (5, 3, (7, 7)),
    ]
