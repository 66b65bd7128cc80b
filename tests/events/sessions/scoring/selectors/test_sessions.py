import datetime

import pytest
from django.utils import translation

from clubscore.web.visitors import Actor
from events.models import MovementChange, Section, Series, Session
from events.sessions.scoring.selectors.sessions import (
    all_series,
    chain,
    find_series,
    find_sessions,
    individual_sessions,
    is_individual,
    letters_of_last_session,
    section_movement,
    section_plays,
    series_of_session,
    session_sections,
    sessions_of,
)
from events.sessions.series.services import publish_series
from events.sessions.setup.services import sessions
from movements.domain.movement import Cell
from movements.selectors import movement_value
from players.models import Club
from tests.events import factories
from tests.events.sessions.evenings import evening, individual, series
from tests.queries import queries


def test_sections_stand_by_letter() -> None:
    session = factories.session()
    factories.session()
    for letter in ("C", "B"):
        Section.objects.create(session=session, letter=letter)
    assert [section.letter for section in session_sections(session.pk)] == ["A", "B", "C"]


@pytest.mark.parametrize("more", [0, 2])
def test_sections_and_movements_take_two_queries(django_assert_num_queries, more: int) -> None:
    session = factories.session()
    movement = session.sections.get().movement
    for letter in "BC"[:more]:
        Section.objects.create(session=session, letter=letter, movement=movement)
    with django_assert_num_queries(2):
        assert {str(section.movement) for section in session_sections(session.pk)} == {
            str(movement)
        }


@pytest.mark.parametrize(
    ("text", "individual"), [(factories.HOWELL_4, False), (factories.INDIVIDUAL_4, True)]
)
def test_an_individual_is_told_from_pairs(text: str, individual: bool) -> None:
    assert is_individual(factories.session(text).pk) is individual


def test_a_session_without_movement_is_one_of_pairs() -> None:
    session = factories.session()
    Section.objects.filter(session=session).update(movement=None)
    assert is_individual(session.pk) is False


@pytest.mark.parametrize(
    ("chosen", "language", "seats"),
    [("", "en", "N E S W"), ("", "nl", "N O Z W"), ("", "fi", "N E S W"), ("de", "nl", "N O S W")],
)
def test_letters_are_those_of_the_reader_where_the_club_set_none(
    chosen: str, language: str, seats: str
) -> None:
    with translation.override(language):
        letters = Session(letters=chosen).typing_letters
    assert " ".join(letters.seats.values()) == seats


def test_next_session_is_typed_in_the_letters_of_the_last() -> None:
    found = []
    for values in ({}, {"letters": "de"}, {"letters": "fr"}, {"letters": "", "is_demo": True}):
        session = factories.session()
        Session.objects.filter(pk=session.pk).update(**values)
        found.append(letters_of_last_session())
    assert found == ["", "de", "fr", "fr"]


def test_series_are_told_with_their_sessions_and_dates_the_latest_first() -> None:
    old = series(evening(day=1), evening(day=2), name="Old")
    new = series(evening(day=9), name="New")
    empty = series(name="Empty")
    assert [
        (each, each.session_count, each.first_date, each.last_date)
        for each in all_series(director=True)
    ] == [
        (empty, 0, None, None),
        (new, 1, datetime.date(2026, 3, 9), datetime.date(2026, 3, 9)),
        (old, 2, datetime.date(2026, 3, 1), datetime.date(2026, 3, 2)),
    ]


def test_a_visitor_is_told_of_published_series_and_sessions() -> None:
    first, second = evening(day=1), evening(day=2)
    made = series(first, second)
    series(first, name="Hidden")
    publish_series(series=made, by=Actor())
    sessions.withdraw(session=second, by=Actor())
    [found] = all_series(director=False)
    assert (found, found.session_count, found.last_date) == (made, 1, first.date)


def test_a_chain_begins_with_the_earliest() -> None:
    first = series(evening(day=1), name="First")
    second = series(name="Second", earlier=first)
    third = series(evening(day=4), evening(day=3), name="Third", earlier=second)
    links = chain(third, director=True)
    assert [(link.series, [each.session.date.day for each in link.sessions]) for link in links] == [
        (first, [1]),
        (second, []),
        (third, [3, 4]),
    ]


def test_a_chain_that_bites_its_tail_ends() -> None:
    first = series(name="First")
    second = series(name="Second", earlier=first)
    Series.objects.filter(pk=first.pk).update(earlier=second)
    assert [link.series for link in chain(first, director=True)] == [second, first]


def test_a_chain_takes_three_queries() -> None:
    alone = series(evening(day=1))
    before = series(evening(day=2), name="Before")
    between = series(evening(day=3), name="Between", earlier=before)
    last = series(evening(day=4), evening(day=5), name="Last", earlier=between)
    assert queries(lambda: chain(alone, director=True)) == 3
    assert queries(lambda: chain(last, director=True)) == 3


def test_sessions_of_a_visitor_are_of_published_sessions() -> None:
    first, second = evening(day=1), evening(day=2)
    made = series(first, second)
    sessions.withdraw(session=first, by=Actor())
    found = sessions_of([made.pk], director=False)
    assert [entry.session for entry in found[made.pk]] == [second]


def test_individual_sessions_are_found() -> None:
    pairs, players = evening(), individual()
    assert individual_sessions([pairs.pk, players.pk]) == {players.pk}


def test_series_of_a_session_are_those_that_the_reader_may_see() -> None:
    session = evening()
    shown, hidden = series(session, name="Shown"), series(session, name="Hidden")
    series(name="Other")
    publish_series(series=shown, by=Actor())
    assert set(series_of_session(session.pk, director=True)) == {shown, hidden}
    assert series_of_session(session.pk, director=False) == [shown]


def test_sessions_are_found_by_words_and_dates() -> None:
    club = Club.objects.create(name="Hollybrook")
    first = evening(day=1, title="Winter pairs", club=club)
    second = evening(day=2, title="Winter teams")
    third = evening(day=3, title="Pairs", club=club)
    march = {day: datetime.date(2026, 3, day) for day in (1, 2, 3)}
    assert list(find_sessions("")) == [third, second, first]
    assert list(find_sessions("winter")) == [second, first]
    assert list(find_sessions("PAIRS holly")) == [third, first]
    assert list(find_sessions("", since=march[2])) == [third, second]
    assert list(find_sessions("", until=march[2])) == [second, first]
    assert list(find_sessions("pairs", since=march[2], until=march[3])) == [third]
    assert list(find_sessions("\0")) == [third, second, first]


def test_series_are_found_by_words() -> None:
    club = Club.objects.create(name="Hollybrook")
    spring, autumn = series(name="Spring cup", club=club), series(name="Autumn cup")
    assert list(find_series("cup")) == [autumn, spring]
    assert list(find_series("holly spring")) == [spring]
    assert list(find_series("teams")) == []


pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("more", [0, 2])
def test_plays_take_three_queries(django_assert_num_queries, more: int) -> None:
    session = factories.session()
    other = factories.movement(factories.MITCHELL_3, name="Six pairs")
    for letter in "BC"[:more]:
        section = Section.objects.create(session=session, letter=letter, movement=other)
        MovementChange.objects.create(section=section, movement=factories.movement(), first_round=2)
    with django_assert_num_queries(3):
        plays = section_plays(session.pk)
    assert [play.section.letter for play in plays] == ["A", "B", "C"][: 1 + more]


def test_section_of_a_file_is_left_out() -> None:
    session = factories.session()
    Section.objects.create(session=session, letter="B")
    assert [play.section.letter for play in section_plays(session.pk)] == ["A"]
    with pytest.raises(ValueError, match="no movement"):
        section_movement(session.sections.get(letter="B"))


def test_changes_are_made_in_their_order() -> None:
    session = factories.session()
    section = session.sections.get()
    other = factories.movement(factories.MITCHELL_3, name="Six pairs")
    MovementChange.objects.create(section=section, absent=2, first_round=1, last_round=1)
    MovementChange.objects.create(section=section, movement=other, first_round=2)
    MovementChange.objects.create(section=section, absent=6, first_round=3)
    value = section_movement(section)
    assert value.rounds[0] == (Cell((1,), (), 1), Cell((3,), (4,), 1), Cell())
    assert value.rounds[1] == movement_value(other).rounds[1]
    assert value.rounds[2] == (Cell((1,), (5,), 3), Cell((2,), (), 1), Cell((3,), (4,), 2))
