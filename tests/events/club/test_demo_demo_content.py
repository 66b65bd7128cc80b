import copy
import datetime
from collections.abc import Callable

import pytest

from clubscore.web.visitors import Actor
from events.club.demo import build_demo, demo_session, has_demo, has_own_events, read_demo
from events.models import Series, Session
from events.sessions.series.services import create_series
from events.sessions.setup.services.sessions import create_session
from movements.models import Movement
from players.domain.names import read_name

TODAY = datetime.date(2026, 3, 5)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def stored(store_once: Callable[[Callable[[], list[Session]]], list[Session]]) -> list[Session]:
    return store_once(lambda: build_demo(today=TODAY))


@pytest.fixture
def demo(stored: list[Session], db: None) -> list[Session]:
    return copy.deepcopy(stored)


def own_session(*names: str) -> Session:
    return create_session(
        title="Ours",
        date=TODAY,
        movement=Movement.objects.get(name="Mitchell, seven tables"),
        names={"A1": [read_name(name) for name in names]},
        by=Actor(),
    )


def test_everything_of_the_demo_is_counted(demo: list[Session]) -> None:
    found = read_demo()
    assert (len(found.sessions), len(found.series), len(found.tournaments)) == (6, 1, 1)
    assert (found.players, found.movements, found.staying, found.changes) == (28, 4, (), ())
    assert found.results > 500
    assert (has_demo(), has_own_events(), found.is_empty) == (True, False, False)
    assert demo_session() == demo[1]


def test_a_player_of_a_session_of_ones_own_stays_and_the_page_says_why(demo: list[Session]) -> None:
    own_session("Clara Finch", "Somebody Else")
    found = read_demo()
    assert [(each.name, each.events) for each in found.staying] == [
        ("Clara Finch", ("Ours (2026-03-05)",))
    ]
    assert (found.players, found.movements) == (27, 3)
    assert found.staying_movements == ("Mitchell, seven tables",)
    assert has_own_events()


def test_what_changes_in_a_series_of_ones_own_is_said(demo: list[Session]) -> None:
    create_series(series=Series(name="Ours"), weights={demo[0].pk: 100}, by=Actor())
    assert [str(change) for change in read_demo().changes] == [
        "The series “Ours” loses 1 of its sessions; its standings change, and so do those that "
        "carry it forward."
    ]


def test_the_stamp_changes_with_the_demo(demo: list[Session]) -> None:
    before = read_demo().seen
    assert read_demo().seen == before
    Session.objects.filter(pk=demo[0].pk).update(is_demo=False)
    assert read_demo().seen != before
