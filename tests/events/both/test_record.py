from fractions import Fraction

import pytest

from clubscore.actor import Actor
from events.both import record
from events.both.record import session_record, tournament_record
from events.models import Entry, Tournament
from events.sessions.services.sessions import publish
from events.tournaments.services.standings import standings_of
from events.tournaments.services.tournaments import publish_tournament
from players import history
from players.models import Player
from tests.events import factories
from tests.events.tournaments import cups
from tests.players.people import play, player
from tests.queries import queries_again

pytestmark = pytest.mark.django_db


def clara() -> Player:
    return Player.objects.get(name="Clara Finch")


def entered(cup: Tournament, number: int = 1) -> Entry:
    """Clara as one of the players of a tournament."""
    entry = cup.entries.get(number=number)
    entry.player = Player.objects.filter(name="Clara Finch").first() or player("Clara Finch")
    entry.save(update_fields=["player"])
    return entry


def test_sessions_come_with_percentage_place_and_partners() -> None:
    session = play("Clara Finch", "Hugo Tarrant", title="Winter pairs")
    factories.enter(session, 1, "420", "50")
    [outing] = session_record(clara().pk, public=False).outings
    hugo = Player.objects.get(name="Hugo Tarrant")
    assert (outing.title, outing.percentage, outing.result) == ("Winter pairs", 100, "100.00 %")
    assert (outing.place, outing.partners) == ("1=", ((hugo.pk, "Hugo Tarrant"),))


def test_a_session_without_results_has_no_percentage() -> None:
    play("Clara Finch")
    [outing] = session_record(clara().pk, public=False).outings
    assert (outing.percentage, outing.result, outing.place) == (None, "", "")


def test_in_public_there_is_what_is_published_and_initials_for_who_wants_them() -> None:
    shown = play("Clara Finch", "Hugo Tarrant")
    play("Clara Finch", "Hugo Tarrant", day=6)
    publish(session=shown, by=Actor())
    Player.objects.filter(name="Hugo Tarrant").update(initials_only=True)
    outings = session_record(clara().pk, public=True).outings
    assert [[name for _number, name in outing.partners] for outing in outings] == [["H. T."]]
    assert len(session_record(clara().pk, public=False).outings) == 2


def test_the_latest_sessions_count_and_the_others_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(record, "MAX_SESSIONS", 2)
    for day in (5, 6, 7):
        play("Clara Finch", day=day)
    found = session_record(clara().pk, public=False)
    assert ([outing.date.day for outing in found.outings], found.earlier) == ([7, 6], 1)


def test_a_tournament_comes_with_points_place_and_performance() -> None:
    cup = cups.played(name="Winter cup")
    entry = entered(cup)
    cup.entries.update(rating=1800)
    [found] = tournament_record(clara().pk, public=False).tournaments
    line = next(line for line in standings_of(cup).lines if line.number == entry.number)
    assert (found.title, found.place, found.players) == ("Winter cup", line.place, 4)
    assert Fraction(found.points.replace("½", ".5")) == line.points
    assert found.performance is not None
    assert found.url == "/tournaments/winter-cup/players/1/"


def test_without_ratings_there_is_no_performance() -> None:
    cup = cups.played(name="Winter cup")
    entered(cup)
    cup.entries.update(rating=None)
    [found] = tournament_record(clara().pk, public=False).tournaments
    assert found.performance is None


def test_in_public_there_are_published_tournaments_only() -> None:
    entered(cups.played(name="Winter cup"))
    entered(cups.played(name="Summer cup"))
    publish_tournament(tournament=Tournament.objects.get(name="Summer cup"), by=Actor())
    found = tournament_record(clara().pk, public=True).tournaments
    assert [each.title for each in found] == ["Summer cup"]


@pytest.mark.parametrize("count", [1, 3])
def test_what_has_not_changed_takes_constant_queries(count: int) -> None:
    for day in range(1, count + 1):
        factories.enter(play("Clara Finch", "Hugo Tarrant", day=day), 1, "420", "50")
        entered(cups.played(name=f"Cup {day}"))
    number = clara().pk
    # Seats and their count, stamps, figures, partners and their names; entries, points and stamps.
    assert queries_again(lambda: history.record(number)) == 9
