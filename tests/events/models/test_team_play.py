"""What the database refuses to store of teams."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from clubscore.web.visitors import Actor
from events.models import LineUpSeat, Team, TeamApart, TeamBye, TeamForfeit, TeamsApart, Tournament
from events.tournaments.entries.services.numbering import number_entries
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.services.importing import import_tournament
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.files.formats.krause.test_team_facts import EVERY, FORFEITED

pytestmark = pytest.mark.django_db


@pytest.fixture
def lakeside() -> Tournament:
    """A tournament with one bye, forfeit, line-up and so on of every kind."""
    value = read(teams_file(*EVERY, cells=FORFEITED)).tournament
    return import_tournament(value=value, by=Actor())


def team(number: int) -> Team:
    return Team.objects.get(number=number)


@pytest.mark.parametrize(
    "row",
    [
        lambda: TeamBye(team=team(5), round=1, code="F"),
        lambda: TeamBye(team=team(5), round=0, code="F"),
        lambda: TeamBye(team=team(5), round=1000, code="F"),
        lambda: TeamBye(team=team(5), round=3, code="X"),
        lambda: TeamForfeit(round=1, white=team(1), black=team(2), score="--"),
        lambda: TeamForfeit(round=1, white=team(2), black=team(3), score="--"),
        lambda: TeamForfeit(round=2, white=team(2), black=team(2), score="--"),
        lambda: TeamForfeit(round=2, white=team(2), black=team(3), score="++"),
        lambda: LineUpSeat(team=team(2), round=1, board=1),
        lambda: LineUpSeat(team=team(2), round=1, board=0),
        lambda: LineUpSeat(team=team(2), round=1, board=3, entry=team(2).members.get(team_place=1)),
        lambda: TeamsApart(tournament=team(1).tournament, first_round=0),
        lambda: TeamsApart(tournament=team(1).tournament, last_round=1000),
        lambda: TeamApart(apart=TeamsApart.objects.get(), team=team(1)),
        lambda: Team(tournament=team(1).tournament, name="Mill", number=1),
        lambda: Team(tournament=team(1).tournament, name="Mill", number=0),
    ],
)
def test_the_database_refuses(lakeside: Tournament, row: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        row().save()


@pytest.mark.parametrize(
    ("column", "value"), [("lot", "x"), ("colour_preference", "x"), ("match_win_points", -1)]
)
def test_the_database_refuses_of_a_tournament(
    lakeside: Tournament, column: str, value: Any
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.update(**{column: value})


def test_a_player_who_goes_leaves_an_empty_board(lakeside: Tournament) -> None:
    entry = lakeside.entries.get(number=1)
    seat = LineUpSeat.objects.create(team=team(1), round=2, board=1, entry=entry)
    entry.delete()
    seat.refresh_from_db()
    assert seat.entry is None


def test_with_a_team_its_facts_go(lakeside: Tournament) -> None:
    lakeside.entries.filter(team=team(2)).update(team=None, team_place=None)
    team(2).delete()
    assert (LineUpSeat.objects.count(), TeamApart.objects.count()) == (0, 2)


def test_a_line_up_follows_the_numbers_of_its_players(lakeside: Tournament) -> None:
    before = list(LineUpSeat.objects.order_by("board").values_list("entry", flat=True))
    Tournament.objects.update(virtual_points=[])
    lakeside.refresh_from_db()
    number_entries(tournament=lakeside, by=Actor(), is_confirmed=True)
    assert list(LineUpSeat.objects.order_by("board").values_list("entry", flat=True)) == before
