import pytest

from clubscore.web.visitors import Actor
from events.models import Deletion, Entry, Game, LogEntry, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.desk import services as removal
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


def paired() -> Tournament:
    made = cups.tournament(entries=3)
    pairings = Pairings(((1, 2),), ((3, Code.PAIRING_BYE),))
    set_pairings(round=made.rounds.get(number=1), pairings=pairings, by=Actor())
    return made


def test_a_tournament_with_results_goes_and_the_log_of_deletions_keeps_that_it_was() -> None:
    made = paired()
    enter_result(tournament=made, game_id=Game.objects.get().pk, text="1", by=Actor())
    removal.delete_tournament(tournament=made, by=Actor())
    assert (Tournament.objects.count(), Game.objects.count(), Entry.objects.count()) == (0, 1, 3)
    [entry] = Deletion.objects.all()
    assert (entry.kind, entry.title, entry.results) == ("tournament", made.name, 1)


def test_tournaments_are_erased_with_their_logs() -> None:
    stays, goes = paired(), paired()
    removal.delete_tournament(tournament=goes, by=Actor())
    removal.erase_tournaments(tournaments=[goes])
    assert list(Tournament.everything.all()) == [stays]
    assert set(LogEntry.objects.values_list("tournament", flat=True)) == {stays.pk}
    assert (Game.objects.count(), Entry.objects.count()) == (1, 3)
