import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import ContestantPlayer, Session
from events.sessions.services.scoring import score_session
from players.models import FormerNumber, Player, PrivateLink, RegisterEntry
from players.selectors.deletion import player_plan
from players.selectors.register import Wanted, wanted_players
from players.selectors.search import search_players
from players.services.deletion import delete_player
from tests.events import factories
from tests.players.people import play, player

pytestmark = pytest.mark.django_db


def standings(session: Session) -> list[tuple]:
    found = score_session(session).field.standings
    return [(each.contestant, each.place, each.points) for each in found]


def test_a_player_who_never_played_is_deleted_altogether() -> None:
    clara = player("Clara Finch")
    delete_player(number=clara.pk, by=Actor())
    assert (Player.objects.count(), FormerNumber.objects.get().number) == (0, clara.pk)
    assert [entry.action for entry in RegisterEntry.objects.all()] == ["deleted"]


def test_a_player_with_results_leaves_them_as_they_are() -> None:
    session = play("Clara Finch", "Hugo Tarrant")
    factories.enter(session, 1, "420", "50")
    clara = Player.objects.get(given="Clara")
    PrivateLink.objects.create(player=clara, token_hash="0" * 64)
    before = standings(session)
    delete_player(number=clara.pk, backup="before", by=Actor(device="phone"))
    stays = Player.objects.get(pk=clara.pk)
    assert (stays.full_name[:7], stays.deleted_at is None) == ("Erased-", False)
    assert standings(session) == before
    seats = ContestantPlayer.objects.filter(session=session).order_by("place")
    assert [str(seat.player)[:7] for seat in seats] == ["Erased-", "Hugo Ta"]
    assert PrivateLink.objects.count() == 0


def test_the_log_keeps_that_there_was_a_player_but_no_name() -> None:
    play("Clara Finch", "Hugo Tarrant")
    clara = Player.objects.get(given="Clara")
    delete_player(number=clara.pk, backup="before", by=Actor(device="phone"))
    entry = RegisterEntry.objects.filter(number=clara.pk).first()
    assert (entry.action, entry.device, entry.before, entry.after) == (
        "deleted",
        "phone",
        {},
        {"events": 1, "backup": "before"},
    )
    assert "Clara" not in str(list(RegisterEntry.objects.values_list("before", "after")))


def test_a_deleted_player_is_in_no_list() -> None:
    play("Clara Finch", "Hugo Tarrant")
    clara = Player.objects.get(given="Clara")
    delete_player(number=clara.pk, by=Actor())
    assert [str(each) for each in wanted_players(Wanted())] == ["Hugo Tarrant"]
    assert list(search_players("erased")) == []
    assert list(search_players(str(clara.pk))) == []


def test_a_player_who_changed_since_the_page_stays() -> None:
    clara = player("Clara Finch")
    seen = player_plan(clara).seen
    play("Clara Finch", "Hugo Tarrant")
    with pytest.raises(Refused, match="This was changed in the meantime"):
        delete_player(number=clara.pk, seen=seen, by=Actor())
    assert Player.objects.get(pk=clara.pk).full_name == "Clara Finch"


def test_nobody_is_refused() -> None:
    with pytest.raises(Refused, match="This player is no longer in the register"):
        delete_player(number=4711, by=Actor())
