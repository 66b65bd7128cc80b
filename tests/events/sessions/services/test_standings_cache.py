from collections.abc import Sequence

import pytest

from events.models import Session
from events.sessions.services import standings_cache
from events.sessions.services.scoring import ScoredSession, score_session, score_sessions
from events.sessions.services.standings_cache import SessionStandings, standings_of_sessions
from players.models import Player
from tests.events import factories
from tests.events.sessions.evenings import evening
from tests.queries import queries, queries_again

pytestmark = pytest.mark.django_db


@pytest.fixture
def scored_anew(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sessions that are scored while the test runs, one after the other."""
    seen: list[int] = []

    def watched(sessions: Sequence[Session]) -> dict[int, ScoredSession]:
        seen.extend(session.pk for session in sessions)
        return score_sessions(sessions)

    monkeypatch.setattr(standings_cache, "score_sessions", watched)
    return seen


def as_scored(session: Session) -> SessionStandings:
    scored = score_session(session)
    return SessionStandings(scored.field.standings, scored.entered)


def test_they_are_those_of_the_scoring_service() -> None:
    first, second = evening(day=1), evening(day=2, scores=("50", "420", ""))
    wanted = {session.pk: as_scored(session) for session in (first, second)}
    assert standings_of_sessions(list(wanted)) == wanted
    assert standings_of_sessions(list(wanted)) == wanted
    assert [each.entered for each in wanted.values()] == [3, 2]


def test_only_the_session_that_changed_is_scored_again(scored_anew: list[int]) -> None:
    first, second, third = (evening(day=day) for day in (1, 2, 3))
    numbers = [first.pk, second.pk, third.pk]
    standings_of_sessions(numbers)
    assert sorted(scored_anew) == numbers
    scored_anew.clear()
    factories.enter(second, 1, "50", "50", "p")
    assert standings_of_sessions(numbers)[second.pk] == as_scored(second)
    assert scored_anew == [second.pk]


def test_names_do_not_matter_to_the_points(scored_anew: list[int]) -> None:
    session = evening()
    standings_of_sessions([session.pk])
    player = Player.objects.first()
    player.family = "Changed"
    player.save()
    standings_of_sessions([session.pk])
    assert scored_anew == [session.pk]


def test_settings_are_those_of_the_database() -> None:
    session = evening()
    stored = Session.objects.get(pk=session.pk)
    stored.method = "total"
    stored.save()
    assert standings_of_sessions([session.pk]) == {session.pk: as_scored(stored)}


def test_a_session_that_is_gone_has_none() -> None:
    assert standings_of_sessions([4711]) == {4711: SessionStandings((), 0)}
    assert standings_of_sessions([]) == {}


@pytest.mark.parametrize("count", [1, 3])
def test_they_take_constant_queries(count: int) -> None:
    numbers = [evening(day=day).pk for day in range(1, count + 1)]
    assert queries(lambda: standings_of_sessions(numbers)) == 4
    assert queries_again(lambda: standings_of_sessions(numbers)) == 1
