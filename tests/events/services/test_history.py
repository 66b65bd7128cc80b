import pytest

from clubscore.actor import Actor
from events.models import LogEntry
from events.services import sessions
from events.services.history import Sessions
from players import history
from players.domain.names import Name, read_name
from players.history import Appearance, Erasure, Mark
from players.models import Player
from tests.events import factories
from tests.players.people import contestants_of, play
from tests.queries import queries

pytestmark = pytest.mark.django_db

SOURCE = Sessions()


def test_it_is_registered() -> None:
    played = play("Clara Finch")
    clara = Player.objects.get()
    assert history.played(clara.pk) == [Mark("sessions", played.pk, played.date)]


def test_a_session_is_told_with_partner_and_result() -> None:
    session = factories.played()
    sessions.publish(session=session, by=Actor())
    ada, bo = Player.objects.filter(family="Player-A").order_by("given")
    [contestant] = contestants_of(ada)
    assert SOURCE.appearances(ada.pk, [session.pk], results=True) == {
        session.pk: Appearance(
            kind="Session",
            date=session.date,
            title="Club evening",
            url=f"/sessions/{session.pk}/cards/{contestant}/",
            partners=((bo.pk, "Bo Player-A"),),
            place="3=",
            result="33.33 %",
            is_published=True,
        )
    }


def test_without_results_there_are_none() -> None:
    session = factories.played()
    ada = Player.objects.get(given="Ada", family="Player-A")
    [told] = SOURCE.appearances(ada.pk, [session.pk], results=False).values()
    assert (told.place, told.result, told.is_published) == ("", "", False)


def test_total_points_have_no_percentage() -> None:
    session = factories.played(method="total")
    ada = Player.objects.get(given="Ada", family="Player-A")
    [told] = SOURCE.appearances(ada.pk, [session.pk], results=True).values()
    assert told.result.endswith("0")
    assert "%" not in told.result


def test_a_session_under_way_has_no_place_yet() -> None:
    session = play("Clara Finch")
    clara = Player.objects.get()
    [told] = SOURCE.appearances(clara.pk, [session.pk], results=True).values()
    assert (told.place, told.result, told.partners) == ("", "", ())


def test_a_new_result_is_seen_at_once() -> None:
    session = play("Clara Finch", "Hugo Tarrant")
    clara = Player.objects.get(given="Clara")

    def result() -> str:
        return SOURCE.appearances(clara.pk, [session.pk], results=True)[session.pk].result

    assert result() == ""
    factories.enter(session, 1, "420", "50")
    assert result() == "100.00 %"
    factories.enter(session, 1, "50", "420")
    assert result() == "0.00 %"


@pytest.mark.parametrize("count", [1, 3])
def test_sessions_take_constant_queries(count: int) -> None:
    made = [play("Clara Finch", "Hugo Tarrant", day=day) for day in range(1, count + 1)]
    for session in made:
        factories.enter(session, 1, "420", "50")
    clara = Player.objects.get(given="Clara")
    keys = [session.pk for session in made]
    assert len(list(SOURCE.marks(clara.pk))) == count
    assert queries(lambda: list(SOURCE.marks(clara.pk))) == 1
    assert queries(lambda: SOURCE.appearances(clara.pk, keys, results=False)) == 3
    assert queries(lambda: SOURCE.appearances(clara.pk, keys, results=True)) == 5


def test_an_erased_name_leaves_the_log_whatever_its_case() -> None:
    session = play("Clara Finch", "Hugo Tarrant")
    sessions.enter_names(session=session, names={"A2": [read_name("CLARA Moss"), None]}, by=Actor())
    names = frozenset({Name("Clara", "", "Finch"), Name("Clara", "", "Moss")})
    SOURCE.erase(Erasure(1, names, Name("", "", "Erased-One")))
    assert [entry.after for entry in LogEntry.objects.filter(action="named").order_by("pk")] == [
        {"A1": ["Erased-One", "Hugo Tarrant"]},
        {"A2": ["Erased-One", ""]},
    ]


def test_private_facts_stand_in_no_session() -> None:
    play("Clara Finch", "Hugo Tarrant")
    before = list(LogEntry.objects.values_list("after", flat=True))
    SOURCE.erase(Erasure(1, frozenset({Name("Clara", "", "Finch")}), None))
    assert list(LogEntry.objects.values_list("after", flat=True)) == before
