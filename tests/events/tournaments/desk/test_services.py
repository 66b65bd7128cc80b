import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Deletion, Entry, Game, LogEntry, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.desk import services as removal
from events.tournaments.desk.selectors import tournament_plan
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


def paired() -> Tournament:
    made = cups.tournament(entries=3)
    pairings = Pairings(((1, 2),), ((3, Code.PAIRING_BYE),))
    set_pairings(round=made.rounds.get(number=1), pairings=pairings, by=Actor())
    return made


def test_a_tournament_without_results_is_deleted_with_its_log() -> None:
    stays = paired()
    removal.delete_tournament(tournament=paired(), by=Actor())
    assert list(Tournament.objects.all()) == [stays]
    assert set(LogEntry.objects.values_list("tournament", flat=True)) == {stays.pk}
    assert (Game.objects.count(), Entry.objects.count()) == (1, 3)


def test_a_tournament_with_results_goes_and_the_log_of_deletions_keeps_that_it_was() -> None:
    made = paired()
    enter_result(tournament=made, game_id=Game.objects.get().pk, text="1", by=Actor())
    removal.delete_tournament(tournament=made, backup="before", by=Actor())
    assert (Tournament.objects.count(), Game.objects.count(), Entry.objects.count()) == (0, 0, 0)
    [entry] = Deletion.objects.all()
    assert (entry.kind, entry.title, entry.results, entry.backup) == (
        "tournament",
        made.name,
        1,
        "before",
    )


def test_a_tournament_that_changed_since_the_page_stays() -> None:
    made = paired()
    seen = tournament_plan(made).seen
    enter_result(tournament=made, game_id=Game.objects.get().pk, text="1", by=Actor())
    with pytest.raises(Refused, match="This was changed in the meantime"):
        removal.delete_tournament(tournament=made, seen=seen, by=Actor())
    assert (Tournament.objects.count(), Deletion.objects.count()) == (1, 0)
