import copy
import datetime
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from clubscore.web.visitors import Actor
from events.club.demo import (
    CLUB,
    PLAYERS,
    TROPHY,
    build_demo,
    demo_session,
    has_demo,
    has_own_events,
    read_demo,
)
from events.models import LogEntry, Series, Session, TravellerLine
from events.sessions.scoring.figures.series import score_chain
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.scoring.selectors.progress import progress
from events.sessions.scoring.selectors.sessions import chain
from events.sessions.series.services import create_series
from events.sessions.setup.services.sessions import create_session
from movements.models import Movement
from players.domain.names import read_name
from players.models import Club, Player
from tests.events import factories
from tests.players.people import player

TODAY = datetime.date(2026, 3, 5)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def stored(store_once: Callable[[Callable[[], list[Session]]], list[Session]]) -> list[Session]:
    return store_once(lambda: build_demo(today=TODAY))


@pytest.fixture
def demo(stored: list[Session], db: None) -> list[Session]:
    """The sessions of the demo club."""
    return copy.deepcopy(stored)


def results() -> list[tuple]:
    return list(
        TravellerLine.objects.filter(section__session__is_demo=True)
        .order_by("section__session__title", "section__session__date", "board", "round", "table")
        .values_list("section__session__title", "board", "score_ns", "contract", "declarer")
    )


def test_demo_is_a_past_a_running_and_an_individual_session(demo: list[Session]) -> None:
    assert [
        (
            session.title,
            (TODAY - session.date).days,
            session.is_finished,
            session.is_published,
            session.winners,
        )
        for session in demo
    ] == [
        ("Autumn pairs", 7, True, True, 1),
        ("Club evening", 0, False, True, 2),
        ("Individual cup", 14, True, True, 1),
        ("Teams of four", 10, True, True, 1),
        ("Autumn pairs", 28, True, True, 1),
        ("Autumn pairs", 21, True, True, 1),
    ]
    assert {session.club.name for session in demo} == {CLUB}
    assert [
        {board.state for board in progress(session.pk)} == {"complete"} for session in demo
    ] == [True, False, True, True, True, True]


def test_demo_of_today_is_half_entered(demo: list[Session]) -> None:
    states = [board.state for board in progress(demo[1].pk)]
    assert states == ["complete"] * 10 + ["part"] + ["empty"] * (len(states) - 11)


def test_demo_names_every_contestant(demo: list[Session]) -> None:
    for session in demo:
        players = 1 if session.title == "Individual cup" else 2
        assert {
            len(contestant.names) for contestant in session_contestants(session.pk).values()
        } == {players}


def test_demo_has_a_series_of_three_evenings(demo: list[Session]) -> None:
    evening = demo[0]
    trophy = Series.objects.get()
    assert (trophy.name, trophy.is_published, trophy.club.name) == (TROPHY, True, CLUB)
    scored = score_chain(chain(trophy, director=False))
    assert [(TODAY - each.session.date).days for each in scored.played] == [28, 21, 7]
    assert scored.played[-1].session == evening
    counts = Counter(
        (bool(each.place), each.attended, len(each.dropped)) for each in scored.scratch
    )
    assert counts == {(True, 3, 1): 12, (True, 2, 0): 2, (False, 1, 0): 2}
    assert scored.notices == ()


def test_demo_built_again_is_the_same_and_leaves_what_others_made(demo: list[Session]) -> None:
    evening = demo[0]
    assert (Series.objects.count(), Session.objects.count()) == (1, 6)
    assert Player.objects.count() == len(PLAYERS)
    mine = factories.played(title="Mine")
    made = create_series(
        series=Series(name="Ours"), weights={evening.pk: 100, mine.pk: 100}, by=Actor()
    )

    def counted() -> tuple[object, ...]:
        log = LogEntry.objects.filter(session=mine).count(), LogEntry.objects.count()
        return results(), Player.objects.count(), Movement.objects.count(), *log

    before = counted()
    build_demo(today=TODAY)
    *same, entries = counted()

    assert [*same, entries - 1] == list(before)
    assert list(Session.objects.filter(is_demo=False)) == [mine]
    assert list(made.sessions.all()) == [mine]
    assert LogEntry.objects.filter(series=made).first().after == {
        "left out": f"Autumn pairs, {evening.date}"
    }


def test_the_demo_of_an_earlier_release_is_marked_by_the_migration(demo: list[Session]) -> None:
    models = (Player, Movement, Club)
    # That release had no teams.
    Movement.objects.filter(name__startswith="New England Relay").update(is_demo=False)
    marked = [set(model.objects.filter(is_demo=True)) for model in models]
    for model in models:
        model.objects.update(is_demo=False)
    other = player("Ann Other", club="Ours")
    migration = import_module("events.migrations.0003_deletion")
    migration.mark_demo(apps, SimpleNamespace(connection=connection))
    assert [set(model.objects.filter(is_demo=True)) for model in models] == marked
    assert not Player.objects.get(pk=other.pk).is_demo


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
