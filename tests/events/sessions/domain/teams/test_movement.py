import pytest

from clubscore.problems import Refused
from events.sessions.domain.teams.movement import Seating, TeamsMovement, teams_movement


def halves_without_another(movement: TeamsMovement) -> list[Seating]:
    """The halves of matches whose other half, with the sides exchanged and the same boards, is
    missing: none in a movement for teams."""
    played = {(each.ns, each.ew, each.boards) for seats in movement.rounds for each in seats}
    return [
        each
        for seats in movement.rounds
        for each in seats
        if (each.ew, each.ns, each.boards) not in played
    ]


def matches(movement: TeamsMovement) -> list[frozenset[int]]:
    return [frozenset((each.ns, each.ew)) for seats in movement.rounds for each in seats]


@pytest.mark.parametrize("teams", range(2, 41))
def test_all_meet_all_in_both_rooms(teams: int):
    movement = teams_movement(teams)

    assert len(movement.rounds) == teams - 1
    assert halves_without_another(movement) == []
    assert len(matches(movement)) == 2 * len(set(matches(movement))) == teams * (teams - 1)


@pytest.mark.parametrize("teams", range(2, 25))
def test_in_every_round_each_team_has_two_pairs_at_two_tables(teams: int):
    for seats in teams_movement(teams).rounds:
        everybody = list(range(1, teams + 1))
        assert sorted(each.ns for each in seats) == sorted(each.ew for each in seats) == everybody
        sharing = [each.boards for each in seats]
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
