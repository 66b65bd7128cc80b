import pytest

from events.tournaments.core.domain.tournament import Team
from tests.events.tournaments.files.formats.krause.files import both, file, player, told

FOUR = (player(1, "2 w 1"), player(2, "1 b 0"), player(3, "4 w ="), player(4, "3 b ="))


def team(name: str, *members: object) -> str:
    """Record 013."""
    return f"013 {name:32}{' '.join(f'{member:>4}' for member in members)}"


def newer_team(number: int, name: str, *members: object) -> str:
    """Record 310, as in the example of the format: 73 columns in front of the members."""
    facts = f"310 {number:3} {name:32} {'NICK':5} {2486:6} {15.0:6} {28.0:6} {11:3}"
    return f"{facts}  {' '.join(f'{member:>4}' for member in members)}"


def test_teams_and_their_members() -> None:
    for found in both(file(*FOUR, more=(team("Old Mill", 1, 4), team("New  Mill Lane", 3, 2)))):
        assert found.value.teams == (Team("Old Mill", (1, 4)), Team("New Mill Lane", (3, 2)))
        assert found.errors == []


def test_teams_of_trf26() -> None:
    text = file(*FOUR, more=(newer_team(1, "Old Mill", 1, 4), newer_team(2, "New Mill", 3, 2)))
    lenient, strict = both(text)

    assert lenient.value.teams == (Team("Old Mill", (1, 4)), Team("New Mill", (3, 2)))
    assert strict.errors == ["line 7: invalid record 310", "line 8: invalid record 310"]


def test_teams_of_both_formats() -> None:
    text = file(*FOUR, more=(team("Old", 1, 2, 3, 4), newer_team(1, "New", 4, 3, 2, 1)))

    found = told(text)
    assert found.value.teams == (Team("New", (4, 3, 2, 1)),)
    assert "line 7: the teams are read from records 310; records 013 are left out" in found.notices


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("member", ["5", "x", "1x", "0x1", "\u0661"])
def test_a_member_who_is_no_player(member: str, strict: bool) -> None:
    text = file(*FOUR, more=(team("Mill", 1, 2, 3, 4, member),))

    assert told(text, strict=strict).errors == [
        f'line 7: "{member}", a member of the team "Mill", is not a player'
    ]


@pytest.mark.parametrize("strict", [False, True])
def test_a_player_in_two_teams(strict: bool) -> None:
    text = file(*FOUR, more=(team("Mill", 1, 2, 3), team("Lane", 3, 4)))

    assert told(text, strict=strict).errors == [
        'line 8: player 3 of the team "Lane" is in the team "Mill" too, line 7'
    ]


def test_a_player_twice_in_a_team() -> None:
    lenient, strict = both(file(*FOUR, more=(team("Mill", 1, 2, 3, 4, 1),)))

    message = 'line 7: player 1 is in the team "Mill" twice; the second is ignored'
    assert lenient.value.teams == (Team("Mill", (1, 2, 3, 4)),)
    assert lenient.notices[0] == message
    assert strict.errors == [message]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("name", ["Old Mill", "old mill", "OLDMILL", " O ld  Mill"])
def test_two_teams_of_one_name(name: str, strict: bool) -> None:
    text = file(*FOUR, more=(team("Old Mill", 1, 2), team(name, 3, 4)))

    shown = " ".join(name.split())
    assert told(text, strict=strict).errors == [f'line 8: the team "{shown}" is also in line 7']


def test_two_spellings_of_one_letter_are_one_name() -> None:
    text = file(*FOUR, more=(team("M\u00fchle", 1, 2), team("Mu\u0308hle", 3, 4)))

    assert told(text).errors == ['line 8: the team "Mu\u0308hle" is also in line 7']


@pytest.mark.parametrize("strict", [False, True])
def test_a_team_without_a_name(strict: bool) -> None:
    assert told(file(*FOUR, more=(team("", 1, 2, 3, 4),)), strict=strict).errors == [
        "line 7: a team has no name"
    ]


def test_a_team_without_members() -> None:
    lenient, strict = both(file(*FOUR, more=(team("Mill", 1, 2, 3, 4), team("Lane"))))

    message = 'line 8: the team "Lane" has no members'
    assert lenient.value.teams[1] == Team("Lane", ())
    assert lenient.notices[0] == message
    assert strict.errors == [message]


def test_players_without_a_team_when_others_have_one() -> None:
    lenient, strict = both(file(*FOUR, more=(team("Mill", 1, 3, 4),)))

    message = "line 4, player 2: in no team, although others are"
    assert lenient.notices[0] == message
    assert strict.errors == [message]
