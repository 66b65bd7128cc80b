import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import Entry, Tournament
from events.tournaments.selectors.registration import registration_of
from events.tournaments.services.member_import import enter_members
from players.formats.members.reading import Members
from players.models import Player
from players.services.member_files import read_member_list
from players.services.register_files import Source
from tests.events.tournaments.cups import tournament

pytestmark = pytest.mark.django_db

TEXT = "Name;Reg;Rounds\nAnn Lee;r;1 3\nBo Finch;;\n"


def members(cup: Tournament, text: str = TEXT) -> Members:
    source = Source(text.encode())
    return read_member_list(source=source, registration=registration_of(cup)).members


def test_members_come_into_the_register_and_the_tournament():
    cup = tournament(rounds=3)
    outcome = enter_members(tournament=cup, members=members(cup), by=Actor())
    assert (outcome.added, Player.objects.count()) == (2, 2)
    assert [
        (entry.name, entry.registered, entry.absent_rounds) for entry in cup.entries.order_by("pk")
    ] == [("Lee, Ann", True, [2]), ("Finch, Bo", False, [])]


def test_who_is_entered_already_stays_as_entered():
    cup = tournament(rounds=3)
    enter_members(tournament=cup, members=members(cup), by=Actor())
    again = members(cup, "Name;Reg;Rounds\nAnn Lee;;2\nCy Boon;;\n")
    enter_members(tournament=cup, members=again, by=Actor())
    assert [entry.absent_rounds for entry in cup.entries.order_by("pk")] == [[2], [], []]


def test_a_tournament_that_has_changed_is_refused_and_nobody_is_stored():
    cup = tournament(rounds=3)
    read = members(cup)
    Tournament.objects.update(rounds_planned=4)
    with pytest.raises(Refused, match="The tournament has changed in the meantime"):
        enter_members(tournament=cup, members=read, by=Actor())
    assert (Player.objects.count(), Entry.objects.count()) == (0, 0)


def test_a_refused_list_enters_nobody():
    cup = tournament(rounds=3)
    with pytest.raises(Refused):
        enter_members(tournament=cup, members=members(cup, f"{TEXT};;\n;x;\n"), by=Actor())
    assert Entry.objects.count() == 0
