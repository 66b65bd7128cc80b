import datetime

import pytest
from django.db import IntegrityError, transaction

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import (
    Contestant,
    ContestantPlayer,
    LineContestant,
    LogEntry,
    Section,
    Session,
    TravellerLine,
)
from events.sessions.setup.services import sessions
from movements.models import Movement
from players.domain.names import read_name
from players.models import Player
from tests.events import factories

pytestmark = pytest.mark.django_db


def names(**typed: list[str]) -> dict[str, list]:
    return {
        code: [read_name(text) if text else None for text in pair] for code, pair in typed.items()
    }


def test_create_session_lays_out_every_line() -> None:
    session = factories.session(factories.HOWELL_4, boards_per_round=2, first_board=5)
    lines = TravellerLine.objects.filter(section__session=session).order_by(
        "round", "table", "board"
    )
    assert [(line.round, line.table, line.board) for line in lines][:4] == [
        (1, 1, 5),
        (1, 1, 6),
        (1, 2, 5),
        (1, 2, 6),
    ]
    assert lines.count() == 12
    first = lines[0]
    assert [(s.direction, s.contestant.number) for s in first.sides.order_by("-direction")] == [
        ("NS", 1),
        ("EW", 2),
    ]


def test_create_session_seats_both_partners_of_an_individual() -> None:
    session = factories.session(factories.INDIVIDUAL_4)
    line = factories.line(session, board=2)
    sides = line.sides.order_by("-direction", "position")
    assert [(s.direction, s.position, s.contestant.number) for s in sides] == [
        ("NS", 1, 1),
        ("NS", 2, 3),
        ("EW", 1, 2),
        ("EW", 2, 4),
    ]


@pytest.mark.parametrize(
    ("text", "winners"),
    [(factories.HOWELL_4, 1), (factories.MITCHELL_3, 2), (factories.INDIVIDUAL_4, 1)],
)
def test_winners_are_as_the_movement_says(text: str, winners: int) -> None:
    assert factories.session(text).winners == winners


def test_winners_may_be_overridden() -> None:
    assert factories.session(factories.MITCHELL_3, winners=1).winners == 1


def test_half_table_has_no_line_and_its_contestant_still_plays_elsewhere() -> None:
    session = factories.session(" 3  2  2  2 0\n 1- 2 A  3- 0 B\n 1- 3 B  0- 2 A\n")
    assert TravellerLine.objects.filter(section__session=session).count() == 2
    assert Contestant.objects.filter(section__session=session).count() == 3


def test_a_movement_that_replays_boards_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        factories.session(" 2  1  2  1 0\n 1- 2 A\n 2- 1 A\n")
    assert "plays board group A more than once" in str(refused.value)
    assert Session.objects.count() == 0


def test_boards_past_999_are_refused_and_nothing_is_stored() -> None:
    with pytest.raises(Refused) as refused:
        factories.session(boards_per_round=2, first_board=995)
    assert str(refused.value) == "The last board would be 1000; 999 is the highest."
    assert (Session.objects.count(), Section.objects.count()) == (0, 0)


def test_names_are_taken_from_the_register_and_new_ones_added() -> None:
    known = Player.objects.create(given="Clara", family="Finch")
    session = factories.session(
        names=names(A1=["clara finch", "Hugo Tarrant"], A2=["", "Vera Pym"])
    )
    seats = ContestantPlayer.objects.filter(session=session).order_by("contestant", "place")
    assert [(s.contestant.number, s.place, str(s.player)) for s in seats] == [
        (1, 1, "Clara Finch"),
        (1, 2, "Hugo Tarrant"),
        (2, 2, "Vera Pym"),
    ]
    assert seats[0].player == known


def test_a_name_twice_is_refused_at_the_second_place() -> None:
    with pytest.raises(Refused) as refused:
        factories.session(names=names(A1=["Clara Finch", "Hugo Tarrant"], A3=["", "CLARA finch"]))
    [problem] = refused.value.problems
    assert (problem.column, str(problem)) == (
        "A3-2",
        "CLARA finch is already entered, as contestant 1. Give two people different names, for"
        " example with a second initial.",
    )
    assert Session.objects.count() == 0


def test_a_name_that_another_contestant_keeps_is_refused() -> None:
    session = factories.session(names=names(A1=["Clara Finch", ""]))
    with pytest.raises(Refused) as refused:
        sessions.enter_names(session=session, names=names(A2=["", "Clara Finch"]), by=Actor())
    assert refused.value.problems[0].column == "A2-2"


def test_players_may_change_places() -> None:
    session = factories.session(names=names(A1=["Clara Finch", ""], A2=["Hugo Tarrant", ""]))
    sessions.enter_names(
        session=session, names=names(A1=["Hugo Tarrant", ""], A2=["Clara Finch", ""]), by=Actor()
    )
    seats = ContestantPlayer.objects.filter(session=session).order_by("contestant__number")
    assert [str(seat.player) for seat in seats] == ["Hugo Tarrant", "Clara Finch"]


def test_the_database_refuses_a_player_twice() -> None:
    session = factories.session(names=names(A1=["Clara Finch", ""]))
    again = ContestantPlayer(
        session=session,
        contestant=factories.contestant(session, 2),
        player=Player.objects.get(),
        place=1,
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save()


def test_the_database_refuses_a_second_line_of_a_contestant_on_a_board() -> None:
    session = factories.session()
    side = LineContestant.objects.filter(line__section__session=session, board=1).first()
    other = TravellerLine.objects.create(section=side.line.section, board=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        LineContestant.objects.create(
            line=other, contestant=side.contestant, board=1, direction="EW"
        )


def test_a_used_movement_cannot_be_deleted_by_the_database_either() -> None:
    factories.session()
    with pytest.raises(Exception, match="protected"):
        Movement.objects.get().delete()


def test_finish_publish_and_back_are_logged() -> None:
    session = factories.session()
    director = factories.DirectorFactory()
    by = Actor(user=director, device="laptop")
    sessions.finish(session=session, by=by)
    sessions.publish(session=session, by=by)
    session.refresh_from_db()
    assert (session.is_finished, session.is_published) == (True, True)
    sessions.withdraw(session=session, by=by)
    sessions.reopen(session=session, by=by)
    session.refresh_from_db()
    assert (session.is_finished, session.is_published) == (False, False)
    log = LogEntry.objects.filter(session=session).order_by("pk")
    assert [(entry.action, entry.device) for entry in log] == [
        ("created", ""),
        ("finished", "laptop"),
        ("published", "laptop"),
        ("withdrawn", "laptop"),
        ("reopened", "laptop"),
    ]


def test_change_settings_keeps_and_logs_only_what_changed() -> None:
    session = factories.session()
    session.date = datetime.date(2026, 4, 1)
    session.title = "not asked for"
    sessions.change_settings(session=session, fields=["date"], by=Actor())
    stored = Session.objects.get()
    assert (stored.title, stored.date) == ("Club evening", datetime.date(2026, 4, 1))
    entry = LogEntry.objects.filter(action="changed").get()
    assert (entry.before, entry.after) == ({"date": "2026-03-05"}, {"date": "2026-04-01"})


def test_settings_that_are_what_they_were_are_not_logged() -> None:
    session = factories.session()
    sessions.change_settings(session=session, fields=["date", "title"], by=Actor())
    assert not LogEntry.objects.filter(action="changed").exists()


def test_an_individual_in_two_lists_is_refused() -> None:
    with pytest.raises(Refused, match="An individual has one list"):
        factories.session(factories.INDIVIDUAL_4, winners=2)
    assert Session.objects.count() == 0
