import datetime
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.club.demo import (
    CLUB,
    PLAYERS,
    build_demo,
    demo_session,
    has_demo,
    has_own_events,
    read_demo,
)
from events.club.views import start_own_club
from events.models import Deletion, LogEntry, Series, Session, Tournament
from events.sessions.series.services import create_series
from events.sessions.setup.services.sessions import reopen
from movements.models import Movement
from movements.services import rename_movement, store_movement
from players.domain.names import read_name
from players.models import Club, ClubSettings, Player, RegisterEntry
from players.services.players import add_guests, delete_player
from tests.movements.factories import FOUR_PAIRS
from tests.players.people import play, player

TODAY = datetime.date(2026, 3, 5)

pytestmark = pytest.mark.django_db


# Those without a demo come first: from the first that asks for it, it is there.
def test_what_the_club_added_stays() -> None:
    known = player("Clara Finch")
    mine = store_movement(name="Mine", text=FOUR_PAIRS)
    build_demo(today=TODAY)
    assert Player.objects.filter(is_demo=True).count() == len(PLAYERS) - 1
    assert not Player.objects.get(pk=known.pk).is_demo
    assert Movement.objects.filter(is_demo=True).count() == 4
    assert Club.objects.get(name=CLUB).is_demo
    session = play("Hugo Tarrant", "Ann Other", title="Ours")
    used = session.sections.get().movement
    evening = Session.objects.filter(title="Autumn pairs").first()
    made = create_series(series=Series(name="Ours"), weights={evening.pk: 100}, by=Actor())
    start_own_club(by=Actor())
    assert [str(each) for each in Session.objects.all()] == ["Ours (2026-03-05)"]
    assert [(each.full_name, each.is_demo) for each in Player.objects.order_by("given")] == [
        ("Ann Other", False),
        ("Clara Finch", False),
        ("Hugo Tarrant", False),
    ]
    assert Player.objects.get(given="Clara").pk == known.pk
    assert set(Movement.objects.all()) == {mine, used}
    assert list(made.sessions.all()) == []


@pytest.fixture(scope="module")
def demo(store_once: Callable[[Callable[[], list[Session]]], list[Session]]) -> list[Session]:
    return store_once(lambda: build_demo(today=TODAY))


@pytest.mark.usefixtures("demo")
def test_nothing_of_the_demo_stays() -> None:
    User.objects.create_user("director", is_staff=True)
    assert ClubSettings.objects.get().name == CLUB
    results = read_demo().results
    start_own_club(by=Actor(device="phone"), backup="before")
    for model in (Session, Series, Tournament, Player, Club, Movement, LogEntry):
        assert model.objects.count() == 0, model
    assert User.objects.count() == 1
    assert ClubSettings.objects.get().name == ""
    [entry] = Deletion.objects.all()
    assert (entry.kind, entry.results, entry.device, entry.backup) == (
        "demo",
        results,
        "phone",
        "before",
    )
    assert RegisterEntry.objects.count() == 0
    assert (has_demo(), has_own_events(), demo_session()) == (False, False, None)
    assert read_demo().is_empty
    # And it can come again.
    build_demo(today=TODAY)
    assert has_demo()


@pytest.mark.usefixtures("demo")
def test_a_movement_that_was_changed_stays() -> None:
    rename_movement(movement=Movement.objects.get(name="Mitchell, seven tables"), name="Tuesday")
    start_own_club(by=Actor())
    assert [movement.name for movement in Movement.objects.all()] == ["Tuesday"]


@pytest.mark.usefixtures("demo")
def test_a_demo_that_changed_since_the_page_stays() -> None:
    seen = read_demo().seen
    reopen(session=Session.objects.get(title="Individual cup"), by=Actor())
    with pytest.raises(Refused, match="This was changed in the meantime"):
        start_own_club(seen=seen, by=Actor())
    assert Session.objects.count() == 6


@pytest.mark.usefixtures("demo")
def test_numbers_of_players_begin_at_one() -> None:
    start_own_club(by=Actor())
    assert [player("Nora Quill").pk, player("Otto Quill").pk] == [1, 2]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize("kind", ["player", "guest", "deleted"])
def test_numbers_go_on_where_the_club_used_one(kind: str) -> None:
    if kind == "guest":
        add_guests(names=[read_name("Gus Guest")])
    else:
        own = player("Nora Quill")
    if kind == "deleted":
        delete_player(number=own.pk, by=Actor())
    highest = Player.everybody.order_by("-pk")[0].pk
    start_own_club(by=Actor())
    assert player("Otto Quill").pk > highest
    assert RegisterEntry.objects.filter(action="deleted").exists()
