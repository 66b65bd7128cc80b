import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import LogEntry, Team, Tournament
from events.tournaments.services.entries import change_entry
from events.tournaments.services.teams import join_team
from tests.events.tournaments import cups
from tests.events.tournaments.cups import entry

pytestmark = pytest.mark.django_db
BY = Actor()


def join(tournament: Tournament, number: int, name: str) -> None:
    join_team(entry=entry(tournament, number), name=name, by=BY)


def teams(tournament: Tournament) -> dict[str, list[int | None]]:
    return {
        team.name: list(team.members.order_by("team_place").values_list("number", flat=True))
        for team in Team.objects.filter(tournament=tournament)
    }


def test_who_joins_a_team_comes_last_in_it() -> None:
    made = cups.tournament(entries=3)
    for number, name in ((3, "The Rooks"), (1, "the  rooks"), (2, "Knights")):
        join(made, number, name)
    assert teams(made) == {"The Rooks": [3, 1], "Knights": [2]}


def test_who_changes_the_team_leaves_the_other_and_an_empty_one_goes() -> None:
    made = cups.tournament(entries=2)
    for number, name in ((1, "Rooks"), (2, "Rooks"), (1, "Knights"), (2, "")):
        join(made, number, name)
    assert teams(made) == {"Knights": [1]}
    assert entry(made, 2).team is None


def test_the_same_team_again_is_not_logged() -> None:
    made = cups.tournament(entries=1)
    for name in ("Rooks", "ROOKS", ""):
        join(made, 1, name)
    logged = LogEntry.objects.filter(tournament=made, action="entries").order_by("pk")
    assert [(each.before, each.after) for each in logged] == [
        ({"entry": "1 Finch, Clara", "team": ""}, {"entry": "1 Finch, Clara", "team": "Rooks"}),
        ({"entry": "1 Finch, Clara", "team": "Rooks"}, {"entry": "1 Finch, Clara", "team": ""}),
    ]


def test_a_team_of_another_tournament_is_another_team() -> None:
    made, other = cups.tournament(entries=1), cups.tournament(entries=1)
    join(made, 1, "Rooks")
    join(other, 1, "Rooks")
    assert (teams(made), teams(other)) == ({"Rooks": [1]}, {"Rooks": [1]})


def test_a_refused_entry_joins_no_team() -> None:
    made = cups.tournament(entries=2)
    first = entry(made, 1)
    first.number = 2
    with pytest.raises(Refused):
        change_entry(entry=first, fields=["number"], team_name="Rooks", by=BY)
    assert teams(made) == {}


def test_a_name_that_is_too_long_is_refused() -> None:
    made = cups.tournament(entries=1)
    with pytest.raises(Refused, match="at most 100 characters"):
        join(made, 1, "x" * 101)
