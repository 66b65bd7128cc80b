import datetime
from decimal import Decimal
from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import CarryOver, Contestant, Deletion, LogEntry, Series, Session, TravellerLine
from events.sessions.desk.services import bin as removal
from events.sessions.desk.services.handicaps import Handicaps, set_handicaps
from events.sessions.scoring.selectors.contestants import last_handicaps, session_contestants
from events.sessions.series.services import create_series, set_carry_over
from events.sessions.setup.services import sessions
from movements.models import Movement
from players.models import Player
from tests.events import factories
from tests.events.sessions.evenings import evening, individual, name
from tests.queries import queries

pytestmark = pytest.mark.django_db


def give(session: Session, **handicaps: Handicaps) -> None:
    set_handicaps(session=session, handicaps=handicaps, by=Actor())


def of_players(*texts: str) -> Handicaps:
    return Handicaps(players=tuple(Decimal(text) if text else None for text in texts))


def handicaps(session: Session) -> list[Fraction | None]:
    return [contestant.handicap for contestant in session_contestants(session.pk).values()]


def logged() -> list[tuple[dict, dict]]:
    entries = LogEntry.objects.filter(action="handicaps").order_by("pk")
    return [(entry.before, entry.after) for entry in entries]


def test_a_pair_has_its_own_handicap_or_the_mean_of_its_players() -> None:
    session = evening("AB", "CD", "EF", "G")
    give(
        session,
        A1=Handicaps(Decimal("2.5"), (Decimal(10), Decimal(20))),
        A2=of_players("3", "4"),
        A3=of_players("3", ""),
        A4=of_players("3"),
    )
    assert handicaps(session) == [
        Fraction(5, 2),
        Fraction(7, 2),
        Fraction(3, 2),
        Fraction(3),
        None,
        None,
    ]


def test_no_handicap_of_the_pair_is_not_the_same_as_nothing() -> None:
    session = evening()
    give(session, A1=Handicaps(Decimal(0), (Decimal(10), None)))
    assert handicaps(session)[:2] == [0, None]


def test_handicaps_are_kept_and_what_changed_is_logged() -> None:
    session = evening()
    give(session, A1=Handicaps(Decimal("-1.5"), (None, Decimal(4))), A2=of_players("", ""))
    give(session, A1=of_players("", "4"))
    give(session, A1=of_players("", "4"), A9=of_players("1"))
    assert logged() == [
        ({"A1": ["", "", ""]}, {"A1": ["-1.5", "", "4"]}),
        ({"A1": ["-1.50", "", "4.00"]}, {"A1": ["", "", "4"]}),
    ]


def test_players_who_are_not_named_have_none() -> None:
    session = evening("A", "CD")
    give(session, A1=of_players("2", "8"))
    assert (handicaps(session)[0], logged()) == (2, [({"A1": ["", ""]}, {"A1": ["", "2"]})])


def test_a_handicap_goes_with_its_player_when_names_are_entered_again() -> None:
    session = evening()
    give(session, A1=of_players("2", "4"))
    swapped = {"A1": [name("B"), name("X")], "A2": [name("A"), name("D")]}
    sessions.enter_names(session=session, names=swapped, by=Actor())
    assert handicaps(session)[:2] == [2, 1]


def test_the_last_handicaps_are_those_of_the_latest_session_before() -> None:
    first, second, same_day, later = (evening(day=day) for day in (1, 2, 3, 4))
    third = evening(day=3)
    give(first, A1=of_players("1", "1"), A2=of_players("5", ""))
    give(second, A1=of_players("2", ""))
    give(same_day, A3=of_players("7", ""))
    give(later, A1=of_players("9", "9"))
    give(third, A1=of_players("8", "8"))
    letters = {
        player: family[0]
        for player, family in Contestant.objects.filter(section__session=first).values_list(
            "memberships__player", "memberships__player__family"
        )
    }
    found = last_handicaps(third, letters)
    assert {letters[player]: handicap for player, handicap in found.items()} == {
        "A": Decimal(2),
        "B": Decimal(1),
        "C": Decimal(5),
        "E": Decimal(7),
    }
    assert last_handicaps(first, letters) == {}
    # What the register says comes first.
    Player.objects.filter(family="Ax").update(handicap=Decimal("3.5"))
    found = last_handicaps(third, letters)
    assert {found[player] for player, letter in letters.items() if letter in "AB"} == {
        Decimal("3.5"),
        Decimal(1),
    }


def test_a_player_of_an_individual_has_a_handicap() -> None:
    session = individual()
    give(session, A1=of_players("2"))
    assert handicaps(session)[:2] == [2, None]


def test_reading_the_last_handicaps_takes_one_query() -> None:
    session = evening(day=2)
    assert session.date == datetime.date(2026, 3, 2)
    assert queries(lambda: last_handicaps(session, [1])) == 1
    assert queries(lambda: last_handicaps(session, [1, 2, 3])) == 1


def test_queries_of_entering_names_do_not_grow_by_handicaps() -> None:
    session = evening()
    names = {"A1": [name("A"), name("B")]}
    counts = []
    for given in ((), ("2", "4")):
        give(session, A1=of_players(*given))
        counts.append(
            queries(lambda: sessions.enter_names(session=session, names=names, by=Actor()))
        )
    assert counts[0] == counts[1]


def test_a_session_that_goes_leaves_its_series_and_who_carried_it_over() -> None:
    session, later = factories.session(), factories.session(title="Later")
    made = create_series(series=Series(name="Spring"), weights={session.pk: 100}, by=Actor())
    set_carry_over(session=later, earlier_session=session, by=Actor())
    removal.delete_session(session=session, by=Actor())
    assert (made.counted_sessions.count(), CarryOver.objects.count()) == (0, 0)
    assert [
        LogEntry.objects.filter(**each).first().after
        for each in ({"series": made}, {"session": later})
    ] == [{"left out": "Club evening, 2026-03-05"}, {"carry-over": {}}]
    removal.restore_session(pk=session.pk, by=Actor())
    assert list(made.counted_sessions.values_list("session", "weight")) == [(session.pk, 100)]
    assert CarryOver.objects.get().earlier_session == session


def test_a_session_with_results_goes_and_the_log_of_deletions_keeps_that_it_was() -> None:
    session = factories.played()
    removal.delete_session(session=session, by=Actor(device="phone"))
    assert (Session.objects.count(), Player.objects.count()) == (0, 8)
    [entry] = Deletion.objects.all()
    assert (entry.kind, entry.title, entry.date, entry.results, entry.device) == (
        "session",
        "Club evening",
        datetime.date(2026, 3, 5),
        6,
        "phone",
    )


def test_a_session_that_is_gone_is_refused() -> None:
    session = factories.session()
    removal.delete_session(session=session, by=Actor())
    with pytest.raises(Refused, match="This session was deleted in the meantime"):
        removal.delete_session(session=session, by=Actor())


def test_erasing_leaves_players_and_movements() -> None:
    session = factories.played()
    removal.erase(sessions=[session], by=Actor())
    assert (Session.objects.count(), TravellerLine.objects.count()) == (0, 0)
    assert (Player.objects.count(), Movement.objects.count()) == (8, 1)


def test_erasing_nothing_erases_nothing() -> None:
    factories.session()
    removal.erase(sessions=[], by=Actor())
    assert (Session.objects.count(), LogEntry.objects.count()) == (1, 1)
