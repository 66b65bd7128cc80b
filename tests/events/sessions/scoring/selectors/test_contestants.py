import datetime

import pytest

from clubscore.web.visitors import Actor
from events.models import Contestant, Series, Session
from events.sessions.scoring.selectors.contestants import (
    LastPairs,
    contestants_by_id,
    guests_of_session,
    guests_of_sessions,
    last_pairs,
    session_contestants,
    teams_without_players,
    unnamed,
)
from events.sessions.series.services import create_series
from events.sessions.setup.services import sessions
from events.sessions.setup.services.sections import add_section
from events.sessions.setup.services.sessions import enter_names
from players.domain.names import read_name
from players.models import Player
from tests.events import factories
from tests.events.sessions import match_evenings
from tests.players.services.test_players_guests import play
from tests.queries import queries

pytestmark = pytest.mark.django_db


def test_contestants_stand_by_number_with_their_names_by_place() -> None:
    session = factories.session()
    factories.session()
    sessions.enter_names(
        session=session,
        names={
            "A2": [read_name("Vera van der Pym"), read_name("Anna Oakes")],
            "A4": [None, read_name("Hugo Tarrant")],
        },
        by=Actor(),
    )
    contestant_records = session_contestants(session.pk)
    assert [
        (contestant.label, contestant.code, contestant.players, contestant.short_players)
        for contestant in contestant_records.values()
    ] == [
        ("1", "A1", "", ""),
        ("2", "A2", "Vera van der Pym – Anna Oakes", "Van der Pym – Oakes"),
        ("3", "A3", "", ""),
        ("4", "A4", "Hugo Tarrant", "Tarrant"),
    ]
    assert list(contestant_records) == [contestant.pk for contestant in contestant_records.values()]


def test_a_number_has_its_section_where_there_are_several() -> None:
    session = factories.session(factories.ONE_TABLE)
    movement = session.sections.get().movement
    add_section(
        session_id=session.pk, movement=movement, boards_per_round=1, first_board=1, by=Actor()
    )
    Contestant.objects.filter(section__letter="B", number=2).update(direction="EW")
    found = [contestant.label for contestant in session_contestants(session.pk).values()]
    assert found == ["A1", "A2", "EW B2", "B1"]


def test_north_south_stand_before_east_west() -> None:
    session = factories.session()
    Contestant.objects.all().delete()
    section = session.sections.get()
    for direction, number in (("EW", 1), ("NS", 2), ("NS", 1)):
        Contestant.objects.create(section=section, direction=direction, number=number)
    assert [
        (contestant.label, contestant.code)
        for contestant in session_contestants(session.pk).values()
    ] == [("NS 1", "ANS1"), ("NS 2", "ANS2"), ("EW 1", "AEW1")]


def test_some_contestants_stand_in_the_same_order_with_the_same_names(
    django_assert_num_queries,
) -> None:
    session = factories.played()
    Player.objects.update(initials_only=True)
    wanted = [factories.contestant(session, number).pk for number in (3, 1)]
    for full_names in (False, True):
        every = session_contestants(session.pk, full_names=full_names)
        with django_assert_num_queries(1):
            contestant_records = contestants_by_id(wanted, full_names=full_names)
        assert list(contestant_records.items()) == [(pk, every[pk]) for pk in reversed(wanted)]
    assert contestants_by_id([]) == {}


def test_no_session_has_no_contestants() -> None:
    assert session_contestants(0) == {}


@pytest.mark.parametrize("text", [factories.ONE_TABLE, factories.MITCHELL_3])
def test_contestants_take_one_query(django_assert_num_queries, text: str) -> None:
    session = factories.played(text)
    with django_assert_num_queries(1):
        assert all(contestant.players for contestant in session_contestants(session.pk).values())


def test_who_is_shown_by_initials_has_no_other_name_unless_a_director_reads() -> None:
    session = factories.session()
    names = {"A1": [read_name("Clara van der Pym"), read_name("Hugo Tarrant")]}
    sessions.enter_names(session=session, names=names, by=Actor())
    Player.objects.filter(given="Clara").update(initials_only=True)
    first = next(iter(session_contestants(session.pk).values()))
    assert (first.players, first.short_players) == (
        "C. V. D. P. – Hugo Tarrant",
        "C. V. D. P. – Tarrant",
    )
    first = next(iter(session_contestants(session.pk, full_names=True).values()))
    assert (first.players, first.short_players) == (
        "Clara van der Pym – Hugo Tarrant",
        "Van der Pym – Tarrant",
    )


def test_short_names_tell_apart_who_plays_in_the_session() -> None:
    session, other = factories.session(), factories.session()
    pairs = {
        "A1": [read_name("John Smith"), read_name("Ann Lee")],
        "A2": [read_name("Karl Smith"), read_name("Guest 2")],
    }
    sessions.enter_names(session=session, names=pairs, by=Actor())
    names = {"A1": [read_name("Jane Smith"), read_name("Bo Lee")]}
    sessions.enter_names(session=other, names=names, by=Actor())
    every = session_contestants(session.pk)
    assert [contestant.short_players for contestant in every.values()][:2] == [
        "J. Smith – Lee",
        "K. Smith – Guest 2",
    ]
    second = list(every)[1]
    assert contestants_by_id([second]) == {second: every[second]}


def teams() -> Session:
    session = match_evenings.made("teams", 3)
    session.teams.filter(number=2).update(name="Jackdaws")
    names = {"A3": [read_name("Clara Finch"), read_name("Hugo Tarrant")]}
    sessions.enter_names(session=session, names=names, by=Actor())
    return session


def test_a_pair_of_a_team_is_shown_with_its_team() -> None:
    contestants = session_contestants(teams().pk).values()
    shown = [
        (contestant.of_team, contestant.players_and_team, contestant.short_players_and_team)
        for contestant in contestants
    ]
    assert shown == [
        ("Team 1", "Team 1", "Team 1"),
        ("Team 1", "Team 1", "Team 1"),
        ("Jackdaws", "Clara Finch – Hugo Tarrant (Jackdaws)", "Finch – Tarrant (Jackdaws)"),
        ("Jackdaws", "Jackdaws", "Jackdaws"),
        ("Team 3", "Team 3", "Team 3"),
        ("Team 3", "Team 3", "Team 3"),
    ]


def test_beside_short_names_a_team_with_a_long_name_has_its_number() -> None:
    session = teams()
    session.teams.filter(number=2).update(name="Rovers of the East")
    shown = list(session_contestants(session.pk).values())[2:4]
    assert [contestant.short_players_and_team for contestant in shown] == [
        "Finch – Tarrant (Team 2)",
        "Rovers of the East",
    ]


def test_a_pair_of_swiss_pairs_is_its_own_team() -> None:
    session = match_evenings.made("swiss-pairs", 4)
    session.teams.filter(number=2).update(name="Jackdaws")
    contestants = session_contestants(session.pk).values()
    assert [(contestant.of_team, contestant.players_and_team) for contestant in contestants] == [
        ("", ""),
        ("", "Jackdaws"),
        ("", ""),
        ("", ""),
    ]


def test_teams_are_counted_and_not_their_pairs() -> None:
    contestants = session_contestants(teams().pk).values()
    assert (unnamed(contestants), teams_without_players(contestants)) == (2, 1)
    pairs = session_contestants(match_evenings.made("swiss-pairs", 4).pk).values()
    assert (unnamed(pairs), teams_without_players(pairs)) == (4, 0)


def test_guests_are_those_of_the_session():
    one = play("Clara Finch", "Bo Pym", guests=("Bo Pym",))
    other = play("Cy Wren", guests=("Cy Wren",))

    assert {key: str(guest) for key, guest in guests_of_session(one.pk).items()} == {
        "bo pym": "Bo Pym"
    }
    assert [str(guest) for guest in guests_of_sessions([one.pk, other.pk])] == ["Bo Pym", "Cy Wren"]


TODAY = datetime.date(2026, 3, 19)


def evening(day: int, *pairs: tuple[str, ...], guests: tuple[str, ...] = ()) -> Session:
    """A session of March 2026 with these pairs."""
    made = factories.session(date=datetime.date(2026, 3, day), title=f"Evening {day}")
    names = {
        f"A{number}": [*map(read_name, pair), None][:2]
        for number, pair in enumerate(pairs, start=1)
    }
    keys = {read_name(name).key for name in guests}
    enter_names(session=made, names=names, guests=keys, by=Actor())
    return made


def pairs_of(**values: object) -> tuple[tuple[str, str], ...]:
    found = last_pairs(date=TODAY, **values)
    return found.pairs if found else ()


def test_the_pairs_are_those_of_the_last_evening_of_the_weekday():
    evening(5, ("Old Finch", "Old Pym"))
    evening(12, ("Ann Finch", "Bo Pym"), ("Cy Wren", "Di Lark"))
    evening(17, ("Other Day", "Wrong Day"))

    assert last_pairs(date=TODAY) == LastPairs(
        datetime.date(2026, 3, 12), (("Ann Finch", "Bo Pym"), ("Cy Wren", "Di Lark"))
    )


def test_a_series_comes_before_the_weekday():
    evening(12, ("Ann Finch", "Bo Pym"))
    before, now = evening(10, ("Cy Wren", "Di Lark")), evening(19)
    create_series(series=Series(name="Spring"), weights={before.pk: 100, now.pk: 100}, by=Actor())

    assert pairs_of(session_id=now.pk) == (("Cy Wren", "Di Lark"),)


def test_the_session_itself_is_not_the_last():
    now = evening(19, ("Ann Finch", "Bo Pym"))

    assert pairs_of(session_id=now.pk) == ()


def test_half_pairs_and_pairs_with_a_guest_are_left_out():
    evening(12, ("Ann Finch",), ("Bo Pym", "Cy Wren"), ("Di Lark", "Ed Crow"), guests=("Cy Wren",))

    assert pairs_of() == (("Di Lark", "Ed Crow"),)


def test_an_evening_without_names_is_passed_over():
    evening(5, ("Ann Finch", "Bo Pym"))
    evening(12)

    assert pairs_of() == (("Ann Finch", "Bo Pym"),)


def test_an_individual_is_passed_over():
    evening(5, ("Ann Finch", "Bo Pym"))
    alone = factories.session(factories.INDIVIDUAL_4, date=datetime.date(2026, 3, 12))
    enter_names(session=alone, names={"A1": [read_name("Ann Finch")]}, by=Actor())

    assert pairs_of() == (("Ann Finch", "Bo Pym"),)


def test_without_an_evening_there_is_nothing():
    assert last_pairs(date=TODAY) is None


def test_the_queries_do_not_grow_with_the_pairs():
    evening(12, ("Ann Finch", "Bo Pym"))
    few = queries(lambda: last_pairs(date=TODAY))
    evening(12, ("Cy Wren", "Di Lark"), ("Ed Crow", "Flo Dove"), ("Guy Rook", "Hal Jay"))

    assert queries(lambda: last_pairs(date=TODAY)) == few
