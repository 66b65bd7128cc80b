import datetime
from fractions import Fraction

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.club import history as record
from events.club.history import Sessions, Tournaments, session_record, tournament_record
from events.models import Contestant, Entry, Tournament
from events.sessions.setup.services import sessions
from events.sessions.setup.services.sessions import publish
from events.tournaments.core.domain.results import write_points
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.core.services import publish_tournament
from events.tournaments.entries.services.entries import change_entry
from events.tournaments.standings.figures import standings_of
from events.tournaments.teams.services import set_team_matches
from players import history
from players.domain.names import read_name
from players.history import Appearance, Mark
from players.models import Player
from tests.events import factories
from tests.events.sessions import match_evenings
from tests.events.tournaments import cups
from tests.markup import squeezed
from tests.players.people import contestants_of, enter, play, player
from tests.queries import queries, queries_again

pytestmark = pytest.mark.django_db

SOURCE, CUPS = Sessions(), Tournaments()


def test_both_are_registered() -> None:
    played = play("Clara Finch", day=5)
    cup = cups.tournament(1, start=datetime.date(2026, 3, 6))
    clara = Player.objects.get()
    enter(clara, cup)
    assert history.played(clara.pk) == [
        Mark("tournaments", cup.pk, cup.start),
        Mark("sessions", played.pk, played.date),
    ]


def test_a_session_is_shown_with_partner_and_result() -> None:
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
    [described] = SOURCE.appearances(ada.pk, [session.pk], results=False).values()
    assert (described.place, described.result, described.is_published) == ("", "", False)


def test_total_points_have_no_percentage() -> None:
    session = factories.played(method="total")
    ada = Player.objects.get(given="Ada", family="Player-A")
    [described] = SOURCE.appearances(ada.pk, [session.pk], results=True).values()
    assert described.result.endswith("0")
    assert "%" not in described.result


@pytest.mark.parametrize("kind", ["teams", "swiss-pairs"])
def test_of_matches_the_place_and_the_points_are_those_of_the_team(kind: str) -> None:
    session = match_evenings.made(kind, 4)
    match_evenings.play(session)
    standing = match_evenings.scored(session).standings[0]
    pk = match_evenings.scored(session).matches.teams[standing.side].contestants[-1]
    code = Contestant.objects.get(pk=pk).code
    names = {code: [read_name("Ada Finch"), read_name("Bo Lamb")]}
    sessions.enter_names(session=session, names=names, by=Actor())
    ada = Player.objects.get(given="Ada")
    [described] = SOURCE.appearances(ada.pk, [session.pk], results=True).values()
    [outing] = session_record(ada.pk, public=False).outings
    for found in (described, outing):
        assert (found.place, found.result.split()[-1]) == (str(standing.place), "VPs")


def test_a_session_under_way_has_no_place_yet() -> None:
    session = play("Clara Finch")
    clara = Player.objects.get()
    [described] = SOURCE.appearances(clara.pk, [session.pk], results=True).values()
    assert (described.place, described.result, described.partners) == ("", "", ())


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
    assert queries(lambda: SOURCE.appearances(clara.pk, keys, results=True)) == 12


def test_a_tournament_is_shown_with_points() -> None:
    cup = cups.played(name="Winter cup")
    clara = player("Clara Finch")
    enter(clara, cup)
    assert list(CUPS.marks(clara.pk)) == [Mark("tournaments", cup.pk, cup.start)]
    assert CUPS.appearances(clara.pk, [cup.pk], results=False) == {
        cup.pk: Appearance(
            kind="Tournament",
            date=cup.start,
            title="Winter cup",
            url="/tournaments/winter-cup/players/1/",
        )
    }


def test_points_are_those_of_the_standings() -> None:
    cup = cups.played()
    expected = {line.number: write_points(line.points) for line in standings_of(cup).lines}
    assert len(set(expected.values())) > 2
    found = {}
    for number in expected:
        somebody = player(f"{chr(64 + number)} Finch")
        enter(somebody, cup, number)
        [described] = CUPS.appearances(somebody.pk, [cup.pk], results=True).values()
        found[number] = described.result.removesuffix("s").removesuffix(" point")
    assert found == expected


def test_who_has_no_number_yet_is_led_to_the_tournament() -> None:
    clara = player("Clara Finch")
    cup = cups.tournament(1)
    entry = enter(clara, cup)
    entry.number = None
    entry.save()
    [described] = CUPS.appearances(clara.pk, [cup.pk], results=True).values()
    assert (described.url, described.result) == ("/tournaments/spring-cup/", "")


@pytest.mark.parametrize("count", [1, 3])
def test_tournaments_take_constant_queries(count: int) -> None:
    clara = player("Clara Finch")
    keys = []
    for number in range(count):
        cup = cups.tournament(2, name=f"Cup {number}")
        enter(clara, cup)
        keys.append(cup.pk)
    assert queries(lambda: list(CUPS.marks(clara.pk))) == 1
    assert queries(lambda: CUPS.appearances(clara.pk, keys, results=False)) == 1
    assert queries(lambda: CUPS.appearances(clara.pk, keys, results=True)) == 2


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
    assert (found.title, found.place, found.among) == ("Winter cup", str(line.place), 4)
    assert Fraction(found.points.replace("½", ".5")) == line.points
    assert found.performance is not None
    assert found.url == "/tournaments/winter-cup/players/1/"


def test_where_teams_meet_the_place_is_that_of_the_team(director_client: Client) -> None:
    cup = cups.tournament(entries=4)
    entered(cup)
    for number, team in enumerate(("Anchors", "Anchors", "Bells", "Bells"), start=1):
        change_entry(entry=cups.entry(cup, number), fields=[], team_name=team, by=Actor())
    cup.refresh_from_db()
    set_team_matches(tournament=cup, rules=TeamRules(boards=2, colours="WB"), by=Actor())
    cups.play(cup, 1, (1, 3, "1"), (4, 2, "0"))
    [found] = tournament_record(clara().pk, public=False).tournaments
    assert (found.place, found.among, found.team) == ("1", 2, "Anchors")
    page = squeezed(director_client.get(f"/players/{clara().pk}/").text)
    assert "1 of 2 teams<br>" in page


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
    assert [tournament.title for tournament in found] == ["Summer cup"]


@pytest.mark.parametrize("count", [1, 3])
def test_what_has_not_changed_takes_constant_queries(count: int) -> None:
    for day in range(1, count + 1):
        factories.enter(play("Clara Finch", "Hugo Tarrant", day=day), 1, "420", "50")
        entered(cups.played(name=f"Cup {day}"))
    number = clara().pk
    # Seats and their count, claims, stamps, figures, partners and their names; entries, points,
    # stamps.
    assert queries_again(lambda: history.record(number)) == 10
